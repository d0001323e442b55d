// What is played: a board of pegs, or a game with the words of a list.  Both say the same of a game:
// how words and answers are written, shown and read aloud, and what is known of a state of play.
// Words and answers are texts here, as the package writes them; a history has steps [question, answer].
"use strict";
(() => {
  const { h, word, answer, count, decimal, RULES, SYMBOLS } = explorer;
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
  // In capitals, letter by letter: that of ß would be two.
  const big = (text) =>
    [...text]
      .map((letter) => ([...letter.toUpperCase()].length === 1 ? letter.toUpperCase() : letter))
      .join("");
  const QWERTY = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
  const MOST_KEYS = 48,
    ROWS = 3;
  const BULLS = "bulls-and-cows";
  // Games by what players call them, and what they mean when they say nothing else.
  const PLAYED = Object.fromEntries(
    Object.entries(RULES).map(([name, { title, repeats }]) => [
      name,
      { game: name, title: title.replace(" (Bulls and Cows)", ""), usual: repeats ? [4, 6] : [4, 10] },
    ]),
  );
  PLAYED[BULLS] = { game: "ab", title: "Bulls and Cows", usual: [4, 10], called: ["bull", "cow"] };
  const loaded = new Map();

  // What changed is said to those who do not see it.
  const voice = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
  document.body.append(voice);
  explorer.say = (text) => {
    voice.textContent = "";
    setTimeout(() => {
      voice.textContent = text;
    }, 60);
  };
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
      const { game, title, called = ["black", "white"], usual } = PLAYED[name];
      Object.assign(this, { name, game, pegs, colours, called, isNamed: name === BULLS });
      this.address =
        name === BULLS && String(usual) === String([pegs, colours]) ? name : `${name}-${pegs}-${colours}`;
      Object.assign(this, { short: title, sized: `${count(pegs, "peg")}, ${count(colours, "colour")}` });
      this.size = [
        ["pegs", pegs],
        ["colours", colours],
      ];
      this.white = RULES[game].white;
      this.pins = explorer.answersOf(game, pegs);
      this.answers = this.pins.map((pins) => pins.join(","));
      this.winning = this.answers.at(-1);
      this.hasHints = live()
        ? explorer.wordCount(game, pegs, colours) <= 12 ** 12 && colours <= 65536
        : explorer.isListable(game, pegs, colours);
    }
    get possibleAnswers() {
      return this.answers.filter(
        (text, i) => !(this.white && this.pins[i][0] === this.pegs - 1 && this.pins[i][1] === 1),
      );
    }
    get lead() {
      const { repeats } = RULES[this.game],
        [exact, misplaced] = this.called;
      const words = `${count(this.pegs, "peg")}, each in one of ${count(this.colours, "colour")}; ${repeats ? "a colour may occur several times" : "no colour occurs twice"}.`;
      const pin = this.isNamed ? ["A bull", "a cow"] : [`A ${exact} pin`, `a ${misplaced} pin`];
      return `${words} ${pin[0]} stands for a peg with the right colour in the right place${this.white ? `, ${pin[1]} for a right colour in the wrong place` : ""}.`;
    }
    get letters() {
      return this.colours <= 36 ? SYMBOLS.slice(0, this.colours) : "";
    }
    get example() {
      return explorer.wordText(
        Array.from(
          { length: this.pegs },
          (_, i) => (RULES[this.game].repeats ? Math.floor(i / 2) : i) % this.colours,
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
    shown(text) {
      if (this.colours > 36) return h("code", {}, text);
      const one = word(text);
      one.setAttribute("aria-label", this.saidWord(text));
      return one;
    }
    said(told) {
      const plural = (number, noun) => (this.isNamed && number !== 1 ? `${noun}s` : noun);
      return told
        .split(",")
        .map((number, i) => `${number} ${plural(Number(number), this.called[i])}`)
        .join(", ");
    }
    told(text) {
      return this.isNamed
        ? h("span", { class: "answer said" }, this.said(text))
        : answer(text.split(",").map(Number));
    }
    answerTo(secret, question) {
      return this.answers[explorer.answerNumber(this.white, this.cells(secret), this.cells(question))];
    }
    async kept(seed, questions, up) {
      const next = drawn(seed),
        secret = [];
      while (secret.length < this.pegs) {
        const cell = Math.floor(next() * this.colours);
        if (RULES[this.game].repeats || !secret.includes(cell)) secret.push(cell);
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
      const small = this.hasHints ? this.steps(history) : null;
      return {
        name: "the best strategy",
        how: "the theorem",
        asked,
        left,
        average: `${explorer.valueAt({ formula: walk.doc.formula }, this.colours)}/${explorer.wordCount(this.game, this.pegs, this.colours)}`,
        yours: history.map((_, i) =>
          small ? explorer.leftOf(this.game, this.pegs, this.colours, small.slice(0, i + 1)).length : null,
        ),
      };
    }
  }

  class WordBoard {
    constructor(name, title, list) {
      const about = listsKnown().find((one) => one.name === list);
      Object.assign(this, {
        name,
        list,
        size: [["list", list]],
        theorems: [],
        trees: [],
        hasHints: true,
        letters: "",
        answers: null,
        isNamed: false,
      });
      this.address = name;
      this.about =
        about &&
        `${count(about.words, "word")} of ${count(about.letters, "letter")}${about.more ? `, and ${count(about.more, "word")} more that may be asked` : ""}`;
      Object.assign(this, { short: title, sized: this.about || "no list of words yet" });
      this.letterCount = about ? about.letters : 5;
    }
    // The letters of a keyboard in its rows, none when they are too many.
    get keyboard() {
      const letters = [...(this.about ? listsKnown().find((one) => one.name === this.list).alphabet : "")];
      if (letters.every((letter) => letter >= "a" && letter <= "z"))
        return letters.length ? QWERTY.map((row) => [...row]) : [];
      const wide = Math.ceil(letters.length / ROWS);
      return letters.length > MOST_KEYS
        ? []
        : Array.from({ length: ROWS }, (_, row) => letters.slice(row * wide, (row + 1) * wide));
    }
    marks() {
      return {};
    }
    get lead() {
      return `The words are those of the list “${this.list}”${this.about ? `: ${this.about}` : ""}.`;
    }
    get example() {
      return "";
    }
    parse(text) {
      return text.trim().normalize("NFC").toLowerCase();
    }
    typed(text) {
      return text;
    }
    saidWord(text) {
      return text;
    }
    shown(text) {
      return h("span", { class: "letters", dir: "auto" }, big(text));
    }
    said(told) {
      return told;
    }
    told(text) {
      return h("span", { class: "told" }, text);
    }
    kept(seed, questions, up) {
      return explorer.ask(
        `keep/${query(this, [], [["seed", seed], ...questions.map((one) => ["asked", one]), ...(up ? [["up", 1]] : [])])}`,
      );
    }
    hint(history, rule) {
      return explorer.askHint(`hint/${query(this, history, rule ? [["rule", rule]] : [])}`);
    }
    best(secret, history) {
      return explorer.ask(`best/${query(this, history, [["secret", secret]])}`);
    }
  }

  // An answer is a mark for each letter, shown on the letters themselves.
  class WordleBoard extends WordBoard {
    said(told, question = "") {
      return [...told].map((mark, i) => `${question[i] ? `${question[i]} ` : ""}${MARKS[mark]}`).join(", ");
    }
    line(question, told) {
      return h(
        "span",
        {
          class: "squares",
          dir: "auto",
          role: "img",
          "aria-label": `${question}: ${this.said(told, question)}`,
        },
        [...question].map((letter, i) => h("span", { class: `square ${told[i]}` }, big(letter))),
      );
    }
    told(text) {
      return this.line(text, text);
    }
    typed(text) {
      return [...text].map((sign) => TYPED[sign] ?? sign).join("");
    }
    // The best that is known of each letter.
    marks(history) {
      const best = {};
      for (const [question, told] of history)
        [...question].forEach((letter, i) => {
          if ("byg".indexOf(told[i]) > (best[letter] ? "byg".indexOf(best[letter]) : -1))
            best[letter] = told[i];
        });
      return best;
    }
    // A button for each letter, which goes through the marks; what is pressed goes to the field.
    keys(question, input) {
      const marks = [...question].map(() => "b"),
        show = () => {
          input.value = marks.join("");
        };
      show();
      input.addEventListener("focus", () => input.select());
      return h(
        "div",
        {
          class: "squares",
          dir: "auto",
          role: "group",
          "aria-label": "Press a letter until its mark is right",
        },
        [...question].map((letter, i) =>
          h(
            "button",
            {
              type: "button",
              class: "square b",
              "aria-label": `${letter} ${MARKS.b}`,
              onclick: ({ currentTarget }) => {
                marks[i] = { b: "y", y: "g", g: "b" }[marks[i]];
                currentTarget.className = `square ${marks[i]}`;
                currentTarget.setAttribute("aria-label", `${letter} ${MARKS[marks[i]]}`);
                show();
              },
            },
            big(letter),
          ),
        ),
      );
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

  const listsKnown = () => [...explorer.index().lists, ...loaded.values()];
  // Give a list to the server; what it is called.
  async function loadList(words, allowed) {
    const about = await explorer.send("words", `${words}\0${allowed}`);
    loaded.set(about.name, about);
    return about.name;
  }
  const isWords = (name) => explorer.index().word_games.find(([other]) => other === name);
  // The board of an address, `mastermind-4-6`, `bulls-and-cows` or `jotto` with a list.
  function boardOf(name, list) {
    const words = isWords(name);
    if (words) return new (name === "wordle" ? WordleBoard : WordBoard)(...words, list);
    const [, game, ...numbers] = /^([a-z-]+?)(?:-(\d+)-(\d+))?$/.exec(name) || [];
    const known = Object.hasOwn(PLAYED, game) && PLAYED[game],
      [pegs, colours] = known && !numbers[0] ? known.usual : numbers.map(Number);
    if (
      !known ||
      !(pegs >= 1 && pegs <= 8) ||
      !(colours >= 1 && colours <= 100000) ||
      !explorer.wordCount(known.game, pegs, colours)
    )
      throw new Error(`There is no game ${name}; one is like mastermind-4-6.`);
    return new PegBoard(game, pegs, colours);
  }
  // How good a strategy is beside somebody's game, in a sentence.
  function comparison({ name, average, how, asked }, taken) {
    const mean = average === null ? "" : ` takes ${decimal(average).toFixed(2)} on average (${how}), and`;
    const those = asked.length === 1 ? "this question" : `these ${asked.length} questions`;
    return `You ${taken === null ? "gave up" : `took ${taken}`}; ${name}${mean} would have asked ${those}.`;
  }

  Object.assign(explorer, { MARKS, big, boardOf, isWords, listsKnown, loadList, comparison, PLAYED });
})();
