// What is said of a tree beside its drawing: the chosen question, and how many questions all take.
"use strict";
(() => {
  const { group, count, shortened, answerOf, wonBy, h, word, facts, term } = explorer;

  const shownAnswer = (tree, number) => answerOf(tree.answers[number], tree.walk.game);

  const shownWord = (tree, node) =>
    tree.walk.colours <= 36 && explorer.rulesOf(tree.walk.game)
      ? word(tree.text(node))
      : h("code", { dir: "auto" }, tree.text(node));

  // The chosen node in words: the way to it, and every answer as a button.
  function nodePanel(place, tree, node, select) {
    const way = [];
    for (let one = node; one >= 0; one = tree.parent[one]) way.unshift(one);
    tree.expand(node);
    const below = Array.from({ length: tree.children[node] }, (_, i) => tree.first[node] + i);
    place.replaceChildren(
      h("h2", {}, "Question ", String(tree.depth[node] + 1)),
      h("p", { class: "asked" }, shownWord(tree, node)),
      facts(
        ["Secrets left", group(tree.exactSecrets(node))],
        ["May be the secret", tree.found[node] ? "yes" : "no"],
      ),
      (way.length > 1 &&
        h(
          "nav",
          { class: "way small", "aria-label": "The way to this question" },
          h(
            "ol",
            {},
            shortened(way).map((one) =>
              typeof one === "string"
                ? h("li", { class: "quiet" }, one)
                : h(
                    "li",
                    {},
                    one > 0 && shownAnswer(tree, tree.answer[one]),
                    one === node
                      ? h("span", { "aria-current": "step" }, shownWord(tree, one))
                      : h("button", { type: "button", onclick: () => select(one) }, shownWord(tree, one)),
                  ),
            ),
          ),
        )) ||
        "",
      h("h3", {}, below.length || tree.found[node] ? "Answers" : "No answer"),
      h(
        "ul",
        { class: "plain answers" },
        tree.found[node] &&
          h(
            "li",
            {},
            h(
              "span",
              { class: "part won" },
              explorer.rulesOf(tree.walk.game) ? wonBy(tree.answers.at(-1), tree.walk.game) : "won",
            ),
          ),
        below.map((one) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                "data-answer": tree.answers[tree.answer[one]],
                "aria-label":
                  `answer ${tree.answers[tree.answer[one]]}: ${count(tree.secrets[one], "secret")}, ` +
                  `then ${tree.text(one)}`,
                onclick: () => select(one),
              },
              shownAnswer(tree, tree.answer[one]),
              h("span", { class: "many" }, group(tree.secrets[one])),
              h("span", { class: "small" }, shownWord(tree, one)),
            ),
          ),
        ),
      ),
    );
  }

  function summaryOf(tree, doc) {
    if (!tree.complete)
      return facts(
        ["Secrets", group(tree.walk.secrets(tree.walk.start()))],
        ["Shown", `the first ${group(tree.size)} questions; more of the tree appears as you move through it`],
      );
    const { total, worst, histogram } = tree.summary(),
      secrets = histogram.reduce((sum, many) => sum + many, 0);
    const value = doc.formula && explorer.valueAt({ formula: doc.formula }, tree.walk.colours);
    const agrees = doc.formula && String(doc.objective === "expected" ? total : worst) === value;
    return facts(
      [term("secret", "Secrets"), group(secrets)],
      [term("EPL", "Questions"), `${group(total)} in all, ${(total / secrets).toFixed(4)} expected`],
      [term("worst case", "Worst case"), worst],
      ["Secrets found with 1, 2, … questions", histogram.map(group).join("  ·  ")],
      doc.formula && [
        "The formula",
        `${group(value)}, ${agrees ? "which this strategy attains" : "which this strategy does not attain"}`,
      ],
    );
  }

  Object.assign(explorer, { nodePanel, summaryOf });
})();
