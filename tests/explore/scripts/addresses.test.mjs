import assert from "node:assert/strict";
import { test } from "node:test";
import { explorer } from "./loaded.mjs";

const { readAddress, writeAddress } = explorer;

test("an address has a page, a place and parameters", () => {
  assert.deepEqual(readAddress(""), { page: "home", place: [], params: {} });
  assert.deepEqual(readAddress("#/"), { page: "home", place: [], params: {} });
  assert.deepEqual(readAddress("#/pattern/ab-2/3/1?via=0:01:1.0|3:12:0.1&q=a+b%3D"), {
    page: "pattern",
    place: ["ab-2", "3", "1"],
    params: { via: "0:01:1.0|3:12:0.1", q: "a b=" },
  });
});

test("what is no text in UTF-8 stays as it is", () => {
  assert.deepEqual(readAddress("#/tree/%ff").place, ["%ff"]);
  assert.deepEqual(readAddress("#/tree/%C3%9F").place, ["ß"]);
});

test("parameters are replaced, and empty ones left out", () => {
  assert.equal(
    writeAddress("#/play/ab-4-10?old=1", { a: "0,1", b: "", c: null, d: undefined, e: 0 }),
    "#/play/ab-4-10?a=0,1&e=0",
  );
  assert.equal(writeAddress("#/tables?old=1", {}), "#/tables");
});

test("what is written is read again", () => {
  const params = { via: "0:01:1.0|3:12:0.1", found: "{0*|*0}", q: "50% & more = ß +1" };
  const written = writeAddress("#/pattern/x/0", params);
  assert.deepEqual(readAddress(written), { page: "pattern", place: ["x", "0"], params });
  assert.ok(written.includes("via=0:01:1.0|3:12:0.1")); // can be read
});
