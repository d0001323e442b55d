// The person has a secret, and the program asks.
"use strict";
(() => {
  const {
    count,
    strategiesOf,
    played,
    isRule,
    conflicting,
    brief,
    leftText,
    isOnly,
    outlook,
    h,
    card,
    field,
    choice,
    follow,
    boardRows,
    gameData,
    settle,
    conflictText,
    possibleList,
    meant,
    reviewCard,
  } = explorer;

  // An answer as players write it, where buttons are pressed otherwise.
  function typing(board, tell, complaint) {
    const input = h("input", {
      type: "text",
      name: "typed",
      size: 10,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      "aria-label": "Your answer as text",
    });
    return h(
      "details",
      { class: "typing" },
      h("summary", {}, "Type the answer"),
      h(
        "form",
        {
          class: "inline",
          onsubmit: async (event) => {
            event.preventDefault();
            try {
              tell(await meant(board, input.value.trim()));
            } catch (error) {
              complaint.textContent = error.message;
            }
          },
        },
        input,
        h("button", {}, "Answer"),
      ),
    );
  }

  // Where an answer is given: a button for each, or a field in which it is written as the game writes it.
  function answerForm(board, doc, tell, complaint, { history, now, by }) {
    const texts = board.possibleAnswers ?? doc.answers;
    if (texts.length) {
      const winning = board.winning ?? doc.winning;
      const pins = h(
        "div",
        { class: "pins", role: "group", "aria-label": "Your answer" },
        texts.map((text, i) =>
          h(
            "button",
            {
              type: "button",
              "data-answer": text,
              "data-keep": i ? null : "answer",
              onclick: () => tell(text),
            },
            (board.game ? text !== "won" : text !== winning) && board.told(text),
            text === winning ? "that is my secret" : board.isNamed || board.rule !== "pegs" ? "" : text,
          ),
        ),
      );
      return [pins, typing(board, tell, complaint)];
    }
    const input = h("input", {
      type: "text",
      name: "answer",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      "data-keep": "answer",
      "aria-label": "Your answer",
      placeholder: doc.like ?? board.answers[Math.floor(board.answers.length / 2)],
    });
    const give = async (text) => {
      try {
        text = await meant(board, text);
        if (!board.answers && text !== doc.winning)
          await board.hint([...history, [now, text]], by === "best" ? null : by);
        tell(text);
      } catch (error) {
        if (error.name !== "AbortError") complaint.textContent = error.message;
      }
    };
    return h(
      "form",
      {
        class: "asking",
        onsubmit: (event) => {
          event.preventDefault();
          give(input.value.trim());
        },
      },
      board.keys && board.keys(now, input),
      input,
      h("button", { class: "primary" }, "Answer"),
      h("button", { type: "button", onclick: () => tell(board.winning ?? doc.winning) }, "That is my secret"),
    );
  }

  async function answering(place, board, params, onProgress) {
    const options = strategiesOf(board);
    if (!options.length)
      throw new Error(
        "The program has no strategy for this game here: there is no theorem, and " +
          (explorer.index().live
            ? "the board is too large."
            : "a board of this size needs Python ('masetproof explore')."),
      );
    const by = options.some(([value]) => value === params.by) ? params.by : options[0][0];
    const { list, hard } = params,
      same = { side: "answer", list, hard };
    const answers = params.a ? params.a.split(".") : [];
    if (board.answers && answers.some((text) => !board.answers.includes(text)))
      throw new Error(`${params.a} are not answers of this game.`);
    const given = params.q ? params.q.split(".") : [],
      won = answers.length > 0 && answers.at(-1) === (params.won || board.winning);
    explorer.leave = explorer.stopHint;
    const game =
      won && given.length >= answers.length
        ? { questions: given }
        : await played(board, by, given, won ? answers.slice(0, -1) : answers, onProgress);
    const asked = game.questions.slice(0, answers.length),
      now = won || game.impossible ? null : game.questions.at(-1);
    const history = asked.map((question, i) => [question, answers[i]]),
      { doc, one } = game;
    const complaint = h("p", { class: "complaint", role: "alert" });
    const tell = (text) => {
      const wins = text === (board.winning ?? doc.winning);
      follow(
        {
          ...params,
          by: isRule(by) || params.by ? by : "",
          won: wins && !board.winning ? text : "",
          a: [...answers, text].join("."),
          q: isRule(by) ? [...asked, now].join(".") : "",
        },
        wins ? "fresh" : "answer",
        wins ? `Found with ${count(answers.length + 1, "question")}.` : `You answered ${board.said(text)}.`,
      );
    };
    const undo = (i) =>
      h(
        "button",
        {
          type: "button",
          class: "undo",
          "aria-label": `change the answer to question ${i + 1}`,
          onclick: () =>
            follow(
              { ...params, won: "", a: answers.slice(0, i).join("."), q: given.slice(0, i + 1).join(".") },
              "answer",
              `Question ${i + 1} is to be answered again.`,
            ),
        },
        "change",
      );
    let clash = null;
    if (game.impossible) {
      const known =
        doc ||
        (board.hasHints &&
          explorer.isListable(board.game, board.pegs, board.colours) &&
          conflicting(board, history));
      clash = known
        ? conflictText(board, known, history)
        : h("p", { class: "conflict", role: "alert" }, "No secret gives these answers; change one of them.");
    }
    explorer.put(
      place,
      h(
        "div",
        { class: "stage" },
        card(
          null,
          !answers.length &&
            h("p", { class: "lead" }, `Think of a secret, and answer the questions. ${board.lead}`),
          boardRows(
            board,
            history,
            history.map((_, i) => undo(i)),
          ),
          won && h("p", { class: "won-line" }, `Found with ${count(answers.length, "question")}.`),
          clash,
          now &&
            h(
              "div",
              { class: "now" },
              h("p", {}, `Question ${answers.length + 1}:`),
              h("p", { class: "asked" }, board.shown(now)),
              h("p", { class: "quiet brief" }, doc.beyond, " ", brief(doc, one)),
              complaint,
              answerForm(board, doc, tell, complaint, { history, now, by }),
            ),
          h(
            "p",
            { class: "actions" },
            h(
              "button",
              {
                type: "button",
                "data-keep": "fresh",
                class: won ? "primary" : "",
                onclick: () => follow({ ...same, by }, "answer", "A new game."),
              },
              "New game",
            ),
          ),
        ),
        h(
          "div",
          { class: "cards" },
          card(
            "The program",
            field(
              "Strategy",
              choice(options, by, (value) => explorer.go({ ...same, by: value }), {
                name: "by",
              }),
            ),
            now &&
              h(
                "div",
                { class: "thought" },
                h("h3", {}, "What it thinks"),
                h(
                  "p",
                  {},
                  h("strong", {}, leftText(doc)),
                  String(doc.remaining) === "1" ? " is still possible." : " are still possible.",
                ),
                h(
                  "p",
                  {},
                  "It asks ",
                  board.shown(now),
                  isOnly(doc) ? ", the only secret that is left." : `, which has ${outlook(one)}.`,
                ),
                one.rules &&
                  h(
                    "p",
                    {},
                    "Chosen by ",
                    one.rules.map((rule) => [
                      h("span", { class: rule === "optimal" ? "tag" : "tag more" }, rule),
                      " ",
                    ]),
                  ),
                possibleList(board, doc),
              ),
            !isRule(by) &&
              h(
                "p",
                {},
                h(
                  "a",
                  {
                    href: `#/${by.startsWith("tree/") ? `${by}?` : `strategy/${by}?n=${board.colours}&`}at=${answers
                      .map((text) => board.answers.indexOf(text))
                      .filter((number) => number !== board.answers.length - 1)
                      .join(".")}`,
                  },
                  "See this place in the strategy",
                ),
              ),
          ),
          won && reviewCard(board, history),
        ),
      ),
      gameData(board, history, { side: "answer", strategy: by, won }),
    );
    const said = now ? ` Question ${answers.length + 1}: ${board.saidWord(now)}. ${leftText(doc)} left.` : "";
    settle(place, answers.length ? "answer" : null, clash ? " These answers contradict each other." : said);
  }

  Object.assign(explorer, { answering });
})();
