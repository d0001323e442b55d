// A board of pegs: how words and answers are written and read aloud, and what is known of a state of play.
// Words and answers are texts here, as the package writes them; a history has steps [question, answer].
// Boards of words say the same (`wordboards.js`); how both look is in `boardlooks.js`.
"use strict";
(() => {
  const { count, SYMBOLS, rulesOf } = explorer;
  const MARKS = { b: "is not in the word", y: "is elsewhere", g: "is right" };
  // Marks as they are typed: digits, and the squares that players show each other, also those of high contrast.
  const TYPED = {
    0: "b",
    1: "y",
    2: "g",
    "⬛": "b",
    "⬜": "b",
    "🟨": "y",
    "🟩": "g",
    "🟦": "y",
    "🟧": "g",
    "\ufe0f": "",
  };
  const saidMarks = (told, question = "") =>
    [...told].map((mark, i) => `${question[i] ? `${question[i]} ` : ""}${MARKS[mark]}`).join(", ");
  const typedMarks = (text) => [...text].map((sign) => TYPED[sign] ?? sign).join("");
  const pegs = (number, name) => `${number} ${number === "1" ? name.replace(/s$/, "") : name}`;
  // What answers say, by the rule of a game (docs/explore.md), as *lead* and for one answer.
  const LOOKS = {
    pegs: {
      lead: ([exact, misplaced], isAlias) => {
        const kinds = [exact, misplaced].map((name) =>
          isAlias ? name?.replace(/s$/, "") : name && `${name} pin`,
        );
        return (
          `A ${kinds[0]} stands for a peg with the right colour in the right place` +
          (misplaced ? `, a ${kinds[1]} for a right colour in the wrong place.` : ".")
        );
      },
      said: (told, called) =>
        told
          .split(",")
          .map((number, i) => pegs(number, called[i]))
          .join(", "),
    },
    sum: {
      lead: () => "The answer is how many colours both words have in common, wherever they stand.",
      said: (told) => (told === "won" ? "it is the secret" : `${told} in common`),
    },
    marks: {
      lead: () =>
        "Each cell of a question is marked: g if it is right, y if the secret has its colour elsewhere, b if not.",
      said: (told, _, question) => saidMarks(told, question),
    },
    own: { lead: () => "", said: (told) => told },
  };
  const MOST_BUTTONS = 48;
  const live = () => explorer.index().live;

  function query(board, history, more = []) {
    const pairs = [
      ...board.size,
      ...history.map(([question, told]) => ["after", `${question}:${told}`]),
      ...more,
    ];
    return `${board.name}?${new URLSearchParams(pairs)}`;
  }

  class PegBoard {
    constructor(name, pegs, colours) {
      const { game, title, called, usual, rule, alias } = rulesOf(name);
      Object.assign(this, { name, game, pegs, colours, called, rule, isNamed: alias });
      const { repeats, secrets_repeat } = rulesOf(name);
      Object.assign(this, { repeats, secretsRepeat: secrets_repeat });
      this.address = alias && String(usual) === String([pegs, colours]) ? name : `${name}-${pegs}-${colours}`;
      Object.assign(this, { short: title, sized: `${count(pegs, "peg")}, ${count(colours, "colour")}` });
      this.size = [
        ["pegs", pegs],
        ["colours", colours],
      ];
      this.rules = explorer.answersOf(game, pegs);
      this.answers = this.rules.texts;
      this.winning = this.rules.winning;
      this.hasHints = live()
        ? explorer.wordCount(game, pegs, colours) <= 12 ** 12 && colours <= 65536
        : explorer.isListable(game, pegs, colours);
    }
    // What can be answered; none where they are too many for a button each.
    get possibleAnswers() {
      return this.rules.given.length <= MOST_BUTTONS ? this.rules.given : [];
    }
    get lead() {
      const where = this.repeats && !this.secretsRepeat ? " in a question, but not in the secret" : "";
      const often = this.repeats ? `a colour may occur several times${where}` : "no colour occurs twice";
      const words = `${count(this.pegs, "peg")}, each in one of ${count(this.colours, "colour")}; ${often}.`;
      return `${words} ${LOOKS[this.rule].lead(this.called, this.isNamed)}`.trim();
    }
    get letters() {
      return this.colours <= 36 ? SYMBOLS.slice(0, this.colours) : "";
    }
    get example() {
      return explorer.wordText(
        Array.from(
          { length: this.pegs },
          (_, i) => (this.secretsRepeat ? Math.floor(i / 2) : i) % this.colours,
        ),
        this.colours,
      );
    }
    cells(text) {
      return explorer.parseWord(text, this.game, this.pegs, this.colours);
    }
    parse(text) {
      return explorer.wordText(this.cells(text), this.colours);
    }
    saidWord(text) {
      const cells = explorer.cellsOf(text);
      const names = explorer.index().colour_names;
      return this.colours <= names.length && !this.isNamed
        ? cells.map((cell) => `${cell} ${names[SYMBOLS.indexOf(cell)]}`).join(", ")
        : cells.join(" ");
    }
    said(told, question) {
      return LOOKS[this.rule].said(told, this.called, question);
    }
    typed(text) {
      return this.rule === "marks" ? typedMarks(text) : text;
    }
    answerTo(secret, question) {
      return this.answers[this.rules.number(this.cells(secret), this.cells(question))];
    }
    async kept(seed, questions, up) {
      const next = drawn(seed),
        secret = [];
      while (secret.length < this.pegs) {
        const cell = Math.floor(next() * this.colours);
        if (this.secretsRepeat || !secret.includes(cell)) secret.push(cell);
      }
      const text = explorer.wordText(secret, this.colours),
        answers = questions.map((question) => this.answerTo(text, question));
      const won = answers.at(-1) === this.winning;
      return { answers, won, secret: won || up ? text : null };
    }
    steps(history) {
      return history.map(([question, told]) => [this.cells(question), this.answers.indexOf(told)]);
    }
    async hint(history, rule, onProgress, signal) {
      if (live()) return explorer.askHint(`hint/${query(this, history, rule ? [["rule", rule]] : [])}`);
      return explorer.hintOf(
        this.game,
        this.pegs,
        this.colours,
        this.steps(history),
        rule ? [rule] : undefined,
        onProgress,
        signal,
      );
    }
    get theorems() {
      return explorer
        .index()
        .theorems.filter(
          (one) =>
            one.real &&
            !one.boards &&
            one.extra === "exact" &&
            one.game === this.game &&
            one.pegs === this.pegs,
        );
    }
    get trees() {
      return explorer
        .index()
        .trees.filter(([, , of]) => of === `${this.game}-${this.pegs}-${this.colours}`)
        .map(([name]) => name);
    }
    async walk(by, onProgress) {
      return by.startsWith("tree/")
        ? new explorer.StoredWalk(await explorer.load(by))
        : new explorer.TheoremWalk(await explorer.load(`strategy/${by}`, onProgress), this.colours);
    }
    asked(walk, at) {
      const question = walk.question(at);
      return typeof question === "string" ? question : explorer.wordText(question, this.colours);
    }
    // The way of the best strategy to a secret; null where that needs Python.
    async best(secret, history) {
      if (live()) return explorer.ask(`best/${query(this, history, [["secret", secret]])}`);
      const theorem = this.theorems.find((one) => one.objective === "expected");
      if (!theorem) return null;
      const walk = await this.walk(theorem.theorem),
        asked = [],
        left = [];
      for (let at = walk.start(); ;) {
        const question = this.asked(walk, at),
          told = this.answerTo(secret, question);
        asked.push([question, told]);
        if (told === this.winning) break;
        [, at] = walk.after(at).find(([number]) => this.answers[number] === told);
        left.push(Number(walk.secrets(at)));
      }
      const total = explorer.valueAt({ formula: walk.doc.formula }, this.colours);
      const small = this.hasHints ? this.steps(history) : null;
      return {
        name: "the best strategy",
        how: "the theorem",
        asked,
        left,
        average: `${total}/${explorer.secretCount(this.game, this.pegs, this.colours)}`,
        yours: history.map((_, i) =>
          small ? explorer.leftOf(this.game, this.pegs, this.colours, small.slice(0, i + 1)).length : null,
        ),
      };
    }
  }

  // A generator of numbers from 0 to 1 that a seed fixes (Mulberry32, T. Ettinger).
  function drawn(seed) {
    let state = seed >>> 0;
    return () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = Math.imul(state ^ (state >>> 15), state | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  }

  Object.assign(explorer, { MARKS, saidMarks, typedMarks, query, drawn, PegBoard });
})();
