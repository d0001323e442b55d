import assert from "node:assert/strict";
import { test } from "node:test";
import { PAIRS, everyWord, explorer, foundWith, ladder, pins, setIndex } from "./loaded.mjs";

const { boardOf, query, drawn, answersOf, saidMarks, typedMarks } = explorer;

test("the address of a board says what is played", () => {
  const board = boardOf("black-peg-3-5");
  assert.deepEqual(
    [board.game, board.pegs, board.colours, board.address],
    ["black-peg", 3, 5, "black-peg-3-5"],
  );
  assert.deepEqual([board.short, board.sized], ["Black-peg Mastermind", "3 pegs, 5 colours"]);
  assert.equal(boardOf("mastermind").address, "mastermind-4-6"); // as it is sold
  assert.equal(boardOf("ab").address, "ab-4-10");
  const bulls = boardOf("bulls-and-cows");
  assert.deepEqual([bulls.game, bulls.pegs, bulls.colours, bulls.address], ["ab", 4, 10, "bulls-and-cows"]);
  assert.equal(boardOf("bulls-and-cows-3-7").address, "bulls-and-cows-3-7");
  assert.equal(boardOf("marks").address, "marks-4-6");
  assert.equal(boardOf("sum-distinct").address, "sum-distinct-4-10");
  for (const name of [
    "chess",
    "mastermind-0-6",
    "mastermind-9-6",
    "marks-6-6",
    "mastermind-4-100001",
    "ab-3-2",
    "mastermind-4",
    "constructor-2-3",
    "",
  ])
    assert.throws(() => boardOf(name), { message: `There is no game ${name}; one is like mastermind-4-6.` });
});

test("a board has the answers of its game; one of them cannot be", () => {
  const board = boardOf("mastermind-3-6");
  assert.deepEqual(board.answers, answersOf("mastermind", 3).texts);
  assert.equal(board.winning, "3,0");
  // Two right and one misplaced cannot be; each other answer is given.
  const given = new Set(everyWord(3, 6).map((secret) => String(pins(secret, [0, 1, 2]))));
  assert.deepEqual(board.possibleAnswers.toSorted(), [...given].toSorted());
  assert.deepEqual(boardOf("black-peg-2-3").possibleAnswers, ["0", "1", "2"]);
  assert.equal(board.answerTo("012", "021"), "1,2");
});

test("what is played is said in sentences", () => {
  assert.equal(
    boardOf("mastermind").lead,
    "4 pegs, each in one of 6 colours; a colour may occur several times. A black pin stands for a peg with " +
      "the right colour in the right place, a white pin for a right colour in the wrong place.",
  );
  assert.equal(
    boardOf("bulls-and-cows").lead,
    "4 pegs, each in one of 10 colours; no colour occurs twice. A bull stands for a peg with " +
      "the right colour in the right place, a cow for a right colour in the wrong place.",
  );
  assert.equal(
    boardOf("black-peg-1-2").lead,
    "1 peg, each in one of 2 colours; a colour may occur several times. A black pin stands for a peg with " +
      "the right colour in the right place.",
  );
});

test("words and answers are said aloud", () => {
  const board = boardOf("mastermind-4-6");
  assert.equal(board.saidWord("0125"), "0 black, 1 red, 2 green, 5 white");
  assert.equal(boardOf("mastermind-4-7").saidWord("0125"), "0 1 2 5"); // not all colours have names
  assert.equal(boardOf("bulls-and-cows").saidWord("0125"), "0 1 2 5"); // they are digits
  assert.equal(board.said("1,2"), "1 black, 2 white");
  assert.equal(boardOf("black-peg-3-3").said("1"), "1 black");
  assert.equal(boardOf("bulls-and-cows").said("1,2"), "1 bull, 2 cows");
  assert.equal(boardOf("bulls-and-cows").said("0,1"), "0 bulls, 1 cow");
});

test("marks and sums are typed, said and answered", async () => {
  const marks = boardOf("marks-3-6");
  assert.match(marks.lead, /^3 pegs, each in one of 6 colours; .* Each cell of a question is marked: g if/);
  assert.equal(marks.answerTo("012", "221"), "yby"); // one 2 only
  assert.equal(marks.said("ybg", "221"), "2 is elsewhere, 2 is not in the word, 1 is right");
  assert.equal(saidMarks("bg"), "is not in the word, is right");
  assert.equal(marks.typed("🟩1⬛"), "gyb");
  assert.equal(typedMarks("210"), "gyb");
  assert.equal(marks.possibleAnswers.length, 24);
  assert.deepEqual(boardOf("marks-4-6").possibleAnswers, []); // 77, too many for buttons
  const sum = boardOf("sum-2-4");
  assert.match(sum.lead, /The answer is how many colours both words have in common, wherever they stand\.$/);
  assert.deepEqual(
    ["01", "10", "12", "33"].map((question) => sum.answerTo("01", question)),
    ["won", "2", "1", "0"],
  );
  assert.deepEqual([sum.said("1"), sum.said("won"), sum.typed("1")], ["1 in common", "it is the secret", "1"]);
  const { answers, won, secret } = await sum.kept(1, ["00", "11", "22", "33"], true);
  assert.deepEqual(
    answers,
    ["00", "11", "22", "33"].map((question) => sum.answerTo(secret, question)),
  );
  assert.equal(won, secret === "33");
});

test("answers of a game of one's own are texts", () => {
  const own = {
    ...{ title: "Any", game: "any", repeats: true, secrets_repeat: true },
    ...{ rule: "own", called: [], usual: [1, 4], alias: false },
  };
  setIndex({ games: { any: { ...own, moves: false, answers: { 1: [["no", "b"], ["yes", "g"]] } } } });
  const board = boardOf("any");
  assert.equal(board.lead, "1 peg, each in one of 4 colours; a colour may occur several times.");
  assert.deepEqual([board.said("no"), board.answerTo("2", "2"), board.address], ["no", "yes", "any-1-4"]);
});

test("words are parsed, with an example and their letters", () => {
  const board = boardOf("mastermind-4-12");
  assert.deepEqual([board.example, board.letters], ["0011", "0123456789AB"]);
  assert.deepEqual(board.cells("0bA1"), [0, 11, 10, 1]);
  assert.equal(board.parse(" 0ba1"), "0BA1");
  assert.equal(boardOf("ab-4-10").example, "0123");
  assert.deepEqual([boardOf("mastermind-1-36").letters.length, boardOf("mastermind-1-37").letters], [36, ""]);
  const large = boardOf("mastermind-3-50");
  assert.deepEqual([large.example, large.letters], ["0,0,1", ""]);
  assert.deepEqual(large.steps([["49,0,1", "1,2"]]), [[[49, 0, 1], large.answers.indexOf("1,2")]]);
});

test("what is asked of a server is in its address", () => {
  const board = boardOf("mastermind-2-6");
  const asked = new URL(`http://here/${query(board, [["01", "1,0"]], [["rule", "a&b"]])}`);
  assert.equal(asked.pathname, "/mastermind");
  assert.deepEqual(
    [...asked.searchParams],
    [
      ["pegs", "2"],
      ["colours", "6"],
      ["after", "01:1,0"],
      ["rule", "a&b"],
    ],
  );
});

test("secrets are drawn by Mulberry32", () => {
  // The same in whole numbers of any size, cut to 32 bits after each step.
  const cut = (number) => number & 0xffffffffn;
  function* plain(seed) {
    for (let state = BigInt(seed); ;) {
      state = cut(state + 0x6d2b79f5n);
      let t = cut((state ^ (state >> 15n)) * (state | 1n));
      t = cut(t ^ (t + cut((t ^ (t >> 7n)) * (t | 61n))));
      yield Number(t ^ (t >> 14n)) / 2 ** 32;
    }
  }
  for (const seed of [0, 1, 12345, 2 ** 31 - 1]) {
    const next = drawn(seed);
    const expected = plain(seed);
    for (let i = 0; i < 20; i++) assert.equal(next(), expected.next().value);
  }
});

test("a seed fixes the secret, and nothing is given away before the end", async () => {
  const board = boardOf("ab-3-4");
  const seen = new Set();
  for (let seed = 0; seed < 200; seed++) {
    const { secret, won } = await board.kept(seed, [], 1);
    assert.equal(won, false);
    seen.add(secret);
    const { answers, ...rest } = await board.kept(seed, ["012", "123"]);
    assert.deepEqual(
      answers,
      ["012", "123"].map((question) => String(pins(board.cells(secret), board.cells(question)))),
    );
    assert.deepEqual(rest, secret === "123" ? { won: true, secret } : { won: false, secret: null });
  }
  assert.deepEqual(
    [...seen].toSorted(),
    everyWord(3, 4, false).map((word) => word.join("")),
  ); // each can be
});

test("hints come from the server, or from rules on a site", async () => {
  const history = [["01", "0,0"]];
  const board = boardOf("mastermind-2-3");
  assert.equal(board.hasHints, true);
  const here = await board.hint(history, "minimax");
  assert.deepEqual(
    [here.remaining, here.questions[0].question, here.questions[0].rules],
    [1, "22", ["minimax"]],
  );
  assert.ok((await board.hint([], null)).questions.length > 0);
  assert.equal(boardOf("mastermind-4-17").hasHints, false);
  setIndex({ live: true });
  assert.equal(boardOf("mastermind-4-17").hasHints, true);
  assert.equal(boardOf("mastermind-8-64").hasHints, false); // 2^48 words are more than 12^12
  assert.equal(boardOf("mastermind-2-65536").hasHints, true);
  assert.equal(boardOf("mastermind-2-65537").hasHints, false);
  const asked = [];
  explorer.askHint = (address) => asked.push(address);
  await board.hint(history, null);
  await board.hint(history, "minimax");
  assert.deepEqual(asked, [
    "hint/mastermind?pegs=2&colours=3&after=01%3A0%2C0",
    "hint/mastermind?pegs=2&colours=3&after=01%3A0%2C0&rule=minimax",
  ]);
});

const THEOREM = {
  theorem: "pairs",
  real: true,
  boards: null,
  extra: "exact",
  game: "mastermind",
  pegs: 2,
  objective: "expected",
};
// The total of the strategy, by which the formula for three colours is replaced.
const TOTAL = everyWord(2, 3).reduce((sum, secret) => sum + foundWith(secret), 0);
const FORMULA = { period: 1, branches: [["0"]], exceptions: { 3: String(TOTAL) } };

test("a board knows the theorems and the trees of its game", async () => {
  setIndex({
    theorems: [
      THEOREM,
      { ...THEOREM, extra: "with", theorem: "other" },
      { ...THEOREM, real: false, theorem: "other" },
      { ...THEOREM, boards: [], theorem: "other" },
      { ...THEOREM, pegs: 3, theorem: "other" },
      { ...THEOREM, game: "ab", theorem: "other" },
    ],
    trees: [
      ["mine", "", "mastermind-2-3"],
      ["other", "", "mastermind-2-4"],
    ],
  });
  const board = boardOf("mastermind-2-3");
  assert.deepEqual(board.theorems, [THEOREM]);
  assert.deepEqual(board.trees, ["mine"]);
  explorer.load = async (name) => ({ "strategy/pairs": PAIRS, "tree/mine": ladder(3) })[name];
  const walk = await board.walk("pairs");
  assert.equal(board.asked(walk, walk.start()), "00");
  const stored = await board.walk("tree/mine");
  assert.equal(board.asked(stored, stored.start()), "0");
});

test("the best strategy goes to the same secret", async () => {
  setIndex({ theorems: [THEOREM] });
  explorer.load = async () => ({ ...PAIRS, formula: FORMULA });
  const board = boardOf("mastermind-2-3");
  const found = await board.best("12", [
    ["00", "0,0"],
    ["11", "1,0"],
  ]);
  assert.deepEqual(found.asked, [
    ["00", "0,0"],
    ["11", "1,0"],
    ["10", "1,0"],
    ["12", "2,0"],
  ]);
  // Without 0: 11, 12, 21 and 22; with one 1: 12 and 21; with 1 in the first place: 12.
  assert.deepEqual(
    [found.left, found.yours],
    [
      [4, 2, 1],
      [4, 2],
    ],
  );
  assert.equal(found.average, `${TOTAL}/9`);
  assert.equal(await boardOf("mastermind-3-3").best("012", []), null); // no theorem
  setIndex({ live: true });
  explorer.ask = async (address) => address;
  assert.equal(
    await board.best("12", [["00", "0,0"]]),
    "best/mastermind?pegs=2&colours=3&after=00%3A0%2C0&secret=12",
  );
});

test("where words are not listed nobody counts what is left", async () => {
  setIndex({ theorems: [{ ...THEOREM, pegs: 1 }] });
  const walk = {
    clauses: null,
    parsed: null,
    places: [{ pattern: 0, text: "{*}", asks: [["0", 1, [], [0], true, [[0, 0, [0], []]]]] }],
  };
  const formula = { period: 1, branches: [["0", "1/2", "1/2"]], exceptions: {} };
  explorer.load = async () => ({ ...PAIRS, ...walk, pegs: 1, answers: ["0,0", "0,1", "1,0"], formula });
  const { asked, left, yours, average } = await boardOf("mastermind-1-70000").best("2", [["5", "0,0"]]);
  assert.deepEqual(asked, [
    ["0", "0,0"],
    ["1", "0,0"],
    ["2", "1,0"],
  ]);
  assert.deepEqual([left, yours], [[69999, 69998], [null]]);
  assert.equal(average, `${(70000 * 70001) / 2}/70000`);
});
