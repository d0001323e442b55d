import assert from "node:assert/strict";
import { test } from "node:test";
import { GAMES, PAIRS, PROVED, answered, everyWord, explorer, foundWith, ladder, pins } from "./loaded.mjs";

const { TheoremWalk, StoredWalk } = explorer;

// The questions on the way to a secret.
function played(walk, secret) {
  const asked = [];
  for (let at = walk.start(); ;) {
    asked.push(walk.question(at));
    const told = answered(walk.game, secret, asked.at(-1));
    if (told === walk.answers.at(-1)) {
      assert.ok(walk.mayWin(at));
      return asked;
    }
    at = walk.after(at).find(([number]) => walk.answers[number] === told)[1];
  }
}

test("the strategy of a theorem is followed for any number of colours", () => {
  for (let n = 1; n < 8; n++) {
    const walk = new TheoremWalk({ ...PAIRS }, n);
    assert.deepEqual([walk.colours, walk.secrets(walk.start())], [n, BigInt(n * n)]);
    for (const secret of everyWord(2, n))
      assert.equal(played(walk, secret).length, foundWith(secret), `${n}: ${secret}`);
  }
});

test("proved strategies find all secrets, with as many questions as the theorem says", () => {
  assert.deepEqual(
    PROVED.map((doc) => doc.theorem),
    ["marks-3-expected-exact", "sum-2-expected-none"],
  );
  for (const doc of PROVED)
    for (let n = 2; n < 7; n++) {
      const walk = new TheoremWalk(doc, n);
      const all = everyWord(doc.pegs, n, GAMES[doc.game].secrets_repeat);
      const total = all.reduce((sum, secret) => sum + played(walk, secret).length, 0);
      assert.equal(String(total), explorer.valueAt({ formula: doc.formula }, n), `${doc.theorem}, ${n}`);
    }
});

test("columns, colours and excluded colours stand for those of the place", () => {
  const walk = new TheoremWalk({ ...PAIRS }, 9);
  assert.deepEqual(played(walk, [6, 3]), [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [3, 0], // 0 is excluded
    [4, 3],
    [5, 3],
    [6, 3],
  ]);
  assert.deepEqual(played(walk, [1, 0]), [
    [0, 0],
    [0, 1],
    [1, 0], // columns are exchanged
  ]);
});

test("the secrets that each answer leaves are those that give it", () => {
  const walk = new TheoremWalk({ ...PAIRS }, 5);
  for (let waiting = [[walk.start(), everyWord(2, 5)]]; waiting.length;) {
    const [at, left] = waiting.pop();
    assert.equal(walk.secrets(at), BigInt(left.length));
    const question = walk.question(at);
    const parts = Object.groupBy(left, (secret) => String(pins(secret, question)));
    assert.equal("2,0" in parts, walk.mayWin(at));
    delete parts["2,0"];
    const below = walk.after(at).map(([number, next]) => [next, parts[walk.answers[number]]]);
    assert.equal(below.length, Object.keys(parts).length);
    waiting.push(...below);
  }
});

test("an unused colour is excluded where a maset needs one", () => {
  const doc = { ...PAIRS, clauses: null };
  doc.places = doc.places.with(0, {
    ...PAIRS.places[0],
    asks: [["01", 2, [], [0], true, [[3, 6, [1, 0], [0, 1]]]]],
  });
  const walk = new TheoremWalk(doc, 4);
  const [[, at]] = walk.after(walk.start());
  assert.deepEqual([at.m, at.excluded], [0, [2]]);
  assert.deepEqual(walk.question(at), [1, 0]);
});

test("without repetition each excluded colour stands for itself", () => {
  const walk = new TheoremWalk({ ...PAIRS, game: "ab", clauses: null, parsed: null }, 5);
  const at = { ...walk.start(), excluded: [3, 4] };
  walk.ask = () => ["aa", 0, [], [0], false, []];
  assert.deepEqual(walk.question(at), [3, 4]);
});

test("for few colours another question may be asked", () => {
  const asks = [
    ["0", 1, [1, 3], [0], true, []],
    ["1", 1, [2], [1], true, []],
  ];
  const doc = { ...PAIRS, start: 4, period: 2, pegs: 1, places: [{ pattern: 0, text: "{*}", asks }] };
  const asked = [1, 2, 3, 4, 5, 6].map((n) => {
    const walk = new TheoremWalk({ ...doc, clauses: null }, n);
    return walk.ask(walk.start())[0];
  });
  assert.deepEqual(asked, ["0", "1", "0", "0", "1", "0"]);
});

test("numbers of colours are whole, and not too large", () => {
  const low = "The number of colours is a whole number from 1 on.";
  for (const n of [0, -1, 1.5, NaN]) assert.throws(() => new TheoremWalk({ ...PAIRS }, n), { message: low });
  const high = "Strategies are shown for at most a million colours.";
  assert.throws(() => new TheoremWalk({ ...PAIRS }, 1e6 + 1), { message: high });
});

test("a stored tree is walked like a theorem's", () => {
  const walk = new StoredWalk(ladder(4));
  assert.deepEqual([walk.game, walk.pegs, walk.colours], ["mastermind", 1, 4]);
  const seen = [];
  for (let at = walk.start(); at !== undefined; at = walk.after(at)[0]?.[1])
    seen.push([walk.question(at), walk.mayWin(at), walk.secrets(at)]);
  assert.deepEqual(seen, [
    ["0", true, 4n],
    ["1", true, 3n],
    ["2", true, 2n],
    ["3", true, 1n],
  ]);
  // Not only a line: 0 has two answers below it, the second of them with one more.
  const forked = new StoredWalk({
    ...ladder(4),
    depth: [0, 1, 1, 2],
    answer: [-1, 0, 1, 0],
    found: [0, 1, 0, 1],
  });
  assert.deepEqual(forked.after(0), [
    [0, 1],
    [1, 2],
  ]);
  assert.deepEqual(
    [0, 1, 2, 3].map((node) => forked.secrets(node)),
    [2n, 1n, 1n, 1n],
  );
  assert.equal(forked.mayWin(2), false);
});
