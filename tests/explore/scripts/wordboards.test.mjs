import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { explorer, setIndex } from "./loaded.mjs";

const { MARKS, big, boardOf, isWords, listsKnown, loadList } = explorer;
const list = (alphabet, more = 0) => ({ name: "mine", words: 5, letters: 3, more, alphabet });
const GAMES = [
  ["wordle", "Wordle"],
  ["jotto", "Jotto"],
];
const withList = (about, values) => setIndex({ live: true, word_games: GAMES, lists: [about], ...values });
describe("boards of words", () => {
  beforeEach(() => withList(list("aent")));

  test("letters are capitals one by one", () => {
    assert.equal(big("straße"), "STRAßE"); // SS would be two
    assert.equal(big("élan"), "ÉLAN");
  });

  test("games of words have the board of their kind", () => {
    assert.deepEqual(isWords("wordle"), ["wordle", "Wordle"]);
    assert.equal(isWords("mastermind"), undefined);
    const wordle = boardOf("wordle", "mine");
    assert.ok(wordle instanceof explorer.WordleBoard);
    assert.ok(!(boardOf("jotto", "mine") instanceof explorer.WordleBoard));
    assert.deepEqual([wordle.short, wordle.sized, wordle.letterCount], ["Wordle", "5 words of 3 letters", 3]);
    assert.equal(wordle.lead, "The words are those of the list “mine”: 5 words of 3 letters.");
    const without = boardOf("jotto", undefined);
    assert.deepEqual([without.sized, without.letterCount, without.keyboard], ["no list of words yet", 5, []]);
    withList(list("aent", 1));
    assert.equal(boardOf("jotto", "mine").sized, "5 words of 3 letters, and 1 word more that may be asked");
  });

  test("a keyboard has the rows that people know, or three of equal length", () => {
    const rows = () => boardOf("wordle", "mine").keyboard.map((row) => row.join(""));
    assert.deepEqual(rows(), ["qwertyuiop", "asdfghjkl", "zxcvbnm"]);
    withList(list("абвгде"));
    assert.deepEqual(rows(), ["аб", "вг", "де"]);
    withList(list("aéß"));
    assert.deepEqual(rows(), ["a", "é", "ß"]);
    withList(list(Array.from({ length: 49 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("")));
    assert.deepEqual(rows(), []);
  });

  test("answers of Wordle are typed in many ways", () => {
    const board = boardOf("wordle", "mine");
    assert.equal(board.typed("012"), "byg");
    assert.equal(board.typed("⬛🟨🟩"), "byg");
    assert.equal(board.typed("⬜🟦🟧"), "byg"); // of high contrast
    assert.equal(board.typed("⬛\ufe0f🟨🟩"), "byg");
    assert.equal(board.typed("byg"), "byg");
    assert.equal(boardOf("jotto", "mine").typed("2"), "2");
  });

  test("answers are said aloud, letter by letter", () => {
    const board = boardOf("wordle", "mine");
    assert.equal(board.said("byg", "ate"), `a ${MARKS.b}, t ${MARKS.y}, e ${MARKS.g}`);
    assert.equal(board.said("g"), "is right");
    const jotto = boardOf("jotto", "mine");
    assert.deepEqual([jotto.said("2"), jotto.saidWord("ate"), jotto.example], ["2", "ate", ""]);
    assert.equal(jotto.parse("  É\u0301té ".replace("É\u0301", "E\u0301")), "été"); // of one sign each
  });

  test("the best that is known of each letter", () => {
    const history = [
      ["sea", "byy"],
      ["eat", "gby"],
      ["tea", "bbb"],
    ];
    assert.deepEqual(boardOf("wordle", "mine").marks(history), { s: "b", e: "g", a: "y", t: "y" });
    assert.deepEqual(boardOf("jotto", "mine").marks(history), {});
  });

  test("secrets, hints and the best way come from the server", async () => {
    explorer.ask = explorer.askHint = async (address) => address;
    const board = boardOf("jotto", "mine");
    assert.equal(await board.kept(7, ["ate", "sea"]), "keep/jotto?list=mine&seed=7&asked=ate&asked=sea");
    assert.equal(await board.kept(7, [], 1), "keep/jotto?list=mine&seed=7&up=1");
    assert.equal(await board.hint([["ate", "2"]]), "hint/jotto?list=mine&after=ate%3A2");
    assert.equal(await board.hint([], "entropy"), "hint/jotto?list=mine&rule=entropy");
    assert.equal(await board.best("sea", [["ate", "2"]]), "best/jotto?list=mine&after=ate%3A2&secret=sea");
  });

  test("a list that is loaded is known from then on", async () => {
    const sent = [];
    explorer.send = async (...what) => {
      sent.push(what);
      return { ...list("ab"), name: "loaded" };
    };
    assert.equal(await loadList("ab\nba", "aa"), "loaded");
    assert.deepEqual(sent, [["words", "ab\nba\0aa"]]);
    assert.deepEqual(
      listsKnown().map((one) => one.name),
      ["mine", "loaded"],
    );
    assert.equal(boardOf("jotto", "loaded").sized, "5 words of 3 letters");
  });
});
