// The rules of games of alike colours: answers and words.
"use strict";
(() => {
  const { SYMBOLS } = explorer;
  const STAR = -1;
  const EXTRA = -2;

  // Games by name, from the document `index`: each is a table of answers by the marks of a question.
  const rulesOf = (name) => {
    const { games } = explorer.index();
    return Object.hasOwn(games, name) ? games[name] : undefined;
  };

  const tables = new WeakMap();

  // The answers of a game, null where it has none for these pegs.  A cell is marked g (right), y (right
  // elsewhere) or b (neither); each mark has its weight, and their sum is the place in a table of numbers.
  function answersOf(name, pegs) {
    const rules = rulesOf(rulesOf(name)?.game),
      told = rules?.answers[pegs];
    if (!told) return null;
    if (!tables.has(told)) tables.set(told, new Answers(told, pegs, rules.moves));
    return tables.get(told);
  }

  class Answers {
    constructor(told, pegs, moves) {
      this.moves = moves;
      this.texts = told.map(([text]) => text);
      this.winning = this.texts.at(-1);
      // Those that some secret gives.
      this.given = told.filter(([, ...marks]) => marks.length).map(([text]) => text);
      this.weights = Array.from({ length: pegs }, (_, place) =>
        moves ? { b: 0, y: 3 ** place, g: 2 * 3 ** place } : { b: 0, y: 1, g: pegs + 1 },
      );
      this.table = [];
      this.marks = told.map(([, ...marks]) => marks);
      told.forEach(([, ...all], number) => all.forEach((marks) => (this.table[this.code(marks)] = number)));
    }
    code(marks) {
      return [...marks].reduce((sum, mark, place) => sum + this.weights[place][mark], 0);
    }
    // The number of the answer to a question.
    number(secret, question) {
      let code = 0,
        used = 0;
      for (let i = 0; i < question.length; i++)
        if (secret[i] === question[i]) {
          used |= 1 << i;
          code += this.weights[i].g;
        }
      const right = used;
      for (let i = 0; i < question.length; i++) {
        if ((right >> i) & 1) continue;
        for (let j = 0; j < secret.length; j++)
          if (!((used >> j) & 1) && secret[j] === question[i]) {
            used |= 1 << j;
            code += this.weights[i].y;
            break;
          }
      }
      return this.table[code];
    }
    // The number that an answer to a question gets where its column j becomes columns[j].  Of equal cells
    // the first ones are marked y, so that marks move only from colour to colour.
    moved(number, question, columns) {
      if (!this.moves) return number;
      const order = columns.map((_, column) => columns.indexOf(column)),
        others = (mark, place, marks) =>
          mark === "b" && question.some((cell, i) => i > place && cell === question[place] && marks[i] === "y");
      const marks = this.marks[number].find((some) => ![...some].some(others));
      const left = new Map();
      question.forEach((cell, i) => left.set(cell, (left.get(cell) || 0) + (marks[i] === "y")));
      const after = order.map((place) => {
        const cell = question[place];
        if (marks[place] === "g") return "g";
        left.set(cell, left.get(cell) - 1);
        return left.get(cell) >= 0 ? "y" : "b";
      });
      return this.table[this.code(after)];
    }
  }

  const wordText = (word, colours) =>
    colours > 36
      ? word.join(",")
      : word.map((cell) => (cell === STAR ? "*" : cell === EXTRA ? "a" : SYMBOLS[cell])).join("");

  function parseWord(text, game, pegs, colours) {
    const cells =
      colours > 36
        ? text.split(",").map((part) => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : NaN))
        : [...text.trim().toUpperCase()].map((symbol) => SYMBOLS.indexOf(symbol));
    const how = colours > 36 ? `${pegs} numbers with commas between them` : `${pegs} symbols`;
    if (cells.length !== pegs)
      throw new Error(
        `A word has ${how}, such as ${wordText(
          Array.from({ length: pegs }, (_, i) => i % colours),
          colours,
        )}.`,
      );
    if (cells.some((cell) => !(cell >= 0 && cell < colours)))
      throw new Error(
        `The colours are ${colours > 36 ? `0 to ${colours - 1}` : `${SYMBOLS[0]} to ${SYMBOLS[colours - 1]}`}.`,
      );
    if (!rulesOf(game).repeats && new Set(cells).size < pegs)
      throw new Error("No colour may occur twice in this game.");
    return cells;
  }

  function words(game, pegs, colours) {
    const all = [],
      word = [],
      { repeats } = rulesOf(game);
    const extend = () => {
      if (word.length === pegs) {
        all.push([...word]);
        return;
      }
      for (let colour = 0; colour < colours; colour++) {
        if (!repeats && word.includes(colour)) continue;
        word.push(colour);
        extend();
        word.pop();
      }
    };
    extend();
    return all;
  }

  // Whether a word that may be asked may be the secret, too.
  const isSecret = (game, word) => rulesOf(game).secrets_repeat || new Set(word).size === word.length;

  const secrets = (game, pegs, colours) => words(game, pegs, colours).filter((word) => isSecret(game, word));

  function counted(repeats, pegs, colours) {
    let product = 1;
    for (let i = 0; i < pegs; i++) product *= repeats ? colours : Math.max(0, colours - i);
    return product;
  }

  const wordCount = (game, pegs, colours) => counted(rulesOf(game).repeats, pegs, colours);
  const secretCount = (game, pegs, colours) => counted(rulesOf(game).secrets_repeat, pegs, colours);

  Object.assign(explorer, {
    STAR,
    EXTRA,
    rulesOf,
    answersOf,
    wordText,
    parseWord,
    words,
    isSecret,
    secrets,
    wordCount,
    secretCount,
  });
})();
