// Bounds of the worst case of four pegs and more, which are the theorem where they meet.
"use strict";
(() => {
  const { group, h, crumbs, card, term, math, facts, downloads, boundsPlot, boundsAt } = explorer;

  const said = (doc, [n]) => {
    const [low, high] = boundsAt(doc, n).map(group);
    const name = `f(${group(n)})`;
    return low === high
      ? [`${name} = `, h("strong", {}, low)]
      : h("strong", {}, `${low} ≤ ${name} ≤ ${high}`);
  };

  // The numbers of colours, or classes of them, for which the bounds differ.
  function open(doc) {
    const differ = ([low, high]) => low !== high;
    const few = Object.keys(doc.small).filter((n) => differ(doc.small[n]));
    const many = doc.classes.filter((one) => differ([one.lower.join(), one.upper.join()]));
    const modulo = doc.classes.length;
    const texts = [
      ...few.map((n) => `n = ${n}`),
      ...many.map((one) => `n ≡ ${one.residue} mod ${modulo} from ${one.from} on`),
    ];
    return texts.join(", ") || "for no n";
  }

  explorer.pages.bounds = async (place, [id], params, onProgress) => {
    const doc = await explorer.load(`bounds/${id}`, onProgress),
      model = `${doc.game} --pegs ${doc.pegs} --objective worst`;
    const number = { number: true };
    const values = explorer.list(
      [
        { id: "n", title: "n", ...number, text: (row) => row[0] },
        { id: "lower", title: "at least", ...number, text: (row) => row[1] },
        { id: "upper", title: "at most", ...number, text: (row) => row[2] },
      ],
      doc.values,
      params,
      () => explorer.keep(params),
      { label: "Values", shown: 20, rowClass: (row) => (row[1] === row[2] ? null : "exception") },
    );
    const trusted = explorer.listOf(
      [
        { id: "colours", title: "n", ...number, text: (row) => row.colours },
        { id: "value", title: "questions", ...number, text: (row) => row.value },
        { id: "extra", title: "reading", text: (row) => row.extra },
        {
          id: "command",
          title: "found by",
          text: (row) => row.command,
          cell: (row) => h("code", {}, row.command),
        },
      ],
      doc.trusted,
      { label: "Trusted searches", shown: 20 },
    );
    explorer.put(
      place,
      crumbs(["Theorems", "#/theorems"], [doc.title]),
      h("h1", {}, doc.title),
      h(
        "p",
        { class: "lead" },
        "The least number of questions with n colours, in the real game: ",
        doc.status === "proved"
          ? "it is known for every n."
          : "every strategy needs at least the one bound, and some strategy at most the other. " +
              "Where they meet it is known.",
      ),
      card(
        null,
        h(
          "div",
          { class: "statement" },
          h("p", {}, "The least number of questions in the ", term("worst case"), ":"),
          doc.statement.map((one) => h("p", {}, math(one))),
        ),
        explorer.calculator(doc, params, said),
      ),
      h(
        "div",
        { class: "columns" },
        card(doc.status === "proved" ? "Values" : "Bounds", boundsPlot(doc)),
        card(
          "The proof",
          facts(
            ["Lower bound", "a lemma, and the searches below"],
            ["Upper bound", "a strategy for every n, counted"],
            ["Bounds differ", open(doc)],
            ["SHA-256", h("code", { class: "digest" }, doc.digest)],
          ),
        ),
      ),
      card(
        "Check it",
        h(
          "p",
          {},
          "The first command counts the strategy and writes a certificate; the second one checks it, and names " +
            "the searches that it trusts.",
        ),
        h("pre", {}, `masetproof prove ${model} --out bounds\nmasetproof check bounds/proof.cert`),
        h("p", {}, "In the ", term("reading"), " ", h("code", {}, "with"), " any cell may be left blank."),
        trusted,
      ),
      card("Values", values.element),
      downloads(`${id}-worst`, doc, () => [["n", "lower", "upper"], ...doc.values], doc.title),
    );
    return doc.title;
  };
})();
