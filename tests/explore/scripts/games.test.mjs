import assert from "node:assert/strict";
import { test } from "node:test";
import { GAMES as RULES, answered, everyWord, explorer, setIndex } from "./loaded.mjs";

const { STAR, EXTRA, rulesOf, answersOf, wordText, parseWord, words, wordCount } = explorer;
const GAMES = Object.keys(RULES).filter((name) => !RULES[name].alias);

test("answers are those of the definition", () => {
  for (const game of GAMES) {
    const all = everyWord(3, 4, RULES[game].repeats),
      answers = answersOf(game, 3);
    for (const secret of all)
      for (const question of all)
        assert.equal(answers.texts[answers.number(secret, question)], answered(game, secret, question), game);
  }
});

test("there are (p + 1)(p + 2) / 2 answers with white pins, and p + 1 without", () => {
  for (let pegs = 1; pegs < 8; pegs++) {
    const { texts, given } = answersOf("mastermind", pegs);
    assert.equal(texts.length, ((pegs + 1) * (pegs + 2)) / 2);
    assert.equal(given.length, texts.length - 1); // one white pin cannot be alone
    assert.equal(answersOf("black-peg-ab", pegs).texts.length, pegs + 1);
    assert.equal(answersOf("ab", pegs).winning, `${pegs},0`);
  }
});

test("marks are 3^p without those of a single misplaced cell; sums are told apart from the secret", () => {
  for (let pegs = 2; pegs <= 5; pegs++) assert.equal(answersOf("marks", pegs).given.length, 3 ** pegs - pegs);
  assert.deepEqual(answersOf("sum", 3).given, ["0", "1", "2", "3", "won"]);
  assert.deepEqual(answersOf("sum-distinct", 1).given, ["0", "won"]);
  for (const [game, pegs] of [
    ["marks", 6],
    ["chess", 2],
    ["constructor", 2],
  ])
    assert.equal(answersOf(game, pegs), null);
  assert.deepEqual(answersOf("bulls-and-cows", 4), answersOf("ab", 4));
});

test("answers move with the columns where the rules say so", () => {
  const orders = [[0, 1, 2], [2, 0, 1], [1, 0, 2]];
  for (const game of GAMES) {
    const answers = answersOf(game, 3);
    const all = everyWord(3, 3, RULES[game].repeats);
    for (const columns of orders)
      for (const secret of all)
        for (const question of all) {
          const moved = [secret, question].map((word) => {
            const other = [];
            columns.forEach((column, place) => (other[column] = word[place]));
            return other;
          });
          assert.equal(answers.moved(answers.number(secret, question), question, columns), answers.number(...moved));
        }
  }
});

test("a game that nobody knew before is played by its table", () => {
  // Only whether anything is right.
  setIndex({ games: { any: { game: "any", moves: false, answers: { 1: [["no", "b"], ["yes", "g"]] } } } });
  assert.equal(rulesOf("any").game, "any");
  assert.equal(answersOf("any", 1).number([3], [3]), 1);
  assert.equal(answersOf("mastermind", 1), null);
});

test("secrets are the words that may be the secret", () => {
  const { isSecret, secrets, secretCount } = explorer;
  for (const game of GAMES) {
    const expected = everyWord(2, 4, RULES[game].repeats && !game.endsWith("-distinct-secrets"));
    assert.deepEqual(secrets(game, 2, 4), expected);
    assert.equal(secretCount(game, 2, 4), expected.length);
  }
  assert.equal(wordCount("mastermind-distinct-secrets", 2, 4), 16);
  assert.equal(isSecret("mastermind-distinct-secrets", [1, 1]), false);
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
