// The program has a secret, and the person asks.
"use strict";
(() => {
  const {
    group,
    count,
    h,
    card,
    isSmall,
    isTouched,
    boardRows,
    follow,
    gameData,
    settle,
    waiting,
    hintCard,
    rankCard,
    reviewCard,
    keptGame,
    CODEMAKERS,
    isListed,
  } = explorer;
  const SEEDS = 2 ** 31;
  const MOST_DOTS = 12;

  // Letters to be pressed, each with what is known of it.
  function keyboard(rows, board, input, history) {
    const known = board.marks(history),
      spoken = (letter) =>
        known[letter] ? `${explorer.big(letter)} ${explorer.MARKS[known[letter]]}` : null;
    const put = (text) => {
      input.value = text;
      explorer.say(text || "empty");
    };
    const key = (letter) =>
      h(
        "button",
        {
          type: "button",
          class: known[letter] || null,
          "data-key": letter,
          "aria-label": spoken(letter),
          onclick: () => {
            if ([...input.value].length < board.letterCount) put(input.value + letter);
          },
        },
        explorer.big(letter),
      );
    const back = h(
      "button",
      {
        type: "button",
        class: "wide",
        "aria-label": "Take the last letter away",
        onclick: () => put([...input.value].slice(0, -1).join("")),
      },
      "⌫",
    );
    return h(
      "div",
      { class: "keyboard", role: "group", "aria-label": "Letters" },
      rows.map((row, i) => h("div", { dir: "auto" }, row.map(key), i === rows.length - 1 && back)),
    );
  }

  // Where a question is put together: by keys, or by pressing pegs.
  function asking(board, ask, complaint, history) {
    const { pegs, letters } = board,
      dots = letters.length > 0 && letters.length <= MOST_DOTS;
    const rows = board.keyboard && isSmall() ? board.keyboard.filter((row) => row.length) : [];
    const input = h("input", {
      type: "text",
      name: "question",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      inputmode: (dots || rows.length) && isTouched() ? "none" : null,
      dir: "auto",
      "data-keep": "question",
      "aria-label": "Your question",
      size: Math.max(8, (pegs || board.letterCount) * 2),
      placeholder: board.example,
    });
    const slots = h("span", { class: "slots", "aria-hidden": "true" });
    const preview = () => {
      const cells = [...input.value.toUpperCase()].slice(0, pegs);
      slots.replaceChildren(
        ...(letters
          ? Array.from({ length: pegs }, (_, i) =>
              cells[i] && letters.includes(cells[i]) ? board.shown(cells[i]) : h("i", {}),
            )
          : []),
      );
    };
    const put = (text) => {
      input.value = text;
      preview();
    };
    input.addEventListener("input", preview);
    preview();
    return h(
      "form",
      {
        class: "asking",
        onsubmit: (event) => {
          event.preventDefault();
          complaint.textContent = "";
          ask(input.value);
        },
      },
      complaint,
      letters && slots,
      input,
      h("button", { class: "primary", "data-keep": "ask" }, "Ask"),
      rows.length > 0 && keyboard(rows, board, input, history),
      dots &&
        h(
          "div",
          { class: "palette", role: "group", "aria-label": "Colours" },
          [...letters].map((symbol) =>
            h(
              "button",
              {
                type: "button",
                class: "dot",
                "aria-label": `colour ${board.saidWord(symbol)}`,
                onclick: () => {
                  if (input.value.length < pegs) put(input.value + symbol);
                  explorer.say(board.saidWord([...input.value].join("")));
                },
              },
              board.shown(symbol),
            ),
          ),
          h(
            "button",
            {
              type: "button",
              "aria-label": "Take the last peg away",
              onclick: () => {
                put(input.value.slice(0, -1));
                explorer.say(input.value ? board.saidWord(input.value) : "empty");
              },
            },
            "⌫",
          ),
        ),
    );
  }

  // The way of the best strategy to the same secret, beside what was asked.
  function besideBest(board, secret, history, won) {
    const place = h("div", { role: "status", "aria-live": "polite" });
    const leaves = (numbersLeft) =>
      numbersLeft.map(
        (number) =>
          number !== null && number !== undefined && h("span", { class: "quiet" }, `${group(number)} left`),
      );
    (async () => {
      waiting(place, "Looking for the best strategy");
      try {
        const found = await board.best(secret, won ? history.slice(0, -1) : history);
        if (!found) {
          place.replaceChildren(
            h(
              "p",
              {},
              "What the best strategy would have asked needs Python: 'masetproof explore' tells it.",
            ),
          );
          return;
        }
        place.replaceChildren(
          h("p", {}, explorer.comparison(found, won ? history.length : null)),
          h(
            "div",
            { class: "ways small" },
            h(
              "section",
              {},
              h("h3", {}, won ? `You: ${history.length}` : `You gave up after ${history.length}`),
              boardRows(board, history, leaves(found.yours)),
            ),
            h(
              "section",
              {},
              h("h3", {}, `${found.name[0].toUpperCase()}${found.name.slice(1)}: ${found.asked.length}`),
              boardRows(board, found.asked, leaves(found.left)),
            ),
          ),
        );
      } catch (error) {
        if (error.name !== "AbortError") place.replaceChildren(h("p", { class: "quiet" }, error.message));
      }
    })();
    return card("Beside the best strategy", place);
  }

  async function guessing(place, board, params) {
    if (!/^\d{1,10}$/.test(params.seed || "")) {
      params.seed = String(Math.floor(Math.random() * SEEDS));
      explorer.keep(params);
    }
    if (
      !CODEMAKERS.some(([value]) => value === params.codemaker) ||
      !explorer.index().live ||
      !isListed(board)
    )
      params.codemaker = "";
    const questions = params.q ? params.q.split(".").map((text) => board.parse(text)) : [];
    const game = await keptGame(board, params, questions),
      over = game.won || params.up;
    const history = questions.map((question, i) => [question, game.answers[i]]);
    const complaint = h("p", { class: "complaint", role: "alert" });
    const ask = async (text) => {
      try {
        const question = board.parse(text),
          next = await keptGame(board, params, [...questions, question]);
        const told = `${board.saidWord(question)}: ${board.said(next.answers.at(-1), question)}.`;
        follow(
          {
            ...params,
            q: [...questions, question].join("."),
            a: params.codemaker ? next.answers.join(".") : "",
            won: params.codemaker && next.won ? 1 : "",
            hint: "",
            rank: "",
            about: "",
          },
          document.activeElement?.dataset.keep === "question" ? "question" : "ask",
          next.won
            ? `${told} Found with ${count(questions.length + 1, "question")}.`
            : `Question ${questions.length + 1}, ${told}`,
        );
      } catch (error) {
        complaint.textContent = error.message;
      }
    };
    const undo = () =>
      follow(
        {
          ...params,
          up: "",
          q: questions.slice(0, -1).join("."),
          a: params.codemaker ? game.answers.slice(0, -1).join(".") : "",
        },
        "undo",
        `Question ${questions.length} was taken back.`,
      );
    const { list, codemaker, hard } = params,
      same = { list, codemaker, hard };
    const fresh = h(
      "button",
      {
        type: "button",
        "data-keep": "fresh",
        class: over ? "primary" : "",
        onclick: () => follow(same, "question", "A new game."),
      },
      "New game",
    );
    explorer.put(
      place,
      h(
        "div",
        { class: "stage" },
        card(
          null,
          !history.length && !over && h("p", { class: "lead" }, `Find the secret. ${board.lead}`),
          boardRows(board, history),
          game.won && h("p", { class: "won-line" }, `Found with ${count(history.length, "question")}.`),
          params.up &&
            !game.won &&
            h(
              "p",
              { class: "won-line" },
              codemaker ? "No secret was chosen; one that gives all these answers is " : "The secret was ",
              board.shown(game.secret),
            ),
          !over && asking(board, ask, complaint, history),
          h(
            "p",
            { class: "actions" },
            fresh,
            !over &&
              h(
                "button",
                { type: "button", onclick: () => follow({ ...params, up: 1 }, "fresh", "You gave up.") },
                "Give up",
              ),
            history.length > 0 &&
              !over &&
              h("button", { type: "button", "data-keep": "undo", onclick: undo }, "Take back"),
          ),
        ),
        h(
          "div",
          { class: "cards" },
          over
            ? [besideBest(board, game.secret, history, game.won), reviewCard(board, history)]
            : [hintCard(board, history, params, ask), rankCard(board, history, params, ask)],
        ),
      ),
      gameData(board, history, { side: "guess", won: game.won }),
    );
    settle(place, over ? "fresh" : "question");
  }

  Object.assign(explorer, { guessing });
})();
