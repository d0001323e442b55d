import assert from "node:assert/strict";
import { test } from "node:test";
import { explorer, setIndex } from "./loaded.mjs";

const { boardOf, goalOf, withinOf, totalText, meanText, withinText, percent, meanRating } = explorer;
const { rankingRows, rated, ranked, meant, keptGame, hasMarks, isListed, isWeighted, lacking } = explorer;

// What the server is asked for; it answers with *document*.
function answering(document) {
  const asked = [];
  setIndex({ live: true, word_games: [["wordle", "Wordle"]] });
  explorer.ask = async (address) => {
    asked.push(decodeURIComponent(address));
    return document;
  };
  return asked;
}

test("a goal has its number of questions", () => {
  assert.deepEqual([goalOf(), goalOf("worst"), goalOf("within:5")], ["expected", "worst", "within"]);
  assert.deepEqual([withinOf(), withinOf("within:5")], [4, 5]);
});

test("costs are one number where they are exact, and between two otherwise", () => {
  // Mastermind (4, 6) needs 5625 questions in all (Koyama and Lai 1993), 4.3403 on average.
  const best = { total: 5625, worst: 6, lower_bound: 5625, optimal: true };
  assert.deepEqual([totalText(best, "expected"), meanText(best, 1296)], ["5\u202f625", "4.3403"]);
  const some = { total: 20, worst: 4, lower_bound: 10, optimal: false };
  assert.deepEqual([totalText(some, "expected"), meanText(some, 10)], ["10 to 20", "1.0000 to 2.0000"]);
  assert.equal(totalText({ ...some, lower_bound: 3 }, "worst"), "3 to 4");
  const none = { total: null, lower_bound: null, optimal: null };
  assert.deepEqual([totalText(none, "expected"), totalText(none, "worst"), meanText(none, 9)], ["", "", ""]);
});

test("the best questions are a table with the names of the program", () => {
  // 012 of Mastermind (3, 4): 24 are alike; 1, 1, 15 ... secrets are left, 345/32 on average.
  const row = { place: 1, question: "012", class_size: 24, parts: 9, largest: 15, expected_size: "345/32" };
  const one = { ...row, consistent: true, total: 208, worst: 5, lower_bound: 208, optimal: true };
  const doc = { first: [one], named: [] };
  const heads = ["place", "question", "class_size", "parts", "largest", "expected_size", "possible"];
  const values = [1, "012", 24, 9, 15, "345/32", true];
  assert.deepEqual(rankingRows(doc, "expected"), [
    [...heads, "total", "lower_bound"],
    [...values, 208, 208],
  ]);
  assert.deepEqual(rankingRows({ ...doc, first: [], named: [{ ...one, lower_bound: 4 }] }, "worst"), [
    [...heads, "worst", "lower_bound"],
    [...values, 5, 4],
  ]);
  const plain = { ...one, total: null, worst: null, lower_bound: null };
  assert.deepEqual(rankingRows({ ...doc, first: [plain] }, "expected"), [heads, values]);
});

test("what is found within K questions is a sentence", () => {
  const within = { questions: 2, first: "net", found: "5/2", most: "4", whole: "8", weighted: true };
  assert.equal(
    withinText({ ...within, optimal: true }),
    "A strategy that begins with net finds the weight 2.5 of 8 with at most 2 questions; no strategy finds more.",
  );
  assert.match(
    withinText({ ...within, weighted: false, optimal: false }),
    / finds 2\.5 of 8 secrets with .* the search did not end, and at most 4 can be found\.$/,
  );
});

test("only all of it is 100, and only nothing 0", () => {
  assert.deepEqual(["0", "1/1000", "1/2", "999/1000", "1"].map(percent), ["0", "1", "50", "99", "100"]);
  const game = [
    { skill: "1", luck: "0" },
    { skill: "1/2", luck: "1/2" },
  ];
  assert.equal(meanRating(game), "On average: skill 75, luck 25, of 100.");
});

test("a question is rated after those before it", async () => {
  const asked = answering({ questions: ["rated"] });
  const history = [
    ["01", "1,0"],
    ["02", "2,0"],
  ];
  assert.equal(await rated(boardOf("mastermind-2-6"), history, 1), "rated");
  await ranked(boardOf("mastermind-2-6"), history.slice(0, 1), "within:3", "45");
  await ranked(boardOf("mastermind-2-6"), [], "worst");
  assert.deepEqual(asked, [
    "review/mastermind?pegs=2&colours=6&after=01:1,0&step=02:2,0",
    "rank/mastermind?pegs=2&colours=6&after=01:1,0&goal=within:3&question=45",
    "rank/mastermind?pegs=2&colours=6&goal=worst",
  ]);
});

test("answers are read by the program, and by a site in its own form", async () => {
  assert.equal(await meant(boardOf("marks-3-6"), "2YB"), "gyb");
  await assert.rejects(meant(boardOf("mastermind-2-6"), "1B1W"), /^Error: 1B1W is no answer/);
  await assert.rejects(meant(boardOf("mastermind-2-6"), ""), /^Error: Nothing is no answer/);
  const asked = answering({ answer: "1,1" });
  assert.equal(await meant(boardOf("mastermind-2-6"), "1B1W"), "1,1");
  assert.deepEqual(asked, ["typed/mastermind?pegs=2&colours=6&text=1B1W"]);
  answering({ answer: null, why: "'B' may mean two." });
  await assert.rejects(meant(boardOf("mastermind-2-6"), "B"), /^Error: 'B' may mean two\.$/);
});

test("a game with a secret is kept on the page, and by the program in hard mode", async () => {
  const board = boardOf("marks-2-6"),
    params = { seed: "3" };
  assert.deepEqual(await keptGame(board, params, ["01"]), await board.kept(3, ["01"]));
  const asked = answering({ answers: ["bg"], won: false, secret: null });
  board.hard = true;
  assert.deepEqual((await keptGame(board, params, ["01"])).answers, ["bg"]);
  assert.deepEqual(asked, ["keep/marks?pegs=2&colours=6&seed=3&asked=01"]);
});

test("the answers of a codemaker without a secret are in the address", async () => {
  const board = boardOf("mastermind-2-6"),
    asked = answering({ answers: ["0,0"], won: false, secret: "33" }),
    params = { codemaker: "largest" };
  assert.deepEqual((await keptGame(board, params, ["01"])).answers, ["0,0"]);
  const known = { ...params, a: "0,0" };
  assert.deepEqual(await keptGame(board, known, ["01"]), { answers: ["0,0"], won: false, secret: null });
  assert.deepEqual((await keptGame(board, known, ["01", "23"])).answers, ["0,0", "0,0"]);
  assert.equal((await keptGame(board, { ...known, up: "1" }, ["01"])).secret, "33");
  const over = { ...params, a: "0,0.2,0", won: "1" };
  assert.deepEqual(await keptGame(board, over, ["01", "33"]), {
    answers: ["0,0", "2,0"],
    won: true,
    secret: "33",
  });
  const head = "keep/mastermind?pegs=2&colours=6";
  assert.deepEqual(asked, [
    `${head}&codemaker=largest&asked=01`,
    `${head}&after=01:0,0&codemaker=largest&asked=23`,
    `${head}&after=01:0,0&codemaker=largest&up=1`,
  ]);
});

test("a game says what it lacks, and why", () => {
  assert.match(
    lacking(boardOf("mastermind")).join(),
    /^The program that runs \('masetproof explore'\) has more/,
  );
  answering({});
  assert.deepEqual([hasMarks(boardOf("marks-3-6")), hasMarks(boardOf("mastermind"))], [true, false]);
  assert.deepEqual([isListed(boardOf("mastermind")), isListed(boardOf("mastermind-8-8"))], [true, false]);
  assert.match(lacking(boardOf("mastermind")).join(), /--codemaker mixed.*--boards 2/);
  const said = lacking(boardOf("mastermind-8-8"));
  assert.equal(said.length, 3);
  assert.match(said[1], /too many words to list/);
  const list = { name: "w", words: 2, more: 0, letters: 3, alphabet: "abc", weighted: true };
  setIndex({ live: true, word_games: [["wordle", "Wordle"]], lists: [list] });
  const board = boardOf("wordle", "w");
  assert.deepEqual([isWeighted(board), isListed(board), hasMarks(board)], [true, true, true]);
  assert.match(lacking(board).join(), /^The words of this list have weights/);
});
