import assert from "node:assert/strict";
import { test } from "node:test";
import { GAMES, answered, everyWord, explorer, pins, setIndex } from "./loaded.mjs";

const { answersOf, isListable, leftOf, ruleNames, siteText, conflictOf, hintOf, someOf, parseWord } =
  explorer;
const told = (game, question, answer) => [
  parseWord(question, game, question.length, 36),
  answersOf(game, question.length).texts.indexOf(answer),
];
const history = (game, steps) => steps.map(([question, answer]) => told(game, question, answer));

test("games of up to 65536 words are listed", () => {
  assert.ok(isListable("mastermind", 4, 16)); // 16^4
  assert.ok(!isListable("mastermind", 4, 17));
  assert.ok(isListable("ab", 5, 10)); // 30240
});

test("what is left are the secrets that give the answers", () => {
  assert.equal(leftOf("mastermind", 4, 6, []).length, 1296);
  // No colour of 0 and 1: four others for each peg.
  assert.equal(leftOf("mastermind", 4, 6, history("mastermind", [["0011", "0,0"]])).length, 4 ** 4);
  for (const game of Object.keys(GAMES).filter((name) => !GAMES[name].alias)) {
    const seen = ["012", "130"].map((question) => [
      question,
      answered(game, [0, 3, 1], [...question].map(Number)),
    ]);
    const expected = everyWord(3, 5, GAMES[game].secrets_repeat).filter((secret) =>
      seen.every(([question, answer]) => answered(game, secret, [...question].map(Number)) === answer),
    );
    assert.deepEqual(leftOf(game, 3, 5, history(game, seen)), expected);
  }
});

test("rules without Python are those that are written in JavaScript", () => {
  assert.deepEqual(ruleNames(), ["minimax", "expected-size", "entropy", "most-parts"]);
  setIndex({ live: true, rules: ["minimax", "mine"] });
  assert.deepEqual(ruleNames(), ["minimax", "mine"]);
});

test("a site says which rules need Python", () => {
  setIndex({ rules: ["minimax", "mine"] });
  assert.deepEqual(ruleNames(), ["minimax"]);
  assert.match(siteText(), /which question is optimal; it has the rule mine, too\.$/);
  setIndex({ rules: ["mine", "entropy", "yours"] });
  assert.match(siteText(), /; it has the rules mine, yours, too\.$/);
  setIndex({ rules: ["minimax"] });
  assert.match(siteText(), /says which question is optimal\.$/);
});

test("the first question of Mastermind by each rule", async () => {
  // B. Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005): AABB leaves at most 256 secrets (Knuth),
  // AABC 240120/1296 = 185.27 on average (Irving) in 14 parts, and ABCD has the largest entropy.
  const { remaining, questions, conflict, possible, direction } = await hintOf("mastermind", 4, 6, []);
  assert.deepEqual([remaining, conflict, possible], [1296, null, []]);
  const by = Object.fromEntries(questions.flatMap((one) => one.rules.map((rule) => [rule, one])));
  assert.deepEqual([by.minimax.question, by.minimax.largest], ["0011", 256]);
  assert.equal(by["expected-size"].question, "0012");
  assert.ok(Math.abs(explorer.decimal(by["expected-size"].expected_size) - 185.27) < 0.005);
  assert.equal(by["most-parts"].parts, 14);
  assert.equal(by.entropy.question, "0123");
  assert.ok(questions.every((one) => one.consistent));
  const large = "it has 13 possible answers, which leave at most 256 secrets each";
  assert.equal(direction, `ask a question that may be the secret, with 2 colours; ${large}`);
});

test("a hint rates questions by the parts that they leave", async () => {
  const steps = history("ab", [["0123", "1,2"]]);
  const left = leftOf("ab", 4, 6, steps);
  const { remaining, possible, questions } = await hintOf("ab", 4, 6, steps);
  assert.equal(remaining, left.length);
  assert.equal(possible.length, left.length);
  // The sizes of the parts of every question, by another route.
  const rated = everyWord(4, 6, false).map((question) => {
    const sizes = {};
    for (const secret of left) sizes[pins(secret, question)] = (sizes[pins(secret, question)] || 0) + 1;
    const all = Object.values(sizes);
    return {
      "most-parts": -all.length,
      "expected-size": all.reduce((sum, size) => sum + size ** 2, 0) / left.length,
      minimax: Math.max(...all),
      entropy: all.reduce((sum, size) => sum + (size / left.length) * Math.log2(size), 0),
      question: question.join(""),
      consistent: "4,0" in sizes,
    };
  });
  for (const one of questions)
    for (const rule of one.rules) {
      const best = Math.min(...rated.map((other) => other[rule]));
      const mine = rated.find((other) => other.question === one.question);
      assert.ok(Math.abs(mine[rule] - best) < 1e-9, rule);
      // Of equally good ones one that may be the secret.
      const good = rated.filter((other) => Math.abs(other[rule] - best) < 1e-9);
      assert.equal(
        one.consistent,
        good.some((other) => other.consistent),
      );
      assert.deepEqual([one.parts, one.largest], [-mine["most-parts"], mine.minimax]);
      assert.ok(Math.abs(explorer.decimal(one.expected_size) - mine["expected-size"]) < 1e-9);
    }
});

test("new colours of a question are counted", async () => {
  // Without 0 and 1 there are 22, 23, 32 and 33, of colours that were not asked.
  const steps = history("mastermind", [["01", "0,0"]]);
  const { direction, questions } = await hintOf("mastermind", 2, 4, steps, ["most-parts"]);
  // 22 tells itself, 33, and the two others.  So does 02, but it cannot be the secret.
  assert.deepEqual(
    questions.map(({ question, parts, largest, expected_size }) => [question, parts, largest, expected_size]),
    [["22", 3, 2, "3/2"]],
  );
  assert.equal(
    direction,
    "ask a question that may be the secret, with 1 colour, 1 of them new; " +
      "it has 3 possible answers, which leave at most 2 secrets each",
  );
});

test("up to a hundred secrets are listed", async () => {
  assert.equal((await hintOf("mastermind", 2, 10, [], ["minimax"])).possible.length, 100);
  assert.deepEqual((await hintOf("ab", 2, 11, [], ["minimax"])).possible, []); // 110
});

test("the only secret is asked", async () => {
  const { direction, questions, possible } = await hintOf(
    "mastermind",
    1,
    2,
    history("mastermind", [["0", "0,0"]]),
  );
  assert.equal(direction, "ask the only secret that is left");
  assert.deepEqual(possible, ["1"]);
  assert.deepEqual(questions, [
    { question: "1", rules: ruleNames(), parts: 1, largest: 1, expected_size: "1", consistent: true },
  ]);
});

test("a question with one answer is not asked", async () => {
  // One peg, colours 1 and 2 are left, and 0 tells nothing.
  const { questions } = await hintOf("mastermind", 1, 3, history("mastermind", [["0", "0,0"]]), ["minimax"]);
  assert.deepEqual(questions[0].question, "1");
});

test("the smallest contradiction is found, and the smallest change that helps", async () => {
  // One right and one misplaced peg of two cannot be.
  const alone = history("mastermind", [
    ["00", "0,0"],
    ["12", "1,1"],
  ]);
  assert.deepEqual(conflictOf("mastermind", 2, 3, alone).steps, [1]);
  const both = history("mastermind", [
    ["33", "0,0"],
    ["01", "2,0"],
    ["01", "0,0"],
  ]);
  const { steps, repair } = conflictOf("mastermind", 2, 4, both);
  assert.deepEqual(steps, [1, 2]); // no secret has both, and each goes with the first one
  // If the second answer becomes 0,0 the secret is 22, if the last one becomes 2,0 it is 01: the first of them.
  assert.deepEqual(repair, { index: 1, answer: "0,0", remaining: 1 });
  const { conflict, questions, direction } = await hintOf("mastermind", 2, 4, both);
  assert.deepEqual([conflict, questions], [[1, 2], []]);
  assert.equal(direction, "nothing can be asked: the answers contradict each other");
});

test("marks and sums are changed as little as can be", () => {
  // The secret has no 0, and no word without 0 has the marks gb for 01; a mark more, or a mark less.
  const marks = history("marks", [
    ["00", "bb"],
    ["01", "gb"],
  ]);
  const { steps, repair } = conflictOf("marks", 2, 3, marks);
  assert.deepEqual(steps, [0, 1]);
  // With 01:bb only 22 is left, with 00:gb only 02, with 01:bg 11 and 21, but two marks differ.
  assert.deepEqual(repair, { index: 0, answer: "gb", remaining: 1 });
  const sums = history("sum", [
    ["00", "0"],
    ["00", "2"],
  ]);
  assert.deepEqual(conflictOf("sum", 2, 3, sums).steps, [1]); // 00 alone has both colours, and it wins
  // Without 0 there are 11, 12, 21 and 22.
  assert.deepEqual(conflictOf("sum", 2, 3, sums).repair, { index: 1, answer: "0", remaining: 4 });
});

test("contradictions are those of brute force", () => {
  const all = everyWord(2, 3);
  let contradictions = 0;
  let helpless = 0;
  for (let seed = 0; seed < 60; seed++) {
    const steps = [0, 1, 2].map((i) => [all[(seed * (i + 2) + i * i) % 9], (seed * (2 * i + 1) + i) % 6]);
    const answers = answersOf("mastermind", 2).texts;
    const possible = (some) =>
      all.filter((secret) =>
        some.every(([question, number]) => String(pins(secret, question)) === answers[number]),
      ).length;
    if (possible(steps)) continue;
    contradictions++;
    const subsets = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]];
    const { steps: found, repair } = conflictOf("mastermind", 2, 3, steps);
    assert.deepEqual(
      found,
      subsets.find((some) => !possible(some.map((step) => steps[step]))),
    );
    const changes = [];
    steps.forEach(([question, number], index) =>
      answers.forEach((text, other) => {
        const [black, white] = text.split(",").map(Number);
        const remaining = possible(steps.with(index, [question, other]));
        const before = answers[number].split(",");
        const apart = Math.abs(black - before[0]) + Math.abs(white - before[1]);
        if (remaining) changes.push({ index, answer: `${black},${white}`, remaining, apart });
      }),
    );
    // The least change of pins, then the most secrets, then the first.
    changes.sort((one, other) => one.apart - other.apart || other.remaining - one.remaining);
    if (!changes.length) helpless++;
    const [best] = changes;
    assert.deepEqual(
      repair,
      best ? { index: best.index, answer: best.answer, remaining: best.remaining } : null,
    );
  }
  assert.ok(contradictions > 20 && helpless > 0);
});

test("long work pauses, reports and can be stopped", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => (now += 20));
  const parts = [];
  await hintOf("mastermind", 2, 4, [], undefined, (part) => parts.push(part));
  assert.ok(parts.length > 0);
  assert.ok(parts.every((part, i) => part >= 0 && part < 1 && (!i || part > parts[i - 1])));
  const stop = new AbortController();
  stop.abort();
  await assert.rejects(hintOf("mastermind", 2, 4, [], undefined, null, stop.signal), { name: "AbortError" });
});

test("of too many questions some are compared, of both kinds", () => {
  const all = Array.from({ length: 65536 }, (_, number) => number);
  const left = all.slice(40000, 44000);
  const some = someOf(all, left);
  assert.ok(some.length * left.length <= 12e6); // about a second
  assert.equal(new Set(some).size, some.length);
  assert.equal(some[0], 40000); // those that may be the secret come first
  assert.ok(some.length > 1500 && Math.max(...some) > 60000 && some.includes(0));
});
