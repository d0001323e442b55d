import assert from "node:assert/strict";
import { test } from "node:test";
import { PAIRS, everyWord, explorer, foundWith, pins, setIndex } from "./loaded.mjs";

const { boardOf, leftText, isOnly, outlook, brief, isRule, strategiesOf, played, conflicting, comparison } =
  explorer;

test("how many secrets are left, perhaps roughly", () => {
  assert.equal(leftText({ rough: "", remaining: 1296 }), "1\u202f296 secrets");
  assert.equal(leftText({ rough: "about", remaining: "1" }), "about 1 secret");
  assert.equal(isOnly({ rough: "", remaining: "1" }), true);
  assert.equal(isOnly({ rough: "about", remaining: 1 }), false);
  assert.equal(isOnly({ rough: "", remaining: 2 }), false);
});

test("what a question promises", () => {
  const one = { parts: 13, largest: 256, expected_size: "240120/1296" }; // 185.27...
  assert.equal(
    outlook(one),
    "13 possible answers; on average 185.3 of the secrets will be left, at most 256",
  );
  assert.equal(
    brief({ rough: "", remaining: 1296 }, one),
    "1\u202f296 left; after your answer 185.3 on average",
  );
  assert.equal(
    outlook({ parts: 1, largest: "1", expected_size: "1" }),
    "1 possible answer; whichever comes, only one secret is left",
  );
});

test("a strategy beside somebody's game", () => {
  const best = { name: "the best strategy", how: "the theorem", average: "21/8", asked: [1, 2] };
  assert.equal(
    comparison(best, 3),
    "You took 3; the best strategy takes 2.63 on average (the theorem), and would have asked these 2 questions.",
  );
  assert.equal(
    comparison({ ...best, average: null, asked: [1] }, null),
    "You gave up; the best strategy would have asked this question.",
  );
});

test("strategies are theorems, trees and rules", () => {
  const board = { theorems: [{ theorem: "t", objective: "worst" }], trees: ["mine"], hasHints: true };
  setIndex({ rules: ["minimax"] });
  assert.deepEqual(strategiesOf(board), [
    ["t", "the theorem, worst case"],
    ["tree/mine", "the tree mine"],
    ["minimax", "minimax"],
  ]);
  assert.ok(isRule("minimax") && isRule("best") && !isRule("tree/mine"));
  setIndex({ rules: ["minimax"], live: true });
  assert.deepEqual(strategiesOf({ theorems: [], trees: [], hasHints: true }), [
    ["best", "the best question it finds"],
    ["minimax", "minimax"],
  ]);
  assert.deepEqual(strategiesOf({ theorems: [], trees: [], hasHints: false }), []);
});

test("a theorem's strategy asks, and its outlook is that of the secrets that are left", async () => {
  explorer.load = async () => ({ ...PAIRS });
  const board = boardOf("mastermind-2-4");
  for (const secret of everyWord(2, 4)) {
    const answers = [];
    for (let turn = 1; ; turn++) {
      const { questions, doc, one } = await played(board, "pairs", [], answers);
      assert.equal(questions.length, turn);
      const question = board.cells(questions.at(-1));
      const left = everyWord(2, 4).filter((word) =>
        answers.every((told, i) => String(pins(word, board.cells(questions[i]))) === told),
      );
      const parts = Object.values(Object.groupBy(left, (word) => String(pins(word, question))));
      assert.equal(doc.remaining, String(left.length));
      assert.equal(one.parts, parts.length);
      assert.equal(one.largest, Math.max(...parts.map((part) => part.length)));
      const mean = parts.reduce((sum, part) => sum + part.length ** 2, 0) / left.length;
      assert.ok(Math.abs(Number(one.expected_size) - mean) < 1e-9);
      const told = String(pins(secret, question));
      if (told === "2,0") {
        assert.equal(turn, foundWith(secret));
        break;
      }
      answers.push(told);
    }
  }
  // After 00 one cannot be right and one misplaced.
  assert.deepEqual(await played(board, "pairs", [], ["1,1"]), { questions: ["00"], impossible: true });
});

test("a rule asks what it rates best, and keeps to what it asked", async () => {
  const board = boardOf("mastermind-2-3");
  const first = await played(board, "minimax", [], []);
  assert.equal(first.questions.length, 1);
  assert.equal(first.doc.remaining, 9);
  assert.ok(first.one.rules.includes("minimax"));
  // 01 was asked, whatever it would ask now: without 0 and 1 there is 22.
  const second = await played(board, "minimax", ["01"], ["0,0"]);
  assert.deepEqual(second.questions, ["01", "22"]);
  const early = await played(board, "minimax", ["01", "22"], ["0,0"]); // 22 was asked, and its answer taken back
  assert.deepEqual(early.questions, ["01", "22"]);
  assert.equal(early.doc.remaining, 1);
  const never = await played(board, "best", ["01"], ["1,1"]);
  assert.deepEqual([never.questions, never.impossible, never.doc.conflict], [["01"], true, [0]]);
});

test("a contradiction by theorem is that of the hints", () => {
  const board = boardOf("mastermind-2-3");
  assert.deepEqual(
    conflicting(board, [
      ["00", "0,0"],
      ["12", "1,1"],
    ]).conflict,
    [1],
  );
  // Right and misplaced pins are 2,0 or 0,2 at the least change, each with one secret: the first of them.
  assert.equal(conflicting(board, [["12", "1,1"]]).repair.index, 0);
});
