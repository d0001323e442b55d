import assert from "node:assert/strict";
import { test } from "node:test";
import { PAIRS, explorer, ladder } from "./loaded.mjs";

const { TreeRows, TreeWindow, Tree, TheoremWalk, StoredWalk, leafPlaces, depthsToFold, shortened } = explorer;
const { BOX, GAP, MARGIN } = explorer;

// A root with two children, the first of which has two, by hand: 0 - (1 - (3, 4), 2).
const forked = () =>
  new Tree(
    new StoredWalk({
      ...ladder(5),
      depth: [0, 1, 2, 2, 1],
      answer: [-1, 0, 0, 1, 1],
      found: [0, 0, 1, 1, 1],
    }),
  );
const folded = (depth, kind = TreeRows) => {
  const rows = new kind(forked());
  rows.foldAt(depth);
  return rows;
};
const ROW = 26; // pixels

test("a node without another below it takes a row, the others stand over theirs", () => {
  const rows = folded(9);
  assert.deepEqual([...rows.top], [0, 0, 2, 0, 1]);
  assert.deepEqual([...rows.rows], [3, 2, 1, 1, 1]);
  assert.deepEqual([...rows.deep], [2, 2, 1, 2, 2]);
  assert.deepEqual([rows.total, rows.shown, rows.deepest], [3, 5, 2]);
});

test("nodes are folded from a depth on, and toggled one by one", () => {
  const rows = folded(1);
  assert.deepEqual([...rows.top], [0, 0, 1, -1, -1]); // -1: not shown
  assert.deepEqual([rows.total, rows.shown, rows.deepest], [2, 3, 1]);
  assert.ok(rows.isOpen(0) && !rows.isOpen(1) && !rows.isOpen(2));
  rows.toggle(1);
  assert.deepEqual([rows.total, rows.isOpen(1)], [3, true]);
  rows.toggle(0);
  assert.deepEqual([rows.total, rows.shown], [1, 1]);
  rows.toggle(2); // has nothing to fold
  assert.equal(rows.isOpen(2), false);
  rows.foldAt(0);
  assert.deepEqual([rows.total, rows.isOpen(1)], [1, false]); // what was toggled is forgotten
  rows.reveal([0, 1, 4]);
  assert.deepEqual([rows.total, rows.top[4]], [3, 1]);
});

test("what is shown of a tree that is not whole grows when it is opened", () => {
  const rows = new TreeRows(new Tree(new TheoremWalk({ ...PAIRS }, 100), 2));
  rows.foldAt(0);
  const before = rows.tree.size;
  rows.toggle(1);
  assert.ok(rows.tree.size > before);
  assert.ok(rows.isOpen(1));
});

// 800 x 200 pixels, boxes of 100.
function windowOf(depth) {
  const seen = folded(depth, TreeWindow);
  Object.assign(seen, { width: 800, height: 200, boxWidth: 100, column: 100 + GAP, views: 0 });
  seen.onView = () => seen.views++;
  return seen;
}

test("zoom says how high rows are", () => {
  const seen = windowOf(9);
  assert.equal(seen.rowHeight, ROW);
  assert.equal(seen.least, 1); // three rows fit in
  seen.height = 3 * ROW * 0.5 + 2 * MARGIN;
  assert.equal(seen.least, 0.5);
  seen.begin();
  assert.equal(seen.zoom, 0.65); // so that it can be read
  seen.fit();
  assert.deepEqual([seen.zoom, seen.x, seen.y, seen.views], [0.5, 0, 0, 2]);
  assert.deepEqual(seen.span(0), [MARGIN, seen.height - MARGIN]);
});

test("a tree of many pages is shown as a whole at first", () => {
  const long = new TreeWindow(
    new Tree(
      new StoredWalk({
        ...ladder(201),
        answer: ladder(201).answer.map((one, i) => (i ? i : one)),
        depth: ladder(201).depth.map((one) => Math.min(one, 1)),
      }),
    ),
  );
  Object.assign(long, { width: 800, height: 200, boxWidth: 100, column: 146 });
  long.foldAt(9);
  assert.equal(long.total, 200);
  long.begin();
  assert.equal(long.zoom, (200 - 2 * MARGIN) / (ROW * 200));
});

test("zooming keeps the row under the pointer, and stays between its limits", () => {
  const seen = windowOf(9);
  Object.assign(seen, { height: 60 });
  seen.fit();
  const row = (at) => (at - MARGIN + seen.y) / seen.rowHeight;
  const before = row(40);
  seen.zoomBy(2, 40);
  assert.equal(row(40), before);
  for (const at of [25, undefined]) {
    const [kept, scrolled] = [row(at ?? 30), seen.y]; // without a pointer the middle
    assert.ok(scrolled > 0);
    seen.zoomBy(1.1, at);
    assert.ok(Math.abs(row(at ?? 30) - kept) < 1e-9);
  }
  seen.zoomBy(1000);
  assert.equal(seen.zoom, 1.6);
  seen.zoomBy(1e-9);
  assert.equal(seen.zoom, seen.least);
});

test("the tree stays in the window", () => {
  const seen = windowOf(9);
  seen.panBy(-1e9, -1e9);
  assert.deepEqual([seen.x, seen.y], [0, 0]); // it is smaller than the window
  Object.assign(seen, { width: 200, height: 60, zoom: 1 });
  seen.panBy(-1e9, -1e9);
  // Three boxes with two gaps between them and three rows, with margins.
  assert.deepEqual([seen.x, seen.y], [3 * 100 + 2 * GAP + 2 * MARGIN - 200, 3 * ROW + 2 * MARGIN - 60]);
  seen.panBy(10, 5);
  assert.deepEqual([seen.x, seen.y], [3 * 100 + 2 * GAP + 2 * MARGIN - 210, 3 * ROW + 2 * MARGIN - 65]);
});

test("boxes stand in the middle of their rows, as far as these are in view", () => {
  const seen = windowOf(9);
  assert.equal(seen.left(3), MARGIN + 2 * seen.column);
  assert.deepEqual(seen.span(1), [MARGIN, MARGIN + 2 * ROW]);
  assert.equal(seen.middle(1), MARGIN + ROW);
  Object.assign(seen, { height: 60, y: 26 });
  assert.deepEqual(seen.span(0), [MARGIN - 26, MARGIN - 26 + 3 * ROW]);
  assert.equal(seen.middle(0), 30); // 0 to 60 is in view
  seen.zoom = 0.5; // rows of 13 pixels are lower than a box
  const [top, bottom] = seen.span(3);
  assert.ok(bottom - top < BOX);
  assert.equal(seen.middle(3), (top + bottom) / 2);
});

test("a node is brought into view, near enough to be read", () => {
  const seen = windowOf(9);
  Object.assign(seen, { width: 200, height: 60, zoom: 0.2 });
  seen.show(4);
  assert.equal(seen.zoom, 0.65);
  const [top, bottom] = seen.span(4);
  assert.ok(top >= 0 && bottom <= seen.height);
  assert.ok(seen.left(4) >= 0 && seen.left(4) + seen.boxWidth <= seen.width);
  const { x, y } = seen;
  seen.show(4);
  assert.deepEqual([seen.x, seen.y], [x, y]); // it is there already
});

test("what is not in view comes to the middle, as far as the tree goes", () => {
  // Nodes 1, 4 and 2 have their middles at 38, 51 and 77 pixels, boxes of depth 1 begin at 158.
  const seen = windowOf(9);
  Object.assign(seen, { width: 200, height: 60 });
  const shown = (node) => {
    seen.show(node);
    return [seen.x, seen.y];
  };
  assert.deepEqual(shown(1), [158 - 50, 38 - 30]);
  assert.deepEqual(shown(4), [3 * 100 + 2 * GAP + 2 * MARGIN - 200, 51 - 30]); // the end of the tree
  assert.deepEqual(shown(0), [0, 51 - 30]); // 0 and 4 stand at the same height
  seen.height = 90; // of which the middle third is far enough from the edges
  seen.fit();
  seen.zoom = 1;
  assert.deepEqual([shown(1)[1], shown(4)[1], shown(2)[1]], [0, 0, 3 * ROW + 2 * MARGIN - 90]);
});

test("in a small picture parents stand between the first and the last below them", () => {
  assert.deepEqual(leafPlaces(forked()), { places: [1.25, 0.5, 2, 0, 1], leaves: 3 });
  assert.deepEqual(leafPlaces(new Tree(new StoredWalk(ladder(3)))), { places: [0, 0, 0], leaves: 1 });
});

test("depths to fold at, and long ways, are listed in part", () => {
  assert.deepEqual(depthsToFold(2), [
    [0, 1],
    [1, 2],
    [2, "none"],
  ]);
  assert.deepEqual(depthsToFold(1000).length, 41);
  const way = Array.from({ length: 1030 }, (_, step) => step);
  assert.deepEqual(shortened(way.slice(0, 24)), way.slice(0, 24));
  const short = shortened(way);
  assert.deepEqual(short.slice(0, 4), [0, 1, 2, 3]);
  assert.equal(short[4], "… 1\u202f006 more …");
  assert.deepEqual(short.slice(5), way.slice(-20));
});
