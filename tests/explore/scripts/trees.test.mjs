import assert from "node:assert/strict";
import { test } from "node:test";
import { PAIRS, everyWord, explorer, foundWith, ladder } from "./loaded.mjs";

const { TheoremWalk, StoredWalk, Tree } = explorer;
const pairs = (n, most) => new Tree(new TheoremWalk({ ...PAIRS }, n), most);

test("a whole tree counts its questions", () => {
  for (let n = 1; n < 8; n++) {
    const taken = everyWord(2, n).map(foundWith);
    const { total, worst, histogram } = pairs(n).summary();
    assert.equal(
      total,
      taken.reduce((sum, many) => sum + many),
    );
    assert.equal(worst, Math.max(...taken));
    assert.deepEqual(
      histogram,
      Array.from({ length: worst }, (_, asked) => taken.filter((many) => many === asked + 1).length),
    );
  }
  // 1 + 2 + 3 + 4 by asking one colour after another.
  assert.deepEqual(new Tree(new StoredWalk(ladder(4))).summary(), {
    total: 10,
    worst: 4,
    histogram: [1, 1, 1, 1],
  });
});

test("parents come first, and children side by side", () => {
  const tree = pairs(5);
  assert.ok(tree.complete);
  for (let node = 1; node < tree.size; node++) {
    const parent = tree.parent[node];
    assert.ok(parent < node);
    assert.equal(tree.depth[node], tree.depth[parent] + 1);
    assert.ok(node >= tree.first[parent] && node < tree.first[parent] + tree.children[parent]);
    assert.equal(tree.child(parent, tree.answer[node]), node);
  }
  for (let node = 0; node < tree.size; node++) {
    const below = Array.from({ length: tree.children[node] }, (_, i) => tree.secrets[tree.first[node] + i]);
    const sum = below.reduce((all, many) => all + many, Number(tree.found[node]));
    assert.equal(tree.secrets[node], sum);
  }
});

test("the preorder has every node once, before those below it", () => {
  const tree = pairs(5);
  const order = [...tree.preorder()];
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    Array.from({ length: tree.size }, (_, node) => node),
  );
  // A node follows its parent, or the last one below the sibling before it.
  order.forEach((node, place) => {
    if (!node) return;
    const before = order[place - 1];
    let one = before;
    while (one >= 0 && one !== tree.parent[node]) one = tree.parent[one];
    assert.equal(one, tree.parent[node]);
  });
});

test("the way to a secret", () => {
  const tree = pairs(6);
  for (const secret of everyWord(2, 6)) {
    const path = tree.pathOf(secret);
    assert.equal(path.length, foundWith(secret));
    assert.deepEqual(tree.question[path.at(-1)], secret);
    assert.equal(tree.text(path.at(-1)), secret.join(""));
    assert.deepEqual(tree.follow(tree.way(path.at(-1))), path);
  }
  assert.equal(tree.way(0), "");
  assert.deepEqual(tree.follow(""), [0]);
  assert.deepEqual(tree.follow("0.4.0"), [0, tree.child(0, 0)]); // as far as it goes
  assert.equal(tree.child(0, 4), -1);
});

test("a large tree is made as far as it is looked at", () => {
  const tree = pairs(1000, 10);
  assert.ok(!tree.complete && tree.size < 20);
  assert.equal(tree.exactSecrets(0), 1000 ** 2);
  const open = Array.from({ length: tree.size }, (_, node) => node).find((node) => tree.at.has(node));
  assert.equal(tree.exactSecrets(open), BigInt(tree.secrets[open]));
  assert.ok(tree.expand(open));
  assert.ok(!tree.expand(open)); // once
  assert.equal(tree.pathOf([997, 500]).length, foundWith([997, 500]));
});

test("a secret that a stored tree does not find", () => {
  const stored = { ...ladder(3), colours: 4 };
  const tree = new Tree(new StoredWalk(stored));
  assert.deepEqual(tree.pathOf([2]), [0, 1, 2]);
  assert.throws(() => tree.pathOf([3]), { message: "The strategy has no answer for this secret." });
  assert.equal(tree.text(1), "1");
});
