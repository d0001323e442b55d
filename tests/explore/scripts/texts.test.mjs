import assert from "node:assert/strict";
import { test } from "node:test";
import { explorer } from "./loaded.mjs";

const { SYMBOLS, cellsOf, group, count, decimal, pretty, briefNumber } = explorer;

test("the symbols of colours are the digits of base 36", () => {
  assert.equal(SYMBOLS.length, 36);
  [...SYMBOLS].forEach((symbol, colour) => assert.equal(parseInt(symbol, 36), colour));
});

test("words of many colours are numbers with commas, others have a symbol for each cell", () => {
  assert.deepEqual(cellsOf("10,3,36"), ["10", "3", "36"]);
  assert.deepEqual(cellsOf("0A*a"), ["0", "A", "*", "a"]);
});

test("digits are grouped by three, from the right", () => {
  for (const [number, text] of [
    [0, "0"],
    [999, "999"],
    [1296, "1_296"],
    [1000000, "1_000_000"],
    ["123456789012345678901", "123_456_789_012_345_678_901"],
    [12345678901234567890n, "12_345_678_901_234_567_890"],
  ])
    assert.equal(group(number), text.replaceAll("_", "\u202f"));
});

test("one is singular, whether it is a number or a text", () => {
  assert.equal(count(1, "peg"), "1 peg");
  assert.equal(count("1", "secret"), "1 secret");
  assert.equal(count(0, "peg"), "0 pegs");
  assert.equal(count(1296, "secret"), "1\u202f296 secrets");
});

test("a fraction is a number", () => {
  assert.equal(decimal("271/80"), 3.3875);
  assert.equal(decimal("5"), 5);
});

test("comparisons have their signs", () => {
  assert.equal(pretty("n >= 3 and m <= 4"), "n ≥ 3 and m ≤ 4");
});

test("large numbers on a drawing are short", () => {
  assert.equal(briefNumber(999999), "999\u202f999");
  assert.equal(briefNumber(1000000), "1.00e+6");
  assert.equal(briefNumber(1234567), "1.23e+6");
});
