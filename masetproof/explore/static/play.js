// Both sides of a game.  The address holds it: the seed of the secret, the questions, the answers.
"use strict";
(() => {
  const { h, card, group, count, crumbs, downloads, decimal, field, choice } = explorer;
  const SEEDS = 2 ** 31,
    MOST_DOTS = 12,
    SECONDS = 10;
  // Where the focus goes when the page is made again, and what is said then.
  let wanted = null,
    news = "";
  function follow(params, key, text = "") {
    [wanted, news] = [key, text];
    explorer.go(params);
  }
  const isTouched = () => matchMedia("(pointer: coarse)").matches;
  const isSmall = () => isTouched() || matchMedia("(max-width: 600px)").matches;
  const left = (doc) => `${doc.rough ? `${doc.rough} ` : ""}${count(doc.remaining, "secret")}`;

  function settings(board, params) {
    const side = params.side === "answer" ? "answer" : "guess";
    const go = (name, next = {}) => {
      location.hash = `#/play/${name}${(next.side ?? side) === "answer" ? "?side=answer" : ""}`;
    };
    const words = explorer.index().word_games,
      { game, pegs, colours } = board;
    const sized = (name, more, most) => {
      const { repeats } = explorer.RULES[explorer.PLAYED[name].game];
      go(`${name}-${more}-${repeats ? most : Math.max(more, most)}`);
    };
    const whole = (least, most, act) => (event) => {
      const value = Number(event.target.value);
      if (Number.isInteger(value) && value >= least && value <= most) act(value);
    };
    const games = [...Object.entries(explorer.PLAYED).map(([name, { title }]) => [name, title]), ...words];
    const chosen = (name) =>
      !explorer.PLAYED[name] || !pegs || name === "bulls-and-cows" ? go(name) : sized(name, pegs, colours);
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
            onclick: () => explorer.go({ list: params.list, side: value === "answer" ? value : "" }),
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
            max: 8,
            value: pegs,
            onchange: whole(1, 8, (value) => sized(board.name, value, colours)),
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
      ["words", "Words, one on each line"],
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

  function rows(board, history, notes = []) {
    return h(
      "ol",
      { class: "board", "aria-label": "Questions and answers" },
      history.map(([question, told], i) =>
        h(
          "li",
          {},
          board.line ? board.line(question, told) : [board.shown(question), board.told(told)],
          !board.isNamed && board.game && h("span", { class: "plain-answer", "aria-hidden": "true" }, told),
          notes[i],
        ),
      ),
    );
  }
  const isOnly = (doc) => String(doc.remaining) === "1" && !doc.rough;
  const numbers = (board, one) =>
    String(one.largest) === "1"
      ? `${count(one.parts, "possible answer")}; whichever comes, only one secret is left`
      : `${count(one.parts, "possible answer")}; on average ${group(Math.round(decimal(one.expected_size) * 10) / 10)} of the secrets will be left, at most ${group(one.largest)}`;

  const brief = (doc, one) =>
    `${doc.rough ? `${doc.rough} ` : ""}${group(doc.remaining)} left; after your answer ${group(Math.round(decimal(one.expected_size) * 10) / 10)} on average`;
  // A place that shows how long something takes, with a button that ends it; signal: of that button.
  function waiting(place, text) {
    const stop = new AbortController(),
      bar = h("progress", { max: 1, value: 0, "aria-label": text }),
      begin = performance.now();
    let known = false;
    const beat = setInterval(() => {
      if (!bar.isConnected) clearInterval(beat);
      else if (!known && explorer.index().live)
        bar.value = Math.min(1, (performance.now() - begin) / 1000 / SECONDS);
    }, 100);
    place.replaceChildren(
      h(
        "div",
        { class: "thinking" },
        h("p", { class: "quiet" }, `${text}… ${explorer.index().live ? `at most ${SECONDS} seconds` : ""}`),
        bar,
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              stop.abort();
              explorer.stopHint();
              place.replaceChildren();
            },
          },
          "Stop",
        ),
      ),
    );
    return {
      signal: stop.signal,
      onProgress: (part) => {
        known = true;
        bar.value = part;
      },
    };
  }

  // ------------------------------------------------------------------------------- hints
  function conflictText(board, doc, history) {
    return h(
      "div",
      { class: "conflict", role: "alert" },
      h(
        "p",
        {},
        doc.conflict.length === 1 ? "No secret gives this answer:" : "These answers contradict each other:",
      ),
      h(
        "ul",
        { class: "plain" },
        doc.conflict.map((index) =>
          h(
            "li",
            {},
            `question ${index + 1}: `,
            board.shown(history[index][0]),
            board.told(history[index][1]),
          ),
        ),
      ),
      doc.repair
        ? h(
            "p",
            {},
            `The smallest change that helps: the answer to question ${doc.repair.index + 1} becomes `,
            board.told(doc.repair.answer),
            board.game ? ` (${doc.repair.answer})` : "",
            doc.repair.remaining === null ? "" : `, which leaves ${count(doc.repair.remaining, "secret")}`,
            ".",
          )
        : h("p", {}, "Changing one answer does not help."),
    );
  }
  const possible = (board, doc) =>
    doc.possible.length > 0 &&
    h(
      "details",
      {},
      h(
        "summary",
        {},
        `All ${count(doc.possible.length, "secret")} that ${doc.possible.length === 1 ? "is" : "are"} left`,
      ),
      h(
        "p",
        { class: "chips small" },
        doc.possible.map((text) => board.shown(text)),
      ),
    );
  function hintText(board, doc, grade, use) {
    const beyond = doc.beyond && h("p", {}, doc.beyond);
    if (grade === 1)
      return [
        beyond,
        h("p", {}, h("strong", {}, left(doc)), doc.remaining === 1 ? " is left." : " are left."),
      ];
    if (grade === 2)
      return [beyond, h("p", {}, `${doc.direction[0].toUpperCase()}${doc.direction.slice(1)}.`)];
    const ask = (one) =>
      h(
        "button",
        {
          type: "button",
          class: "ask",
          "aria-label": `ask ${board.saidWord(one.question)}`,
          onclick: () => use(one.question),
        },
        board.shown(one.question),
      );
    if (isOnly(doc) && doc.questions.length)
      return [beyond, h("p", { class: "only" }, "Only ", ask(doc.questions[0]), " is left.")];
    return [
      beyond,
      h(
        "ul",
        { class: "suggestions" },
        doc.questions.map((one) =>
          h(
            "li",
            {},
            ask(one),
            h(
              "span",
              {},
              one.rules.map((rule) => [
                h("span", { class: rule === "optimal" ? "tag" : "tag more" }, rule),
                " ",
              ]),
              ` ${numbers(board, one)}; it ${one.consistent ? "may" : "cannot"} be the secret.`,
            ),
          ),
        ),
      ),
      doc.compared && h("p", { class: "quiet" }, `${group(doc.compared)} questions were compared.`),
      doc.rough &&
        h("p", { class: "quiet" }, "The secrets are too many to list: the numbers are those of a sample."),
      doc.total !== null &&
        h(
          "p",
          { class: "quiet" },
          `From here the best strategy takes ${(doc.total / doc.remaining).toFixed(4)} questions on average, by ${doc.by}.`,
        ),
      possible(board, doc),
    ];
  }
  function hints(board, history, params, use) {
    const place = h("div", { class: "hint", role: "status", "aria-live": "polite" });
    const tell = async (grade) => {
      params.hint = String(grade);
      explorer.keep(params);
      for (const button of buttons)
        button.setAttribute("aria-pressed", String(button.dataset.grade === params.hint));
      const { signal, onProgress } = waiting(place, "Thinking");
      explorer.leave = () => {
        explorer.stopHint();
        stop();
      };
      const stop = () => place.remove();
      try {
        const doc = await board.hint(history, null, onProgress, signal);
        if (!signal.aborted && params.hint === String(grade))
          place.replaceChildren(
            ...[doc.conflict ? conflictText(board, doc, history) : hintText(board, doc, grade, use)]
              .flat()
              .filter(Boolean),
          );
      } catch (error) {
        if (error.name !== "AbortError") place.replaceChildren(h("p", {}, error.message));
      }
    };
    const buttons = [
      [1, "How many are left"],
      [2, "What kind of question"],
      [3, "Which question"],
    ].map(([grade, text]) =>
      h(
        "button",
        {
          type: "button",
          "data-grade": grade,
          "aria-pressed": String(params.hint === String(grade)),
          onclick: () => tell(grade),
        },
        text,
      ),
    );
    if (!board.hasHints)
      return card(
        "Hints",
        h(
          "p",
          { class: "quiet" },
          explorer.index().live
            ? "This board is too large for hints."
            : "Hints for a board of this size need Python: 'masetproof explore' gives them.",
        ),
      );
    if (params.hint) tell(Number(params.hint));
    return card(
      "Hints",
      h("div", { class: "controls" }, buttons),
      place,
      explorer.index().live
        ? null
        : h(
            "p",
            { class: "quiet" },
            "On this static site hints come from rules only. 'masetproof explore' also searches, and says which question is optimal.",
          ),
    );
  }

  // ------------------------------------------------------------------------------- the end
  // The way of the best strategy to the same secret, beside what was asked.
  function beside(board, secret, history, won) {
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
              rows(board, history, leaves(found.yours)),
            ),
            h(
              "section",
              {},
              h("h3", {}, `${found.name[0].toUpperCase()}${found.name.slice(1)}: ${found.asked.length}`),
              rows(board, found.asked, leaves(found.left)),
            ),
          ),
        );
      } catch (error) {
        if (error.name !== "AbortError") place.replaceChildren(h("p", { class: "quiet" }, error.message));
      }
    })();
    return card("Beside the best strategy", place);
  }
  function asData(board, history, doc) {
    const list = [
        ["number", "question", "answer"],
        ...history.map(([question, told], i) => [i + 1, question, told]),
      ],
      name = `game-${board.address}`;
    const about = { game: board.game || board.name, ...Object.fromEntries(board.size) };
    return downloads(
      name,
      { ...about, ...doc, questions: history.map(([question, told]) => ({ question, answer: told })) },
      () => list,
      name,
    );
  }
  // When the page is there: focus where it was, the last row in sight, and what changed is said.
  function settle(place, fallback) {
    place.addEventListener("shown", () => {
      const key = wanted ?? (isTouched() ? null : fallback);
      const element =
        key && (place.querySelector(`[data-keep="${key}"]`) || place.querySelector("[data-keep=fresh]"));
      if (element) element.focus({ preventScroll: true });
      const row = place.querySelector(".lead, .board > li:last-child"),
        foot = place.querySelector(".now, .asking");
      if (row) {
        if (foot && getComputedStyle(foot).position === "sticky")
          row.style.scrollMarginBottom = `${foot.offsetHeight + 8}px`;
        row.scrollIntoView({ block: "nearest" });
      }
      if (wanted && news) explorer.say(news);
      [wanted, news] = [null, ""];
    });
  }

  // ------------------------------------------------------------------------------- I guess
  async function guessing(place, board, params) {
    if (!/^\d{1,10}$/.test(params.seed || "")) {
      params.seed = String(Math.floor(Math.random() * SEEDS));
      explorer.keep(params);
    }
    const seed = Number(params.seed),
      questions = params.q ? params.q.split(".").map((text) => board.parse(text)) : [];
    const game = await board.kept(seed, questions, params.up),
      over = game.won || params.up;
    const history = questions.map((question, i) => [question, game.answers[i]]);
    const complaint = h("p", { class: "complaint", role: "alert" });
    const ask = async (text) => {
      try {
        const question = board.parse(text),
          next = await board.kept(seed, [...questions, question]);
        const told = `${board.saidWord(question)}: ${board.said(next.answers.at(-1), question)}.`;
        follow(
          { ...params, q: [...questions, question].join("."), hint: "" },
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
        { ...params, up: "", q: questions.slice(0, -1).join(".") },
        "undo",
        `Question ${questions.length} was taken back.`,
      );
    const fresh = h(
      "button",
      {
        type: "button",
        "data-keep": "fresh",
        class: over ? "primary" : "",
        onclick: () => follow({ list: params.list }, "question", "A new game."),
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
          rows(board, history),
          game.won && h("p", { class: "won-line" }, `Found with ${count(history.length, "question")}.`),
          params.up &&
            !game.won &&
            h("p", { class: "won-line" }, "The secret was ", board.shown(game.secret)),
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
        over ? beside(board, game.secret, history, game.won) : hints(board, history, params, ask),
      ),
      asData(board, history, { side: "guess", won: game.won }),
    );
    settle(place, over ? "fresh" : "question");
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

  // ------------------------------------------------------------------------------- it guesses
  function strategies(board) {
    const theorems = board.theorems.map((one) => [one.theorem, `the theorem, ${one.objective} case`]);
    const stored = board.trees.map((name) => [`tree/${name}`, `the tree ${name}`]);
    const rules = board.hasHints
      ? [
          ...(explorer.index().live ? [["best", "the best question it finds"]] : []),
          ...explorer.ruleNames().map((rule) => [rule, rule]),
        ]
      : [];
    return [...theorems, ...stored, ...rules];
  }
  const isRule = (by) => by === "best" || explorer.ruleNames().includes(by);
  // The questions so far and the one that is asked now, with what is known: {questions, doc, one}.
  async function played(board, by, given, answers, onProgress) {
    const questions = [];
    if (!isRule(by)) {
      const walk = await board.walk(by, onProgress);
      let at = walk.start();
      for (const told of answers) {
        questions.push(board.asked(walk, at));
        const next = walk.after(at).find(([number]) => board.answers[number] === told);
        if (!next) return { questions, impossible: true };
        at = next[1];
      }
      const sizes = [
          ...walk.after(at).map(([, below]) => Number(walk.secrets(below))),
          ...(walk.mayWin(at) ? [1] : []),
        ],
        all = Number(walk.secrets(at));
      return {
        questions: [...questions, board.asked(walk, at)],
        doc: { remaining: String(walk.secrets(at)), rough: "", possible: [] },
        one: {
          parts: sizes.length,
          largest: Math.max(...sizes),
          expected_size: String(sizes.reduce((sum, size) => sum + size * (size / all), 0)),
        },
      };
    }
    for (;;) {
      const history = questions.map((question, i) => [question, answers[i]]);
      if (questions.length < answers.length && given[questions.length]) {
        questions.push(board.parse(given[questions.length]));
        continue;
      }
      const doc = await board.hint(history, by === "best" ? null : by);
      if (doc.conflict) return { questions, impossible: true, doc };
      const one = doc.questions.find(({ rules }) => rules.includes(by)) || doc.questions[0];
      questions.push(one.question);
      if (questions.length > answers.length) return { questions, doc, one };
    }
  }

  async function answering(place, board, params, onProgress) {
    const options = strategies(board);
    if (!options.length)
      throw new Error(
        `The program has no strategy for this game here: there is no theorem, and ${explorer.index().live ? "the board is too large" : "a board of this size needs Python ('masetproof explore')"}.`,
      );
    const by = options.some(([value]) => value === params.by) ? params.by : options[0][0];
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
          rows(
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
              told(board, doc, tell, complaint, { history, now, by }),
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
                onclick: () => follow({ side: "answer", by, list: params.list }, "answer", "A new game."),
              },
              "New game",
            ),
          ),
        ),
        card(
          "The program",
          field(
            "Strategy",
            choice(options, by, (value) => explorer.go({ side: "answer", list: params.list, by: value }), {
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
                h("strong", {}, left(doc)),
                String(doc.remaining) === "1" ? " is still possible." : " are still possible.",
              ),
              h(
                "p",
                {},
                "It asks ",
                board.shown(now),
                isOnly(doc) ? ", the only secret that is left." : `, which has ${numbers(board, one)}.`,
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
              possible(board, doc),
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
      ),
      asData(board, history, { side: "answer", strategy: by, won }),
    );
    const before = news;
    news = now
      ? `${before} Question ${answers.length + 1}: ${board.saidWord(now)}. ${left(doc)} left.`
      : clash
        ? `${before} These answers contradict each other.`
        : before;
    settle(place, answers.length ? "answer" : null);
  }
  function conflicting(board, history) {
    const { steps, repair } = explorer.conflictOf(
      board.game,
      board.pegs,
      board.colours,
      board.steps(history),
    );
    return { conflict: steps, repair };
  }
  // Where an answer is given: a button for each, or a field in which it is written as the game writes it.
  function told(board, doc, tell, complaint, { history, now, by }) {
    const texts = board.possibleAnswers || doc.answers;
    if (texts.length) {
      const winning = board.winning ?? doc.winning;
      return h(
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
            (board.game || text !== winning) && board.told(text),
            text === winning ? "that is my secret" : board.isNamed || !board.game ? "" : text,
          ),
        ),
      );
    }
    const input = h("input", {
      type: "text",
      name: "answer",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      "data-keep": "answer",
      "aria-label": "Your answer",
      placeholder: doc.like,
    });
    const give = async (text) => {
      text = board.typed(text);
      try {
        if (text !== doc.winning) await board.hint([...history, [now, text]], by === "best" ? null : by);
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
          give(input.value.trim().toLowerCase());
        },
      },
      board.keys && board.keys(now, input),
      input,
      h("button", { class: "primary" }, "Answer"),
      h("button", { type: "button", onclick: () => tell(doc.winning) }, "That is my secret"),
    );
  }

  explorer.pages.play = async (place, [name = "mastermind-4-6"], params, onProgress) => {
    const lists = explorer.listsKnown(),
      isWords = explorer.isWords(name);
    if (isWords && !params.list && lists.length) params.list = lists[0].name;
    const board = explorer.boardOf(name, params.list),
      title = `${board.short}: ${board.sized}`;
    explorer.put(
      place,
      crumbs(["Play", "#/play/mastermind-4-6"], [title]),
      h("h1", {}, `Play ${board.short}`),
      settings(board, params),
    );
    const needs =
      isWords &&
      (!explorer.index().live
        ? "Games of words need Python: 'masetproof explore --words FILE' plays them with a list of yours."
        : !params.list &&
          "Load a list of words, or start the explorer with one: 'masetproof explore --words FILE'.");
    if (needs) explorer.put(place, card(null, h("p", {}, needs)));
    else {
      try {
        await (params.side === "answer" ? answering : guessing)(place, board, params, onProgress);
      } catch (error) {
        if (!isWords || error.name === "AbortError") throw error;
        explorer.put(place, card(null, h("p", { role: "alert" }, error.message)));
      }
    }
    return title;
  };
})();
