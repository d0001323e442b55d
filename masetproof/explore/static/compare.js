// Two trees of the same game beside each other.
"use strict";
(() => {
  const { count, group, decimal, h, card, crumbs, scroll, field, choice, downloads, boardRows } = explorer;

  function costRows({ totals, expected, worst, histograms }) {
    const most = Math.max(...histograms.map((one) => one.length));
    return [
      ["Questions in all", ...totals.map(group)],
      ["Expected", ...expected.map((one) => decimal(one).toFixed(4))],
      ["Worst case", ...worst.map(String)],
      ...Array.from({ length: most }, (_, i) => [
        `Found with ${count(i + 1, "question")}`,
        ...histograms.map((one) => group(one[i] ?? 0)),
      ]),
    ];
  }

  // The numbers of secrets found with 1, 2, ... questions as bars, of both trees below each other.
  function bars({ histograms, names }) {
    const most = Math.max(...histograms.flat());
    const length = Math.max(...histograms.map((one) => one.length));
    return h(
      "div",
      { class: "bars", "aria-hidden": "true" },
      Array.from({ length }, (_, i) => [
        h("span", { class: "number quiet" }, i + 1),
        h(
          "span",
          {},
          names.map((_, which) =>
            h("i", { class: which ? "other" : null, "--share": (histograms[which][i] ?? 0) / most }),
          ),
        ),
      ]),
    );
  }

  function difference(doc) {
    const { names, first_difference: first, place, at } = doc;
    if (!first) return h("p", {}, "They ask the same questions everywhere.");
    return [
      h(
        "p",
        {},
        `They first differ ${place}, with ${count(first.left, "possible secret")}: `,
        h("strong", {}, names[0]),
        ` asks ${first.questions[0]}, `,
        h("strong", {}, names[1]),
        ` ${first.questions[1]}.`,
      ),
      h(
        "p",
        { class: "actions" },
        names.map((name) =>
          h("a", { class: "button", href: `#/tree/${name}?at=${at.join(".")}` }, `This place in ${name}`),
        ),
      ),
    ];
  }

  function chooser(current) {
    const { compared } = explorer.index();
    return field(
      "Trees",
      choice(
        compared.map((two) => [two.join("/"), two.join(" and ")]),
        current,
        (value) => {
          location.hash = `#/compare/${value}`;
        },
        { name: "compared" },
      ),
    );
  }

  explorer.pages.compare = async (place, [one, other]) => {
    const { compared } = explorer.index();
    if (!one && compared.length) [one, other] = compared[0];
    if (!compared.some((two) => two[0] === one && two[1] === other))
      throw new Error(
        "Two trees of the same game are compared, such as 'masetproof explore --tree knuth.json optimal.json' shows.",
      );
    const doc = await explorer.load(`compare/${one}/${other}`),
      { names } = doc,
      rows = costRows(doc);
    const board = boardOfTree(doc);
    explorer.put(
      place,
      crumbs(["Strategies", "#/strategy/mastermind-2-expected-exact"], [names.join(" and ")]),
      h("h1", {}, `${names[0]} beside ${names[1]}`),
      h("p", { class: "lead" }, `${doc.title}: ${count(doc.secrets, "secret")}.`),
      h("div", { class: "controls" }, chooser(names.join("/"))),
      card("Where they differ", difference(doc)),
      h(
        "div",
        { class: "columns" },
        card(
          "What they cost",
          h(
            "p",
            {},
            `${names[0]} finds ${count(doc.sooner[0], "secret")} sooner, ${names[1]} ${group(doc.sooner[1])}; ` +
              `both find ${group(doc.equal)} with as many questions.`,
          ),
          scroll(
            "What they cost",
            h(
              "table",
              { class: "compared" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  ["", ...names].map((text) => h("th", { scope: "col" }, text)),
                ),
              ),
              h(
                "tbody",
                {},
                rows.map(([head, ...cells]) =>
                  h(
                    "tr",
                    {},
                    h("th", { scope: "row" }, head),
                    cells.map((cell) => h("td", { class: "number" }, cell)),
                  ),
                ),
              ),
            ),
          ),
        ),
        card(
          "Secrets by the number of questions",
          h(
            "p",
            { class: "quiet" },
            names.map((name, i) => [
              h("span", { class: "key" }, h("i", { class: i ? "swatch other" : "swatch" }), name),
              "   ",
            ]),
          ),
          bars(doc),
        ),
        names.map((name, i) => card(`The longest path of ${name}`, boardRows(board, doc.deepest[i]))),
      ),
      downloads(`${names[0]}-${names[1]}`, doc, () => [["", ...names], ...rows], names.join(" and ")),
    );
    return names.join(" and ");
  };

  // How words and answers of a compared tree look.
  const boardOfTree = ({ game }) => {
    const isOfPegs = Boolean(explorer.rulesOf(game));
    return {
      rule: explorer.rulesOf(game)?.rule,
      shown: (text) =>
        isOfPegs ? explorer.word(text) : h("span", { class: "letters", dir: "auto" }, explorer.big(text)),
      told: (text) => explorer.answerOf(text, game),
    };
  };
})();
