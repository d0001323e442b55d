import assert from "node:assert/strict";
import { test } from "node:test";
import { explorer } from "./loaded.mjs";

const { markup, polynomialAt, valueAt, boundsAt, boardValue, excessOf } = explorer;

test("formulas are MathML", () => {
  for (const [text, expected] of [
    ["n", "<mi>n</mi>"],
    ["2*n^2", "<mn>2</mn><msup><mi>n</mi><mn>2</mn></msup>"],
    ["m1", "<msub><mi>m</mi><mn>1</mn></msub>"],
    ["n2^3", "<msubsup><mi>n</mi><mn>2</mn><mn>3</mn></msubsup>"],
    ["1/2 - 3", "<mfrac><mn>1</mn><mn>2</mn></mfrac> <mo>−</mo> <mn>3</mn>"],
    ["n <= 4", "<mi>n</mi> <mo>≤</mo> <mn>4</mn>"],
    ["max", "<mi>max</mi>"],
    [
      "f3^1(n)",
      '<msubsup><mi>f</mi><mn>3</mn><mn>1</mn></msubsup><mo form="prefix" stretchy="false">(</mo>' +
        '<mi>n</mi><mo form="postfix" stretchy="false">)</mo>',
    ],
    ["f12 = 1", "<msub><mi>f</mi><mn>12</mn></msub> <mo>=</mo> <mn>1</mn>"],
  ])
    assert.equal(markup(text), expected);
});

test("polynomials are evaluated exactly, also beyond what a number holds", () => {
  assert.equal(polynomialAt("1/2*n^2 - n + 3", 10), "43");
  assert.equal(polynomialAt("-n", 7), "-7");
  assert.equal(polynomialAt("5", 7), "5");
  // 1 + 2 + ... + 10^9, as Gauss summed it.
  assert.equal(polynomialAt("1/2*n^2 + 1/2*n", 1e9), "500000000500000000");
  // 0 + 1 + 4 + ... + (n - 1)^2.
  for (let n = 0, sum = 0; n < 30; sum += n * n, n++)
    assert.equal(polynomialAt("1/3*n^3 - 1/2*n^2 + 1/6*n", n), String(sum));
});

test("a formula has a branch for each residue, and exceptions", () => {
  const formula = {
    period: 2,
    branches: [
      ["0", "0", "1/4"],
      ["-1/4", "0", "1/4"],
    ],
    exceptions: { 3: "99" },
  };
  for (let n = 0; n < 40; n++)
    assert.equal(valueAt({ formula }, n), n === 3 ? "99" : String(Math.floor((n * n) / 4)));
});

test("bounds are those of small n, or of the residue class", () => {
  const side = (...coefficients) => coefficients;
  const doc = {
    small: { 1: [1, 1], 3: [2, 4] },
    classes: [
      { lower: side("0", "1/2"), upper: side("1", "1/2") },
      { lower: side("-1/2", "1/2"), upper: side("1/2", "1/2") },
    ],
  };
  assert.deepEqual(boundsAt(doc, 1), ["1", "1"]);
  assert.deepEqual(boundsAt(doc, 3), ["2", "4"]);
  for (let n = 4; n < 40; n++) {
    const half = Math.floor(n / 2);
    assert.deepEqual(boundsAt(doc, n), [String(half), String(half + 1)]);
  }
});

test("on a board the region decides", () => {
  // The larger one of two numbers of colours, and then half of their sum, rounded down.
  const one = (...powers) => ["1", powers];
  const larger = {
    boards: {
      regions: [
        { conditions: [[">=", [one(1, 0), ["-1", [0, 1]]], 1]], terms: [one(1, 0)] },
        { conditions: [], terms: [one(0, 1)] },
      ],
    },
  };
  const half = [
    ["1/2", [1, 0]],
    ["1/2", [0, 1]],
  ];
  const halved = {
    boards: {
      regions: [
        { conditions: [["=", [one(1, 0), ["-1", [0, 1]]], 1]], terms: [one(1, 0)] },
        { conditions: [[">=", [one(1, 0), one(0, 1)], 2]], terms: half },
        { conditions: [], terms: [...half, ["-1/2", [0, 0]]] },
      ],
    },
  };
  for (let n1 = 1; n1 < 8; n1++)
    for (let n2 = 1; n2 < 8; n2++) {
      assert.equal(boardValue(larger, [n1, n2]), String(Math.max(n1, n2)));
      assert.equal(boardValue(halved, [n1, n2]), String(Math.floor((n1 + n2) / 2)));
    }
});

test("the excess of a question has single values before its polynomials", () => {
  const split = { onset: 3, early: [5, 7], excess: ["n", "2*n"] };
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((n) => excessOf(split, n)),
    [null, 5, 7, 6, 4],
  );
  assert.equal(excessOf({ onset: 3, early: [] }, 5), null);
});
