import assert from "node:assert/strict";
import { test } from "node:test";
import { everyWord, explorer, pins } from "./loaded.mjs";

const { RULES, STAR, EXTRA, answerNumber, answersOf, wordText, parseWord, words, wordCount } = explorer;
const GAMES = Object.keys(RULES);

test("answers are those of the definition", () => {
  for (const game of GAMES) {
    const { repeats, white } = RULES[game];
    const all = everyWord(3, 4, repeats);
    for (const secret of all)
      for (const question of all) {
        const expected = pins(secret, question);
        const number = answerNumber(white, secret, question);
        assert.deepEqual(answersOf(game, 3)[number], white ? expected : expected.slice(0, 1));
      }
  }
});

test("there are (p + 1)(p + 2) / 2 answers with white pins, and p + 1 without", () => {
  for (let pegs = 1; pegs < 8; pegs++) {
    assert.equal(answersOf("mastermind", pegs).length, ((pegs + 1) * (pegs + 2)) / 2);
    assert.equal(answersOf("black-peg-ab", pegs).length, pegs + 1);
    assert.deepEqual(answersOf("ab", pegs).at(-1), [pegs, 0]); // the last one wins
  }
});

test("words are all there, in their order", () => {
  for (const game of GAMES)
    for (const [pegs, colours] of [
      [1, 3],
      [2, 4],
      [3, 3],
      [3, 2],
    ]) {
      const expected = everyWord(pegs, colours, RULES[game].repeats);
      assert.deepEqual(words(game, pegs, colours), expected);
      assert.equal(wordCount(game, pegs, colours), expected.length);
    }
  assert.equal(wordCount("mastermind", 8, 16), 2 ** 32);
  assert.equal(wordCount("ab", 4, 10), 5040);
});

test("words are written by symbols or by numbers, and read again", () => {
  assert.equal(wordText([0, 10, 35], 36), "0AZ");
  assert.equal(wordText([0, 10, 36], 37), "0,10,36");
  assert.equal(wordText([STAR, EXTRA, 1], 6), "*a1");
  for (const colours of [6, 40])
    for (const word of [
      [0, 1, 2],
      [5, 5, 0],
    ])
      assert.deepEqual(parseWord(wordText(word, colours), "mastermind", 3, colours), word);
  assert.deepEqual(parseWord(" 0aF ", "mastermind", 3, 16), [0, 10, 15]);
  assert.deepEqual(parseWord("z00", "mastermind", 3, 36), [35, 0, 0]); // the last number with symbols
  assert.deepEqual(parseWord("36,0,0", "mastermind", 3, 37), [36, 0, 0]);
  assert.deepEqual(parseWord("7, 39 ,0", "ab", 3, 40), [7, 39, 0]);
});

test("what is no word is refused in a sentence", () => {
  for (const [text, game, colours, sentence] of [
    ["01", "mastermind", 6, "A word has 3 symbols, such as 012."],
    ["016", "mastermind", 6, "The colours are 0 to 5."],
    ["01?", "mastermind", 12, "The colours are 0 to B."],
    ["0*0", "mastermind", 36, "The colours are 0 to Z."],
    ["0,0,37", "mastermind", 37, "The colours are 0 to 36."],
    ["01", "mastermind", 36, "A word has 3 symbols, such as 012."],
    ["0", "mastermind", 37, "A word has 3 numbers with commas between them, such as 0,1,2."],
    ["011", "ab", 6, "No colour may occur twice in this game."],
    ["0,1", "mastermind", 40, "A word has 3 numbers with commas between them, such as 0,1,2."],
    ["0,1,40", "mastermind", 40, "The colours are 0 to 39."],
    ["0,1,x", "mastermind", 40, "The colours are 0 to 39."],
  ])
    assert.throws(() => parseWord(text, game, 3, colours), { message: sentence });
});
