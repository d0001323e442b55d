// Patterns: as texts, what a question leaves of them, which are isomorphic, how many secrets they have.
"use strict";
(() => {
  const { SYMBOLS, STAR, EXTRA, wordText, answersOf, rulesOf } = explorer;

  const cellOf = (symbol) => (symbol === "*" ? STAR : symbol === "a" ? EXTRA : SYMBOLS.indexOf(symbol));
  const parseCells = (text) => [...text].map(cellOf);

  function parsePattern(text) {
    const match = /^\s*\{([0-9A-Z*|\s]+)\}\s*$/.exec(text);
    if (!match) throw new Error("A pattern is written like {0*|*0}: clauses of colours and stars.");
    const clauses = match[1].split("|").map((clause) => parseCells(clause.trim()));
    if (clauses.some((clause) => !clause.length || clause.length !== clauses[0].length))
      throw new Error("All clauses of a pattern have the same number of cells.");
    return clauses;
  }

  // The lexicographic order of lists of numbers.
  const compared = (one, other) => one.map((number, i) => number - other[i]).find(Boolean) || 0;

  const ranks = (clause) => clause.map((cell) => (cell === STAR ? 99 : cell));

  const patternText = (clauses) =>
    `{${[...clauses]
      .sort((one, other) => compared(ranks(one), ranks(other)))
      .map((clause) => wordText(clause, 0))
      .join("|")}}`;

  const coloursOf = (clauses) =>
    [...new Set(clauses.flat())].filter((cell) => cell >= 0).sort((a, b) => a - b);

  function normalized(clauses) {
    const colours = coloursOf(clauses);
    return clauses.map((clause) => clause.map((cell) => (cell === STAR ? STAR : colours.indexOf(cell))));
  }

  // What each answer leaves: patterns, not normalized, by the number of the answer.
  function splitPattern(game, clauses, question) {
    const known = coloursOf(clauses).length,
      fresh = [...new Set(question.filter((cell) => cell >= known))];
    const rules = answersOf(game, question.length),
      repeats = rulesOf(game).secrets_repeat,
      parts = rules.texts.map(() => []);
    for (const clause of clauses) {
      let extended = [[]];
      for (const cell of clause) {
        const choices = cell === STAR ? [...fresh, STAR] : [cell];
        extended = extended.flatMap((start) =>
          choices
            .filter((next) => repeats || next < 0 || !start.includes(next))
            .map((next) => [...start, next]),
        );
      }
      for (const one of extended) parts[rules.number(one, question)].push(one);
    }
    return parts;
  }

  const permutations = (items) =>
    items.length < 2
      ? [items]
      : items.flatMap((item, place) =>
          permutations(items.filter((_, i) => i !== place)).map((rest) => [item, ...rest]),
        );

  // Whether two normalized patterns are equal up to columns, colours and the order of clauses.
  function isomorphic(one, other) {
    if (one.length !== other.length || one[0].length !== other[0].length) return false;
    const pegs = one[0].length,
      wanted = new Set(other.map(String));
    const occurs = (clauses, columns) => {
      const places = new Map();
      for (const clause of clauses) {
        const stars = clause.filter((cell) => cell === STAR).length;
        columns.forEach((column, place) => {
          if (clause[column] === STAR) return;
          if (!places.has(clause[column])) places.set(clause[column], []);
          places.get(clause[column]).push(place * 9 + stars);
        });
      }
      return new Map([...places].map(([colour, where]) => [colour, where.sort().join()]));
    };
    const plain = [...Array(pegs).keys()];
    const seen = occurs(other, plain);
    if (coloursOf(one).length !== seen.size) return false;
    return permutations(plain).some((columns) => {
      const mine = occurs(one, columns),
        colours = [...mine.keys()];
      const rows = one.map((clause) => columns.map((column) => clause[column]));
      const image = new Map([[STAR, STAR]]);
      const fits = () =>
        rows.every(
          (row) =>
            row.some((cell) => !image.has(cell)) || wanted.has(String(row.map((cell) => image.get(cell)))),
        );
      const extend = (place) => {
        if (place === colours.length) return true;
        for (const [target, where] of seen) {
          if (where !== mine.get(colours[place]) || [...image.values()].includes(target)) continue;
          image.set(colours[place], target);
          if (fits() && extend(place + 1)) return true;
          image.delete(colours[place]);
        }
        return false;
      };
      return extend(0);
    });
  }

  // The number of secrets of a pattern, exact: clauses with s stars stand for m^s or m(m-1)... words.
  function secretsOf(game, clauses, m) {
    const repeats = rulesOf(game).secrets_repeat;
    let total = 0n;
    for (const clause of clauses) {
      let product = 1n,
        left = BigInt(m);
      for (const cell of clause) {
        if (cell !== STAR) continue;
        product *= left > 0n ? left : 0n;
        if (!repeats) left--;
      }
      total += product;
    }
    return total;
  }

  Object.assign(explorer, {
    parseCells,
    parsePattern,
    compared,
    patternText,
    normalized,
    isomorphic,
    secretsOf,
    splitPattern,
    coloursOf,
  });
})();
