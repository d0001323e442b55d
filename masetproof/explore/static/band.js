// A theorem for equal columns, whose proof has no functions to be looked at.
"use strict";
(() => {
  const { group, h, crumbs, card, term, math, facts, downloads, plot, exceptions } = explorer;

  explorer.pages.band = async (place, [id], params, onProgress) => {
    const doc = await explorer.load(`band/${id}`, onProgress),
      model = `${doc.game} --pegs ${doc.pegs}`,
      path = Array.from({ length: doc.pegs }, (_, column) => 7 * column).join(",");
    const between = Object.entries(doc.between);
    const open = between
      .map(([n, [low, high]]) => `For n = ${n} it is proved to be between ${group(low)} and ${group(high)}.`)
      .join(" ");
    const values = explorer.totalsTable(doc, params);
    const asked = ([question, from, to]) =>
      `${question}, ${to === null ? `n ≥ ${from}` : from === to ? `n = ${from}` : `n = ${from} to ${to}`}`;
    const places = explorer.listOf(
      [
        { id: "pattern", title: "pattern", text: (row) => row[0], cell: (row) => h("code", {}, row[0]) },
        { id: "offsets", title: "offsets", text: (row) => row[1] },
        { id: "excluded", title: "excluded", text: (row) => row[2] },
        { id: "questions", title: "questions", text: (row) => row[3].map(asked).join("; ") },
      ],
      doc.places,
      { label: "Strategy", shown: 20 },
    );
    explorer.put(
      place,
      crumbs(["Theorems", "#/theorems"], [doc.title]),
      h("h1", {}, doc.title),
      h(
        "p",
        { class: "lead" },
        "The least total number of questions with n colours in each column: " +
          `the same in the real game and with an extra colour from the start. ${open}`,
      ),
      card(
        null,
        h(
          "div",
          { class: "statement" },
          h("p", {}, "The least ", term("EPL"), ", the total number of questions:"),
          math(doc.statement),
        ),
        h(
          "div",
          { class: "statement second" },
          h("p", {}, "The ", term("expected case"), ", when all secrets are equally likely:"),
          math(doc.mean),
        ),
      ),
      h(
        "div",
        { class: "columns" },
        card("Value and formula", plot(doc)),
        card(
          "The proof",
          facts(
            ["Status", "proved by a certificate that is kept"],
            [
              "States with a lower bound",
              `${group(doc.members)}, of which ${group(doc.averaged)} are averages of others`,
            ],
            ["Questions on their patterns", group(doc.questions)],
            ["Places of the strategy", group(doc.places.length)],
            [term("exception", "Exceptions"), exceptions(doc)],
            ["SHA-256", h("code", { class: "digest" }, doc.digest)],
          ),
        ),
      ),
      card(
        "Check it",
        h(
          "p",
          {},
          "The certificate ",
          h("code", {}, `output/short/${doc.name}.cert.xz`),
          " of the repository has both halves of the proof: bounds of states near the diagonal of all boards, " +
            "and the strategy. The first command checks it; the second finds the proof again, which takes a " +
            "quarter of an hour; the third plays the strategy.",
        ),
        h(
          "pre",
          {},
          `masetproof check output/short/${doc.name}.cert.xz\n` +
            `masetproof prove ${model} --short --out proof\n` +
            `masetproof strategy ${model} --colours 1000 --path ${path}`,
        ),
      ),
      card(
        "The strategy",
        h(
          "p",
          {},
          "What is asked on a ",
          term("pattern"),
          " where column j has n minus its offset implicit colours, and the columns with a 1 have an excluded " +
            "colour. Colours that the pattern does not have are new ones.",
        ),
        places,
      ),
      card("Values", values.element),
      downloads(id, doc, () => [["n", "value", "formula", "secrets"], ...doc.values], id),
    );
    return doc.title;
  };
})();
