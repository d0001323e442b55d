import assert from "node:assert/strict";
import { test } from "node:test";
import { explorer } from "./loaded.mjs";

const { csv, tabular, sortedBy } = explorer;

test("CSV quotes what needs quotes", () => {
  // By RFC 4180: commas, quotes and line breaks are quoted, and quotes are doubled.
  assert.equal(
    csv([
      ["a", "b,c", 'say "no"'],
      [1, null, undefined],
      ["two\nlines", 0, ""],
    ]),
    'a,"b,c","say ""no"""\n1,,\n"two\nlines",0,\n',
  );
});

test("LaTeX escapes the ten characters that mean something to it", () => {
  const escaped = tabular("title", [
    ["#$%&_{}", "\\^~"],
    [null, "<>"],
  ]);
  assert.equal(
    escaped,
    [
      "% title",
      "\\begin{tabular}{ll}",
      "\\#\\$\\%\\&\\_\\{\\} & \\textbackslash{}\\textasciicircum{}\\textasciitilde{} \\\\ \\hline",
      " & \\textless{}\\textgreater{} \\\\",
      "\\end{tabular}",
      "",
    ].join("\n"),
  );
});

test("numbers are sorted as numbers, among them those that stand for no value", () => {
  const rows = [0.5, Infinity, 10, -1, 2].map((value) => ({ value }));
  const sorted = sortedBy([{ id: "value", text: (row) => row.value }], rows, "value");
  assert.deepEqual(
    sorted.map((row) => row.value),
    [-1, 0.5, 2, 10, Infinity],
  );
});

test("rows are sorted by a column, in both directions", () => {
  const columns = [
    { id: "name", text: (row) => row.name },
    { id: "size", text: (row) => `${row.size} pegs`, key: (row) => row.size },
  ];
  const rows = [
    { name: "P10", size: 2 },
    { name: "P9", size: 10 },
    { name: "P1", size: 2 },
  ];
  const names = (sort) => sortedBy(columns, rows, sort).map((row) => row.name);
  assert.deepEqual(names("name"), ["P1", "P9", "P10"]); // numbers in texts as numbers
  assert.deepEqual(names("-name"), ["P10", "P9", "P1"]);
  assert.deepEqual(names("size"), ["P10", "P1", "P9"]); // equal ones in their order
  assert.deepEqual(names("-size"), ["P9", "P10", "P1"]);
  for (const nothing of ["", undefined, "nobody"]) assert.deepEqual(names(nothing), ["P10", "P9", "P1"]);
});
