import assert from "node:assert/strict";
import { test } from "node:test";
import { PAIRS, explorer, ladder } from "./loaded.mjs";

const { TheoremWalk, StoredWalk, Tree, openedTree, savedTree, treeTable, treeLatex } = explorer;

const HEAD = {
  format: "masetproof-strategy",
  version: 1,
  game: "mastermind",
  pegs: 1,
  colours: 3,
  secrets: "all",
};
const NODES = [
  [0, null, "0"],
  [1, "(0,0)", "1"],
  [2, "(0,0)", "2"],
];
const opened = (changes = {}) =>
  openedTree(JSON.stringify({ ...HEAD, nodes: NODES, ...changes }), "mine.json");

test("a tree that a person opened is that of its file", () => {
  const doc = opened();
  for (const key of ["depth", "answer", "question", "found"]) assert.deepEqual(doc[key], ladder(3)[key], key);
  assert.equal(doc.title, "Mastermind, 1 peg, 3 colours");
  assert.deepEqual(new Tree(new StoredWalk(doc)).summary().total, 6);
  const black = opened({
    game: "black-peg",
    nodes: NODES.map(([depth, told, asked]) => [depth, told && "0", asked]),
  });
  assert.deepEqual(black.answers, ["0", "1"]);
});

test("what is no strategy tree is refused in a sentence", () => {
  for (const [changes, sentence] of [
    [{ format: "other" }, "mine.json is not a strategy tree of masetproof."],
    [{ version: 2 }, "mine.json is not a strategy tree of masetproof."],
    [{ nodes: null }, "mine.json is not a strategy tree of masetproof."],
    [{ nodes: [] }, "mine.json has no nodes."],
    [{ nodes: [...NODES, 5] }, "mine.json: node 4 is not valid."],
    [{ nodes: [[0, "(0,0)", "0"]] }, "mine.json: node 1 is not valid."],
    [{ nodes: [[1, "(0,0)", "0"]] }, "mine.json: node 1 is not valid."],
    [{ nodes: [...NODES, [4, "(0,0)", "0"]] }, "mine.json: node 4 is not valid."],
    [{ nodes: [...NODES, [3, "(7,0)", "0"]] }, "mine.json: node 4 is not valid."],
    [{ nodes: [...NODES, [0, null, "0"]] }, "mine.json: node 4 is not valid."],
    [{ nodes: [[0, null, 0]] }, "mine.json: node 1 is not valid."],
    [{ nodes: [[0, null, "9"]] }, "The colours are 0 to 2."],
    [{ nodes: NODES.slice(0, 2) }, "mine.json does not find 2."],
    [{ colours: 65537 }, "mine.json has too many secrets to be checked here."],
  ])
    assert.throws(() => opened(changes), { message: sentence });
  const other =
    "mine.json is a tree of another kind of game, or begins in the middle of one; " +
    "'masetproof explore --tree' shows it.";
  for (const changes of [
    { game: "wordle" },
    { pegs: "1" },
    { colours: 1.5 },
    { after: [] },
    { secrets: "distinct" },
  ])
    assert.throws(() => opened(changes), { message: other });
  assert.throws(() => openedTree("{", "mine.json"), { message: "mine.json is not a JSON file." });
});

test("a tree that is saved can be opened again", () => {
  const tree = new Tree(new TheoremWalk({ ...PAIRS }, 4));
  const again = new Tree(new StoredWalk(openedTree(savedTree(tree, {}), "saved.json")));
  assert.deepEqual(again.summary(), tree.summary());
  assert.deepEqual(treeTable(again), treeTable(tree));
  assert.equal(savedTree(tree, { file: "as it was" }), "as it was");
  const black = new Tree(new StoredWalk({ ...ladder(2), game: "black-peg", answers: ["0", "1"] }));
  const { nodes, ...head } = JSON.parse(savedTree(black, {}));
  assert.deepEqual(nodes, [
    [0, null, "0"],
    [1, "0", "1"],
  ]);
  assert.deepEqual(head, { ...HEAD, game: "black-peg", colours: 2, consistent_only: false });
});

test("a tree as a table, and as LaTeX", () => {
  const tree = new Tree(new StoredWalk({ ...ladder(3), found: [0, 1, 1] }));
  assert.deepEqual(treeTable(tree), [
    ["depth", "answer", "question", "secrets", "found"],
    [0, "", "0", 2, "no"],
    [1, "0,0", "1", 2, "yes"],
    [2, "0,0", "2", 1, "yes"],
  ]);
  assert.equal(
    treeLatex(tree, "ladder"),
    [
      "% ladder",
      "\\begin{tabular}{lr}",
      "question & secrets \\\\ \\hline",
      "\\hspace*{0.0em}\\texttt{0} & 2 \\\\",
      "\\hspace*{1.2em}$0,0$ \\texttt{1} & 2$\\star$ \\\\",
      "\\hspace*{2.4em}$0,0$ \\texttt{2} & 1$\\star$ \\\\",
      "\\end{tabular}",
      "",
    ].join("\n"),
  );
});
