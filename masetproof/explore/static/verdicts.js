// Verdicts on questions in words, for which n a question is optimal, and what it costs.
"use strict";
(() => {
  const { pretty, excessOf } = explorer;
  const KINDS = {
    optimal: "optimal",
    same: "the same",
    more_than: "more",
    more: "more",
    no_solution: "no solution",
  };

  const isOptimal = (set, n) =>
    set !== null && (set[0].includes(n) || (n >= set[1] && set[2].includes(n % set[3])));

  function optimalText(set) {
    if (!set) return "no n";
    const [singles, onset, classes, period] = set;
    const pieces = singles.length ? [`n = ${singles.join(", ")}`] : [];
    if (classes.length === period) pieces.push(`every n ≥ ${onset}`);
    else if (classes.length)
      pieces.push(
        period === 2
          ? `every ${classes[0] ? "odd" : "even"} n ≥ ${onset}`
          : `n ≥ ${onset}, n ≡ ${classes.join(", ")} mod ${period}`,
      );
    return pieces.join(" and ");
  }

  // The verdict behind its tag, without the words of the tag where it begins with them.
  function verdictText(doc, row) {
    if (row.kind === "optimal" && row.optimal) return `for ${optimalText(row.optimal)}`;
    const tag = KINDS[row.kind];
    const rest = row.verdict.startsWith(tag)
      ? row.verdict.slice(tag.length).replace(/^,? /, "")
      : row.verdict;
    return pretty(rest).replace(/\((MM|AB|BP)\.\d+\.\d+\.(\d+)\)/g, "question $2");
  }

  // The way from the full pattern to here: steps of a place, a question and an answer.
  const stepsOf = (via) =>
    (via || "")
      .split("|")
      .filter((step) => /^[\d/]+:[0-9A-Za]+:[\d.]+$/.test(step))
      .map((step) => step.split(":"));

  // For each small n, and for the classes from there on, the questions that are optimal: lines {label, some}.
  function optimalLines(doc) {
    const least = doc.values.length ? doc.values[0][0] : 0;
    const rows = doc.questions.filter((row) => row.optimal);
    const onset = Math.max(
      least,
      ...rows.map((row) => Math.max(row.optimal[1], ...row.optimal[0].map((n) => n + 1))),
    );
    const period = rows.length ? rows[0].optimal[3] : 1;
    const at = (n) => rows.filter((row) => isOptimal(row.optimal, n));
    const lines = [];
    for (let n = least; n < onset + period; n++) {
      const some = at(n),
        key = some.map((row) => row.number).join(),
        before = lines.at(-1);
      if (n < onset) {
        if (before && before.key === key) before.label = `${before.label.split(" to ")[0]} to ${n}`;
        else lines.push({ label: `n = ${n}`, key, some });
      } else lines.push({ label: `n = ${n}, ${n + period}, …`, key, some, endless: true });
    }
    const classes = lines.filter((line) => line.endless);
    if (new Set(classes.map((line) => line.key)).size === 1) {
      lines.splice(lines.length - classes.length, classes.length, {
        ...classes[0],
        label: `every n ≥ ${onset}`,
      });
    }
    return lines;
  }

  // What the questions on a pattern cost for n colours, [row, cost], least first; left out are those without a
  // solution, and those that take more colours.
  function costsAt(doc, n) {
    const value = Number(doc.values.find(([known]) => known === n)[1]);
    return doc.questions
      .map((row) => [row, excessOf(doc.splits[row.split], n)])
      .filter(([row, more]) => row.kind !== "no_solution" && more !== null)
      .map(([row, more]) => [row, value + more])
      .sort(([, one], [, other]) => one - other);
  }

  Object.assign(explorer, { KINDS, isOptimal, verdictText, stepsOf, optimalText, optimalLines, costsAt });
})();
