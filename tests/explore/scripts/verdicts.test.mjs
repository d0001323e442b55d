import assert from "node:assert/strict";
import { test } from "node:test";
import { explorer } from "./loaded.mjs";

const { isOptimal, optimalText, verdictText, stepsOf, optimalLines, costsAt, KINDS } = explorer;

// Sets of n are [single ones, onset, residues from there on, period].
test("for which n a question is optimal", () => {
  const set = [[2, 5], 7, [1], 2];
  const members = Array.from({ length: 14 }, (_, n) => n).filter((n) => isOptimal(set, n));
  assert.deepEqual(members, [2, 5, 7, 9, 11, 13]);
  assert.equal(isOptimal(null, 3), false);
});

test("and how that is said", () => {
  assert.equal(optimalText(null), "no n");
  assert.equal(optimalText([[2, 5], 7, [1], 2]), "n = 2, 5 and every odd n ≥ 7");
  assert.equal(optimalText([[], 6, [0], 2]), "every even n ≥ 6");
  assert.equal(optimalText([[], 3, [0, 1], 2]), "every n ≥ 3");
  assert.equal(optimalText([[], 3, [0], 1]), "every n ≥ 3");
  assert.equal(optimalText([[1], 3, [0, 2], 3]), "n = 1 and n ≥ 3, n ≡ 0, 2 mod 3");
  assert.equal(optimalText([[4], 9, [], 2]), "n = 4");
});

test("verdicts are said beside their kind", () => {
  const text = (row) => verdictText({}, row);
  assert.equal(text({ kind: "optimal", optimal: [[], 3, [0], 1], verdict: "" }), "for every n ≥ 3");
  assert.equal(
    text({ kind: "optimal", optimal: null, verdict: "optimal exactly for n >= 2" }),
    "exactly for n ≥ 2",
  );
  assert.equal(text({ kind: "same", verdict: "the same parts as (MM.2.0.4)" }), "parts as question 4");
  assert.equal(text({ kind: "no_solution", verdict: "no solution, as it may go on" }), "as it may go on");
  assert.equal(text({ kind: "more", verdict: "more than the minimum, by 3" }), "than the minimum, by 3");
  assert.equal(text({ kind: "optimal", verdict: "optimal" }), "");
  // Whatever the words of the document are.
  assert.equal(text({ kind: "no_solution", verdict: "left out: it may go on" }), "left out: it may go on");
  for (const kind of ["optimal", "same", "more_than", "more", "no_solution"]) assert.ok(KINDS[kind]);
});

test("the way to a pattern has steps of a place, a question and an answer", () => {
  assert.deepEqual(stepsOf("0:01:1.0|3/1:2a:0.1"), [
    ["0", "01", "1.0"],
    ["3/1", "2a", "0.1"],
  ]);
  assert.deepEqual(stepsOf(undefined), []);
  assert.deepEqual(stepsOf("<b>|x:y:z|0:01:1.0|0:01"), [["0", "01", "1.0"]]); // what an address claims
});

test("lines of the questions that are optimal", () => {
  const question = (number, optimal) => ({ number, optimal });
  const values = [[2, "1"]]; // from n = 2 on
  const said = (questions) =>
    optimalLines({ values, questions }).map(
      ({ label, some }) => `${label}: ${some.map((row) => row.number)}`,
    );
  assert.deepEqual(said([question(1, [[], 2, [0], 1]), question(2, [[3, 4], 9, [], 1]), question(3, null)]), [
    "n = 2: 1",
    "n = 3 to 4: 1,2",
    "n = 5 to 8: 1",
    "every n ≥ 9: 1",
  ]);
  assert.deepEqual(said([question(1, [[], 2, [0], 2]), question(2, [[], 2, [1], 2])]), [
    "n = 2, 4, …: 1",
    "n = 3, 5, …: 2",
  ]);
  // A single n beyond the others is not among the classes.
  assert.deepEqual(said([question(1, [[], 2, [0], 1]), question(2, [[5], 3, [], 1])]), [
    "n = 2 to 4: 1",
    "n = 5: 1,2",
    "every n ≥ 6: 1",
  ]);
  assert.deepEqual(optimalLines({ values: [], questions: [] }).length, 1);
});

test("what questions cost for one n, least first", () => {
  const doc = {
    values: [
      [4, "30"],
      [5, "47"],
    ],
    questions: [
      { question: "01", kind: "more", split: 0 },
      { question: "00", kind: "optimal", split: 1 },
      { question: "12", kind: "no_solution", split: 2 },
      { question: "23", kind: "more", split: 3 },
    ],
    splits: [
      { onset: 0, early: [], excess: ["n - 2"] },
      { onset: 0, early: [], excess: ["0"] },
      { onset: 0, early: [] },
      { onset: 5, early: [], excess: ["1"] },
    ],
  };
  const costs = (n) => costsAt(doc, n).map(([row, cost]) => [row.question, cost]);
  assert.deepEqual(costs(4), [
    ["00", 30],
    ["01", 32],
  ]);
  assert.deepEqual(costs(5), [
    ["00", 47],
    ["23", 48],
    ["01", 50],
  ]);
});
