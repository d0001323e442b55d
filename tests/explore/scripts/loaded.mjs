// The scripts of the explorer that need no document, loaded as a page loads them, in its order.
import { readFileSync } from "node:fs";
import { beforeEach } from "node:test";
import { runInThisContext } from "node:vm";

const FOLDER = new URL("../../../masetproof/explore/static/", import.meta.url);
const page = readFileSync(new URL("index.html", FOLDER), "utf8");
const [computed] = page.split("<!-- What is shown. -->");
for (const [, name] of computed.matchAll(/<script defer src="([^"]+)">/g)) {
  const address = new URL(name, FOLDER);
  runInThisContext(readFileSync(address, "utf8"), { filename: address.href });
}
export const explorer = runInThisContext("explorer");

// As Python writes them: the rules of all games (of the document `index`), and some proved strategies.
export const { GAMES, PROVED } = JSON.parse(readFileSync(process.env.WRITTEN, "utf8"));

// What `data/index.js` says of an explorer, with all that a test does not say empty.
export function setIndex(values = {}) {
  const index = {
    live: false,
    games: GAMES,
    rules: ["minimax", "expected-size", "entropy", "most-parts", "random"],
    colour_names: ["black", "red", "green", "yellow", "blue", "white"],
    theorems: [],
    trees: [],
    lists: [],
    word_games: [],
    ...values,
  };
  explorer.index = () => index;
}
// Each test begins with a site, and says itself what is loaded and asked.
beforeEach(() => {
  setIndex();
  for (const name of ["load", "ask", "askHint", "send"]) delete explorer[name];
});

// ------------------------------------------------------------------ another route to the same things

const count = (cells, wanted) => cells.filter((cell) => cell === wanted).length;

// Black pins, and white ones by how often each colour occurs in both words.
export function pins(secret, question) {
  const black = secret.filter((cell, place) => cell === question[place]).length;
  const common = [...new Set(question)].map((cell) => Math.min(count(secret, cell), count(question, cell)));
  return [black, common.reduce((sum, many) => sum + many, 0) - black];
}

// The text of an answer by the definition of each game.
const ANSWERS = {
  pegs: (black, white, _, { called }) => [black, white].slice(0, called.length).join(),
  sum: (black, white, [, question]) => (black === question.length ? "won" : String(black + white)),
  marks: (_, __, [secret, question]) =>
    question
      .map((cell, place) => {
        if (secret[place] === cell) return "g";
        // As many equal cells are marked, from the left, as the secret has in other places.
        const open = (word, end) =>
          count(word.filter((_, i) => secret[i] !== question[i] && i < end), cell);
        return open(secret, secret.length) > open(question, place) ? "y" : "b";
      })
      .join(""),
};
export const answered = (game, secret, question) =>
  ANSWERS[GAMES[game].rule](...pins(secret, question), [secret, question], GAMES[game]);

// All words by counting in base *colours*.
export function everyWord(pegs, colours, repeats = true) {
  const digits = (number) =>
    Array.from({ length: pegs }, (_, place) => Math.floor(number / colours ** (pegs - 1 - place)) % colours);
  return Array.from({ length: colours ** pegs }, (_, number) => digits(number)).filter(
    (word) => repeats || new Set(word).size === pegs,
  );
}

// A strategy for two pegs that is not the best one, by hand.  It asks 00, 11, 22, ... until one peg is right.
// Which one of them is it?  It asks 01 when 0 was the first colour, and else k0, as 0 is known to be in no
// secret then.  The other peg is found by trying one colour after another.
const always = (question, used, wins, ...steps) => ({ question, used, wins, steps });
const place = (text, { question, used, wins, steps }) => ({
  pattern: 0,
  text,
  asks: [[question, used, [], [0], wins, steps]],
});
export const PAIRS = {
  kind: "strategy",
  game: "mastermind",
  pegs: 2,
  theorem: "pairs",
  title: "Pairs",
  least: 1,
  cap: 1,
  start: 0,
  period: 1,
  answers: ["0,0", "0,1", "1,0", "0,2", "1,1", "2,0"],
  places: [
    place("{**}", always("00", 1, true, [0, 2, [0, 1], []], [2, 1, [0, 1], [0]])),
    place("{0*|*0}", always("01", 1, true, [1, 5, [0, 1], [0]], [2, 4, [0, 1], [0]], [3, 6, [1, 0], [0, 1]])),
    place("{**}", always("00", 1, true, [0, 2, [0, 1], []], [2, 3, [0, 1], [0]])),
    place("{0*|*0}", always("0a", 0, false, [1, 5, [0, 1], [0]], [2, 4, [0, 1], [0]])),
    place("{0*}", always("01", 1, true, [2, 4, [0, 1], [0]])),
    place("{*0}", always("10", 1, true, [2, 5, [0, 1], [0]])),
    { maset: 0, text: "{01}", asks: [["01", 0, null, null, true, []]] },
  ],
};
// With which question it finds a secret.
export function foundWith([one, other]) {
  const first = Math.min(one, other);
  const last = Math.max(one, other);
  if (one === other) return one + 1;
  if (first > 0) return last + 2;
  return last === 1 && one === 1 ? 3 : last + 1;
}

// A strategy for one peg, as a stored tree: 0, 1, 2, ... in turn.
export function ladder(colours) {
  const each = Array.from({ length: colours }, (_, colour) => colour);
  return {
    kind: "tree",
    name: "ladder",
    game: "mastermind",
    pegs: 1,
    colours,
    answers: ["0,0", "0,1", "1,0"],
    depth: each,
    answer: each.map((colour) => (colour ? 0 : -1)),
    question: each.map(String),
    found: each.map(() => 1),
  };
}
