// The rules of the games of pegs: answers and words.
"use strict";
(() => {
  const { SYMBOLS } = explorer;
  const STAR = -1;
  const EXTRA = -2;

  const RULES = {
    __proto__: null,
    mastermind: { title: "Mastermind", repeats: true, white: true },
    ab: { title: "AB game (Bulls and Cows)", repeats: false, white: true },
    "black-peg": { title: "Black-peg Mastermind", repeats: true, white: false },
    "black-peg-ab": { title: "Black-peg AB game", repeats: false, white: false },
  };

  // The number of an answer: by pins in all, and then by black ones.
  function answerNumber(white, secret, question) {
    let black = 0,
      both = 0;
    const used = [];
    for (let i = 0; i < secret.length; i++) if (secret[i] === question[i]) black++;
    if (!white) return black;
    for (const cell of question) {
      for (let i = 0; i < secret.length; i++) {
        if (!used[i] && secret[i] === cell) {
          used[i] = true;
          both++;
          break;
        }
      }
    }
    return (both * (both + 1)) / 2 + black;
  }

  function answersOf(game, pegs) {
    if (!RULES[game].white) return Array.from({ length: pegs + 1 }, (_, black) => [black]);
    const answers = [];
    for (let both = 0; both <= pegs; both++)
      for (let black = 0; black <= both; black++) answers.push([black, both - black]);
    return answers;
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
    if (!RULES[game].repeats && new Set(cells).size < pegs)
      throw new Error("No colour may occur twice in this game.");
    return cells;
  }

  function words(game, pegs, colours) {
    const all = [],
      word = [];
    const extend = () => {
      if (word.length === pegs) {
        all.push([...word]);
        return;
      }
      for (let colour = 0; colour < colours; colour++) {
        if (!RULES[game].repeats && word.includes(colour)) continue;
        word.push(colour);
        extend();
        word.pop();
      }
    };
    extend();
    return all;
  }

  function wordCount(game, pegs, colours) {
    let product = 1;
    for (let i = 0; i < pegs; i++) product *= RULES[game].repeats ? colours : Math.max(0, colours - i);
    return product;
  }

  Object.assign(explorer, {
    STAR,
    EXTRA,
    RULES,
    answerNumber,
    answersOf,
    wordText,
    parseWord,
    words,
    wordCount,
  });
})();
