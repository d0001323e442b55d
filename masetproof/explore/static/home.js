// The first page: four pictures, each made of what the page that it leads to shows.
"use strict";
(() => {
  const { count, group, h, costs, playing, growing } = explorer;

  // docs/tutorials/wordle.md; `masetproof prove marks --pegs 5`, and with `--objective worst`.
  const WORDLE =
    "If every string of five letters is a word, the best strategy takes 6.9422 guesses on average, " +
    "and none takes fewer than 9 at worst.";

  explorer.pages.home = async (place, _, params, onProgress) => {
    const { theorems } = explorer.index(),
      most = Math.max(...theorems.map((one) => one.pegs));
    const { theorem } = theorems
      .filter(
        (one) =>
          one.game === "mastermind" && one.objective === "expected" && one.extra === "exact" && one.pegs <= 2,
      )
      .at(-1);
    const doc = await explorer.load(`strategy/${theorem}`, onProgress),
      n = 8;
    const tree = new explorer.Tree(new explorer.TheoremWalk(doc, n)),
      { total } = tree.summary();
    // What one black pin leaves after the first question, or else the first answer.
    const { walk } = tree,
      start = walk.start(),
      [asked] = walk.ask(start);
    const [number, at] =
      walk
        .after(start)
        .find(([answer, next]) => doc.answers[answer] === "1,0" && "pattern" in doc.places[next.place]) ||
      walk.after(start)[0];
    const { pattern } = doc.places[at.place],
      told = doc.answers[number],
      known = await explorer.load(`pattern/${theorem}/${pattern}`, onProgress);
    const left = at.m + at.colours.length,
      shown = costs(known, left, 6);
    const card = (title, href, drawing, ...words) =>
      h("section", { class: "card shown" }, h("h2", {}, h("a", { href }, title)), drawing, h("p", {}, words));
    const words = theorems
      .filter((one) => one.game === "marks" && one.objective === "expected" && one.extra === "exact")
      .at(-1);
    explorer.put(
      place,
      h(
        "div",
        { class: "hero" },
        h("h1", {}, "Guessing games, proved"),
        h(
          "p",
          {},
          "Somebody hides a row of coloured pegs. You ask for rows, and are told each time how many pegs are " +
            "right. What are the best questions? Here they are, with proofs that nobody can do better.",
        ),
      ),
      h(
        "div",
        { class: "pictures" },
        card(
          "Play against the program",
          "#/play/mastermind-4-6",
          playing(),
          "Each answer rules out secrets: four good questions leave one of 1\u202f296. " +
            "Find the secret of the program, with hints if you like, or let it find yours.",
        ),
        card(
          "See the best strategy grow",
          `#/strategy/${theorem}?n=${n}&grow=1`,
          growing(tree),
          `Every question of the best strategy for ${count(doc.pegs, "peg")} and ${n} colours, and what it asks ` +
            `after each answer. It finds each of ${group(tree.secrets[0])} secrets, with ` +
            `${(total / tree.secrets[0]).toFixed(2)} questions on average.`,
        ),
        card(
          "See why it is best",
          `#/pattern/${theorem}/${pattern}?via=0:${asked}:${told.replace(",", ".")}&for=${left}`,
          shown.drawing,
          "The first question was ",
          explorer.word(asked),
          ", the answer ",
          explorer.answerOf(told, "mastermind"),
          ". These are the next ones, with how many questions each takes to find all the secrets that are left. " +
            `None takes fewer than ${group(shown.value)}.`,
        ),
        words &&
          card(
            "Wordle without a dictionary",
            `#/theorem/${words.theorem}?n=26`,
            explorer.guesses(),
            `${WORDLE} For shorter words the theorem has a formula, for an alphabet of any size. ` +
              "The tutorial of that name in the documentation explains it.",
          ),
      ),
      h(
        "p",
        { class: "lead" },
        "How many questions does the best strategy take? For Mastermind, Bulls and Cows, marks and more " +
          `with up to ${count(most, "peg")} the answer is a formula in the number n of colours. ` +
          "Every step of its proof can be looked at.",
      ),
      h(
        "p",
        { class: "actions" },
        h("a", { class: "button primary", href: "#/theorems" }, "All theorems"),
        h("a", { class: "button", href: "#/table/mastermind" }, "Tables of optima"),
      ),
    );
    return "Guessing games, proved";
  };
})();
