// After the game: a rating of each question.
"use strict";
(() => {
  const { group, decimal, percent, meanRating, rated, isListed, h, card, scroll } = explorer;
  const HEADS = [
    ["Question"],
    ["Left", "how many secrets are left to be found"],
    ["Best left", "how many the best question leaves on average"],
    ["Skill", "100: as good as the best question"],
    ["Luck", "50: the average of all answers"],
    ["Best"],
  ];

  function ratingRow(board, one) {
    const cells = [
      [
        board.line
          ? board.line(one.question, one.answer)
          : [board.shown(one.question), " ", board.told(one.answer)],
      ],
      [group(one.left), "number"],
      [decimal(one.best_left).toFixed(2), "number"],
      [percent(one.skill), "number"],
      [percent(one.luck), "number"],
      [[board.shown(one.best), h("div", { class: "quiet small by" }, one.by)]],
    ];
    return h(
      "tr",
      {},
      cells.map(([content, kind]) => h("td", { class: kind }, content)),
    );
  }

  function reviewCard(board, history) {
    const title = "Question by question";
    if (!history.length || !isListed(board)) return null;
    if (!explorer.index().live)
      return card(
        title,
        h(
          "p",
          { class: "quiet" },
          "How good each question was needs Python: 'masetproof explore' rates them.",
        ),
      );
    const body = h("tbody"),
      told = h("p", { role: "status" }, "Rating the questions…");
    let isLeft = false;
    const leave = explorer.leave;
    explorer.leave = () => {
      isLeft = true;
      if (leave) leave();
    };
    (async () => {
      const all = [];
      try {
        for (let number = 0; number < history.length && !isLeft; number++) {
          all.push(await rated(board, history, number));
          body.append(ratingRow(board, all.at(-1)));
        }
        told.textContent = meanRating(all);
      } catch (error) {
        if (error.name !== "AbortError") told.textContent = error.message;
      }
    })();
    return card(
      title,
      scroll(
        title,
        h(
          "table",
          { class: "review" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              HEADS.map(([text, about], i) =>
                h("th", { scope: "col", title: about, class: i && i < 5 ? "number" : null }, text),
              ),
            ),
          ),
          body,
        ),
      ),
      told,
      h(
        "p",
        { class: "quiet small" },
        "Skill 100 is as good as the best question, 0 tells nothing. Luck is how many of the possible secrets " +
          "would have left more than this one, in percent, so that 50 is the average.",
      ),
    );
  }

  Object.assign(explorer, { reviewCard });
})();
