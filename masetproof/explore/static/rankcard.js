// The card of the best questions: which they are, what each costs, and how good one is that somebody names.
"use strict";
(() => {
  const { GOALS, goalOf, withinOf, totalText, meanText, withinText } = explorer;
  const { ranked, rankingRows, isListed } = explorer;
  const { decimal, group, h, card, downloads, field, choice, byResidue, waiting } = explorer;

  function rankingTable(board, doc, goal, use) {
    const rows = [...doc.first, ...doc.named],
      hasCosts = rows.some((row) => totalText(row, goal));
    const columns = [
      { id: "place", title: "#", number: true, text: (row) => row.place },
      {
        id: "question",
        title: "Question",
        text: (row) => row.question,
        cell: (row) =>
          h(
            "button",
            {
              type: "button",
              class: "ask",
              "aria-label": `ask ${board.saidWord(row.question)}`,
              onclick: () => use(row.question),
            },
            board.shown(row.question),
          ),
      },
      hasCosts && {
        id: "total",
        title: goal === "worst" ? "Worst case" : "In all",
        number: true,
        key: (row) => (goal === "worst" ? row.worst : row.total) ?? Infinity,
        text: (row) => totalText(row, goal),
      },
      hasCosts &&
        goal === "expected" && {
          id: "mean",
          title: "Mean",
          number: true,
          key: (row) => row.total ?? Infinity,
          text: (row) => meanText(row, doc.remaining),
        },
      {
        id: "left",
        title: "Left",
        number: true,
        key: (row) => decimal(row.expected_size),
        text: (row) => decimal(row.expected_size).toFixed(2),
      },
      { id: "largest", title: "At most", number: true, text: (row) => row.largest },
      { id: "parts", title: "Answers", number: true, text: (row) => row.parts },
      { id: "alike", title: "Alike", number: true, text: (row) => row.class_size },
    ].filter(Boolean);
    return explorer.listOf(columns, rows, { label: "The best questions" });
  }

  const formulasOf = (doc) =>
    Object.entries(doc.formulas || {}).map(([question, one]) =>
      h("li", {}, h("code", {}, question), ` for n ≥ ${one.from}: `, byResidue(one.branches)),
    );

  function rankingText(board, doc, goal, use, history) {
    const theorem = !history.length && board.theorems.find((one) => one.objective === goal);
    const formulas = formulasOf(doc);
    return [
      doc.about.map((text) => h("p", { class: "about" }, `${text}.`)),
      doc.within && h("p", {}, withinText(doc.within)),
      doc.ranking.first.length > 0 && rankingTable(board, doc.ranking, goal, use),
      doc.ranking.first.length > 0 &&
        h(
          "p",
          { class: "quiet small" },
          `${group(doc.ranking.compared)} questions were compared, one of each kind, by how many secrets they leave. `,
          doc.ranking.first.some((row) => totalText(row, goal))
            ? "What the best strategy takes after each, in all and on average (mean), is exact where one number " +
                "stands, and between two otherwise."
            : board.hard
              ? "In hard mode what they cost is not searched."
              : !doc.within &&
                "What they cost takes longer than a moment here: 'masetproof optimize --first'.",
        ),
      doc.ranking.first.length > 0 &&
        downloads(
          `questions-${board.address}`,
          () => JSON.stringify(doc.ranking, null, 2) + "\n",
          () => rankingRows(doc.ranking, goal),
          `The best questions, ${board.address}`,
          "These questions",
        ),
      formulas.length > 0 && [
        h("h3", {}, "For every number of colours n"),
        h("ul", { class: "plain small" }, formulas),
      ],
      theorem &&
        h(
          "p",
          {},
          h("a", { href: `#/pattern/${theorem.theorem}/0` }, "All first questions, with their equations"),
        ),
    ];
  }

  function rankCard(board, history, params, use) {
    if (!explorer.index().live || !isListed(board)) return null;
    const place = h("div", { class: "ranking", role: "status", "aria-live": "polite" });
    const goal = goalOf(params.rank);
    const show = async () => {
      explorer.keep(params);
      const { signal } = waiting(place, "Comparing questions");
      const leave = explorer.leave,
        gone = new AbortController();
      explorer.leave = () => {
        if (leave) leave();
        gone.abort();
      };
      try {
        const doc = await ranked(
          board,
          history,
          params.rank || "expected",
          params.about && board.parse(params.about),
          AbortSignal.any([signal, gone.signal]),
        );
        place.replaceChildren();
        explorer.put(place, ...rankingText(board, doc, goalOf(params.rank), use, history));
      } catch (error) {
        if (error.name !== "AbortError") place.replaceChildren(h("p", {}, error.message));
      }
    };
    const within = h("input", {
      type: "number",
      name: "within",
      min: 1,
      max: 99,
      value: withinOf(params.rank),
      "aria-label": "K, the number of questions",
      hidden: goal !== "within",
      onchange: () => chosen("within"),
    });
    const chosen = (value) => {
      within.hidden = value !== "within";
      params.rank = value === "within" ? `within:${within.value}` : value;
      show();
    };
    const about = h("input", {
      type: "text",
      name: "about",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      size: 8,
      "aria-label": "A question to be looked up",
      placeholder: board.example,
      value: params.about || "",
    });
    if (params.rank) show();
    return card(
      "The best questions",
      h(
        "div",
        { class: "controls" },
        field("Goal", choice(GOALS, goal, chosen, { name: "goal" })),
        within,
        h(
          "button",
          {
            type: "button",
            "data-keep": "rank",
            onclick: () => chosen(goalOf(params.rank)),
          },
          "Compare",
        ),
      ),
      h(
        "form",
        {
          class: "inline",
          onsubmit: (event) => {
            event.preventDefault();
            params.about = about.value.trim();
            params.rank ||= "expected";
            show();
          },
        },
        field("Is this one good?", about),
        h("button", {}, "Look it up"),
      ),
      place,
    );
  }

  Object.assign(explorer, { rankCard });
})();
