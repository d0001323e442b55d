import assert from "node:assert/strict";
import { test } from "node:test";
import { GAMES, answered, everyWord, explorer } from "./loaded.mjs";

const { rulesOf, STAR, EXTRA, parseCells, parsePattern, patternText, coloursOf, compared } = explorer;
const { normalized, splitPattern, isomorphic, secretsOf, answersOf } = explorer;

test("patterns are read and written", () => {
  assert.deepEqual(parseCells("0*aZ"), [0, STAR, EXTRA, 35]);
  assert.deepEqual(parsePattern(" {0* | *0} "), [
    [0, STAR],
    [STAR, 0],
  ]);
  assert.equal(patternText(parsePattern("{*0|12|0*}")), "{0*|12|*0}"); // stars are last
  const not = "A pattern is written like {0*|*0}: clauses of colours and stars.";
  for (const text of ["0*|*0", "{0a}", "{}", ""]) assert.throws(() => parsePattern(text), { message: not });
  for (const text of ["{0*|0}", "{0*||1*}"])
    assert.throws(() => parsePattern(text), {
      message: "All clauses of a pattern have the same number of cells.",
    });
});

test("lists of numbers are compared cell by cell", () => {
  assert.ok(compared([1, 2], [1, 3]) < 0);
  assert.ok(compared([2, 0], [1, 9]) > 0);
  assert.equal(compared([1, 2], [1, 2]), 0);
});

test("explicit colours are numbered from 0 on", () => {
  const clauses = parsePattern("{7*|37}");
  assert.deepEqual(coloursOf(clauses), [3, 7]);
  assert.equal(patternText(normalized(clauses)), "{01|1*}");
});

// The secrets of a pattern: a star is one of the implicit colours.
function secrets(game, clauses, implicit) {
  return clauses.flatMap((clause) => {
    let words = [[]];
    for (const cell of clause)
      words = words.flatMap((word) =>
        (cell === STAR
          ? implicit.filter((colour) => rulesOf(game).secrets_repeat || !word.includes(colour))
          : [cell]
        ).map((colour) => [...word, colour]),
      );
    return words;
  });
}
const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);
const CASES = [
  ["{**}", "01"],
  ["{**}", "00"],
  ["{0*|*0}", "01"],
  ["{0*|*0}", "12"],
  ["{0*|*1|10}", "0a"],
  ["{0*1|*01|***}", "120"],
];

test("the parts of a question are the secrets with each answer", () => {
  for (const game of Object.keys(GAMES).filter((name) => !name.startsWith("black-peg")))
    for (const [text, asked] of CASES) {
      const clauses = parsePattern(text);
      const question = parseCells(asked);
      if (!rulesOf(game).repeats && new Set(question).size < question.length) continue;
      const known = coloursOf(clauses).length;
      const used = new Set(question.filter((cell) => cell >= known)).size;
      const parts = splitPattern(game, clauses, question).map((part) =>
        secrets(game, part, range(known + used, known + 4))
          .map(String)
          .sort(),
      );
      const expected = answersOf(game, question.length).texts.map((text) =>
        secrets(game, clauses, range(known, known + 4))
          .filter((secret) => answered(game, secret, question) === text)
          .map(String)
          .sort(),
      );
      assert.deepEqual(parts, expected, `${game} ${text} ${asked}`);
    }
});

test("the number of secrets is that of a list of them", () => {
  for (const game of ["mastermind", "ab"])
    for (const [text] of CASES)
      for (let m = 0; m < 5; m++) {
        const clauses = parsePattern(text);
        assert.equal(secretsOf(game, clauses, m), BigInt(secrets(game, clauses, range(10, 10 + m)).length));
      }
  assert.equal(secretsOf("mastermind", parsePattern("{********}"), 10 ** 6), 10n ** 48n);
});

test("patterns are isomorphic when columns and colours make them equal", () => {
  const arrangements = (things) =>
    things.length < 2
      ? [things]
      : things.flatMap((one) =>
          arrangements(things.filter((other) => other !== one)).map((rest) => [one, ...rest]),
        );
  const key = (clauses) => clauses.map(String).sort().join("|");
  // All that another order of columns and other names of colours make of a pattern.
  const orbit = (clauses) => {
    const all = new Set();
    for (const columns of arrangements(range(0, clauses[0].length)))
      for (const names of arrangements(coloursOf(clauses)))
        all.add(
          key(
            clauses.map((clause) =>
              columns.map((column) => (clause[column] === STAR ? STAR : names[clause[column]])),
            ),
          ),
        );
    return all;
  };
  const cells = everyWord(3, 3).map((word) => word.map((cell) => (cell === 2 ? STAR : cell)));
  const patterns = [];
  for (let i = 0; i < cells.length; i += 2)
    for (let j = i + 1; j < cells.length; j += 5) patterns.push(normalized([cells[i], cells[j]]));
  let equal = 0;
  for (const one of patterns) {
    const all = orbit(one);
    for (const other of patterns) {
      const expected = coloursOf(one).length === coloursOf(other).length && all.has(key(other));
      assert.equal(isomorphic(one, other), expected, `${patternText(one)} ${patternText(other)}`);
      equal += expected;
    }
  }
  assert.ok(equal > patterns.length && equal < patterns.length ** 2);
  assert.ok(isomorphic(parsePattern("{0*1}"), parsePattern("{10*}")));
  assert.ok(!isomorphic(parsePattern("{0*}"), parsePattern("{0**}")));
  assert.ok(!isomorphic(parsePattern("{0*}"), parsePattern("{0*|*0}")));
});
