// What a pattern costs: its values, and for which n which questions cost least.
"use strict";
(() => {
  const { count, group, optimalLines, h, word, choice, field, scroll } = explorer;

  function optimalList(doc) {
    const few = (some) => [
      some.slice(0, 6).map((row) => h("span", { class: "small" }, word(row.question))),
      some.length > 6 && h("span", { class: "quiet" }, ` and ${some.length - 6} more`),
    ];
    return h(
      "ul",
      { class: "plain optimal-list" },
      optimalLines(doc).map(({ label, some }) =>
        h("li", {}, h("strong", {}, label), h("span", { class: "chips" }, few(some))),
      ),
    );
  }

  // The questions that cost least for one n.
  function questionCosts(doc, params) {
    const place = h("div"),
      known = doc.values.map(([n]) => n),
      n = Number(params.for);
    const show = (chosen) => {
      const { drawing, more } = explorer.costs(doc, Number(chosen), 12);
      place.replaceChildren(
        drawing,
        (more > 0 && h("p", { class: "quiet" }, `and ${count(more, "question")} that take no fewer`)) || "",
      );
    };
    const first = known.includes(n) ? n : Math.min(known.at(-1), Math.max(8, known[0]));
    const choose = choice(
      known.map((one) => [one, one]),
      first,
      (chosen) => {
        params.for = chosen;
        explorer.keep(params);
        show(chosen);
      },
      { name: "for" },
    );
    show(first);
    return [
      h("h3", {}, "What each question costs"),
      h("p", { class: "controls" }, field("n =", choose)),
      place,
    ];
  }

  // The values for small numbers of colours: one line for n, a table for m1 and m2, and one for each m3.
  function valueTable(doc, params) {
    const table = (head, body) =>
      scroll(
        "Values",
        h("table", { class: "row-values" }, head && h("thead", {}, h("tr", {}, head)), h("tbody", {}, body)),
        "values",
      );
    const line = (title, values) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, title),
        values.map((value) => h("td", { class: "number" }, group(value))),
      );
    if (!doc.boards)
      return table(
        null,
        [
          ["n", 0],
          ["value", 1],
          ["secrets", 2],
        ].map(([name, column]) =>
          line(
            name,
            doc.values.slice(0, 14).map((row) => row[column]),
          ),
        ),
      );
    const [down, across] = doc.indices.length > 1 ? doc.indices : [null, ...doc.indices],
      numbers = [...new Set(doc.values.map((row) => row[0]))];
    const board = (rows) =>
      table(
        [
          h(
            "th",
            {},
            down ? [explorer.formula(down), " \\ ", explorer.formula(across)] : explorer.formula(across),
          ),
          numbers.map((number) => h("th", { scope: "col", class: "number" }, number)),
        ],
        (down ? numbers : ["value"]).map((number) =>
          line(
            number,
            rows.filter((row) => !down || row[0] === number).map((row) => row.at(-2)),
          ),
        ),
      );
    if (doc.indices.length < 3) return board(doc.values);
    return explorer.sliced(doc.indices[2], numbers, params, (third) =>
      board(doc.values.filter((row) => row[2] === third)),
    );
  }

  Object.assign(explorer, { optimalList, questionCosts, valueTable });
})();
