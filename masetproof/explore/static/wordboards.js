// Boards of words, whose list the server has, and the board of an address.
"use strict";
(() => {
  const { count, query, rulesOf, saidMarks, typedMarks, PegBoard } = explorer;
  // In capitals, letter by letter: that of ß would be two.
  const big = (text) =>
    [...text]
      .map((letter) => ([...letter.toUpperCase()].length === 1 ? letter.toUpperCase() : letter))
      .join("");
  const QWERTY = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
  const MOST_KEYS = 48;
  const ROWS = 3;
  const MOST_PEGS = 8;
  const loaded = new Map();

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
        `${count(about.words, "word")} of ${count(about.letters, "letter")}` +
          (about.more ? `, and ${count(about.more, "word")} more that may be asked` : "");
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
    said(told) {
      return told;
    }
    kept(seed, questions, up) {
      const asked = questions.map((one) => ["asked", one]);
      return explorer.ask(`keep/${query(this, [], [["seed", seed], ...asked, ...(up ? [["up", 1]] : [])])}`);
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
      return saidMarks(told, question);
    }
    typed(text) {
      return typedMarks(text);
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
    const known = rulesOf(game),
      [pegs, colours] = known && !numbers[0] ? known.usual : numbers.map(Number);
    if (
      !known ||
      !(pegs >= 1 && pegs <= MOST_PEGS && explorer.answersOf(game, pegs)) ||
      !(colours >= 1 && colours <= 100000) ||
      !explorer.secretCount(known.game, pegs, colours)
    )
      throw new Error(`There is no game ${name}; one is like mastermind-4-6.`);
    return new PegBoard(game, pegs, colours);
  }

  Object.assign(explorer, { MOST_PEGS, big, WordBoard, WordleBoard, listsKnown, loadList, isWords, boardOf });
})();
