// Which game is played, on which side, and with which list of words.
"use strict";
(() => {
  const { count, h, field, choice, MOST_PEGS, CODEMAKERS, hasMarks, isListed } = explorer;

  function gameSettings(board, params) {
    const side = params.side === "answer" ? "answer" : "guess";
    const go = (name, next = {}) => {
      location.hash = `#/play/${name}${(next.side ?? side) === "answer" ? "?side=answer" : ""}`;
    };
    const words = explorer.index().word_games,
      { game, pegs, colours } = board;
    const sized = (name, more, most) => {
      const { secrets_repeat, answers } = explorer.rulesOf(name),
        pegs = answers ? Math.min(more, MOST_PEGS, ...Object.keys(answers).map(Number).slice(-1)) : more;
      go(`${name}-${pegs}-${secrets_repeat ? most : Math.max(pegs, most)}`);
    };
    const whole = (least, most, act) => (event) => {
      const value = Number(event.target.value);
      if (Number.isInteger(value) && value >= least && value <= most) act(value);
    };
    const games = [
      ...Object.entries(explorer.index().games).map(([name, { title }]) => [name, title]),
      ...words,
    ];
    const chosen = (name) =>
      !explorer.rulesOf(name) || !pegs || explorer.rulesOf(name).alias
        ? go(name)
        : sized(name, pegs, colours);
    const sides = h(
      "div",
      { class: "sides", role: "group", "aria-label": "Your side" },
      [
        ["guess", "I guess"],
        ["answer", "The program guesses"],
      ].map(([value, text]) =>
        h(
          "button",
          {
            type: "button",
            class: value === side ? "current button" : "",
            "aria-pressed": String(value === side),
            onclick: () =>
              explorer.go({ list: params.list, hard: params.hard, side: value === "answer" ? value : "" }),
          },
          text,
        ),
      ),
    );
    const fields = h(
      "div",
      { class: "controls" },
      field("Game", choice(games, board.name, chosen, { name: "game" })),
      game &&
        field(
          "Pegs",
          h("input", {
            type: "number",
            name: "pegs",
            min: 1,
            max: MOST_PEGS,
            value: pegs,
            onchange: whole(1, MOST_PEGS, (value) => sized(board.name, value, colours)),
          }),
        ),
      game &&
        field(
          "Colours",
          h("input", {
            type: "number",
            name: "colours",
            min: 1,
            max: 100000,
            value: colours,
            onchange: whole(1, 100000, (value) => sized(board.name, pegs, value)),
          }),
        ),
      side === "guess" && codemakerField(board, params),
      hardField(board, params),
      !game && explorer.index().live && loader(params),
    );
    // On a phone the game itself comes first.
    return [
      sides,
      matchMedia("(min-width: 601px)").matches
        ? fields
        : h("details", { class: "settings" }, h("summary", {}, `${board.sized}: change`), fields),
    ];
  }

  // Who answers, where the program has a secret or pretends to.
  const codemakerField = (board, { list, hard, codemaker = "" }) =>
    explorer.index().live &&
    isListed(board) &&
    field(
      "The program",
      choice(CODEMAKERS, codemaker, (value) => explorer.go({ list, hard, codemaker: value }), {
        name: "codemaker",
      }),
    );

  const hardField = (board, { list, side, codemaker, hard }) =>
    explorer.index().live &&
    hasMarks(board) &&
    field(
      "Hard mode",
      h("input", {
        type: "checkbox",
        name: "hard",
        checked: Boolean(hard),
        onchange: (event) => explorer.go({ list, side, codemaker, hard: event.target.checked ? 1 : "" }),
      }),
    );

  // Which list is played with, and how another one is loaded.
  function loader(params) {
    const told = h("p", { class: "complaint", role: "alert" });
    const load = async (words, allowed) => {
      try {
        explorer.go({ side: params.side, list: await explorer.loadList(words, allowed) });
      } catch (error) {
        told.textContent = error.message;
      }
    };
    const lists = explorer.listsKnown();
    const texts = [
      ["words", "Words, one on each line, perhaps each with its weight: crane 3"],
      ["allowed", "More words that may only be asked, if any"],
    ].map(([name, title]) => {
      const area = h("textarea", { name, rows: 3, "aria-label": title, placeholder: "a word on each line" });
      const file = h("input", {
        type: "file",
        "aria-label": `${title}: from a file`,
        accept: ".txt,text/plain",
        onchange: async () => {
          if (file.files[0]) area.value = await file.files[0].text();
        },
      });
      return [h("span", {}, title), area, file];
    });
    const other = h(
      "form",
      {
        class: "loader",
        onsubmit: (event) => {
          event.preventDefault();
          load(...texts.map(([, area]) => area.value));
        },
      },
      texts,
      h("p", {}, h("button", {}, "Use these words")),
    );
    return h(
      "div",
      { class: "loader" },
      lists.length > 0 &&
        field(
          "List",
          choice(
            [
              ...(lists.some(({ name }) => name === params.list) ? [] : [["", "choose one"]]),
              ...lists.map(({ name, words }) => [name, `${name}, ${count(words, "word")}`]),
            ],
            params.list || "",
            (value) => explorer.go({ side: params.side, list: value }),
            { name: "list" },
          ),
        ),
      params.list ? h("details", {}, h("summary", {}, "Another list of words"), other) : other,
      told,
    );
  }

  Object.assign(explorer, { gameSettings });
})();
