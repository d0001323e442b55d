// The first page: three pictures, each made of what the page that it leads to shows.
"use strict";
(() => {
  const { h, svg, group, count, answersOf, answerNumber } = explorer;
  const WIDE = 320;

  function peg(x, y, cell, radius) {
    const known = cell >= 0,
      { ground, ink } = explorer.look(known ? cell : 0);
    return [
      svg("circle", { cx: x, cy: y, r: radius, class: known ? null : "hidden", fill: known ? ground : null }),
      svg(
        "text",
        {
          x,
          y: y + radius * 0.36,
          class: known ? "symbol middle" : "symbol middle open",
          "font-size": radius * 1.1,
          fill: known ? ink : null,
        },
        known ? explorer.SYMBOLS[cell] : "?",
      ),
    ];
  }
  const pegs = (x, y, cells, radius) =>
    cells.map((cell, place) => peg(x + radius + place * (2 * radius + 3), y, cell, radius));
  function pins(x, y, [black, white = 0]) {
    return [
      svg("rect", { x: x - 8, y: y - 8, width: 12 * (black + white) + 4, height: 16, rx: 8, class: "under" }),
      Array.from({ length: black + white }, (_, place) =>
        svg("circle", {
          cx: x + place * 12,
          cy: y,
          r: 4.5,
          class: place < black ? "pin black" : "pin white",
        }),
      ),
    ];
  }
  const picture = (high, label, ...content) =>
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${high}`, class: "picture", role: "img", "aria-label": label },
      ...content,
    );
  const text = (x, y, content, kind = "") => svg("text", { x, y, class: `tick ${kind}` }, content);

  // A game, and how many secrets each answer leaves, from all of them down to one.
  function playing() {
    const [game, pegCount, colours] = ["mastermind", 4, 6],
      row = 34;
    const questions = [
        [0, 0, 1, 1],
        [2, 3, 4, 5],
        [0, 2, 0, 5],
        [2, 1, 3, 1],
      ],
      secret = questions.at(-1);
    let left = explorer.words(game, pegCount, colours);
    const all = left.length,
      bar = (many) => 24 + (96 * Math.log(many)) / Math.log(all);
    const rows = questions.map((question, turn) => {
      const number = answerNumber(true, secret, question),
        y = (turn + 1.5) * row;
      left = left.filter((word) => answerNumber(true, word, question) === number);
      return [
        pegs(4, y, question, 12),
        pins(128, y, answersOf(game, pegCount)[number]),
        svg("rect", {
          x: 192,
          y: y - 12,
          width: bar(left.length),
          height: 24,
          rx: 6,
          class: left.length > 1 ? "bar" : "bar best",
        }),
        text(199, y + 5, group(left.length), "strong"),
      ];
    });
    return picture(
      (questions.length + 1) * row,
      `A game: of ${group(all)} secrets, the answers to four questions leave one.`,
      pegs(
        4,
        row / 2,
        secret.map(() => NaN),
        12,
      ),
      svg("rect", { x: 192, y: row / 2 - 12, width: bar(all), height: 24, rx: 6, class: "bar" }),
      text(199, row / 2 + 5, `${group(all)} secrets`, "strong"),
      rows,
    );
  }

  // All questions of a strategy, by how many were asked before them.
  function growing(tree) {
    const high = 190,
      depths = Math.max(...tree.depth),
      places = [],
      leaf = [];
    for (const node of tree.preorder())
      if (tree.children[node] === 0) {
        places[node] = leaf.length;
        leaf.push(node);
      }
    for (let node = tree.size - 1; node >= 0; node--) {
      const below = Array.from({ length: tree.children[node] }, (_, i) => places[tree.first[node] + i]);
      if (below.length) places[node] = (Math.min(...below) + Math.max(...below)) / 2;
    }
    const first = tree.question[0],
      wide = first.length * 19 + 5;
    const x = (node) => wide + (tree.depth[node] * (WIDE - wide - 16)) / Math.max(1, depths),
      y = (node) => 8 + ((places[node] + 0.5) * (high - 16)) / leaf.length;
    const levels = Array.from({ length: depths + 1 }, (_, depth) =>
      svg("g", { class: "level", "--level": depth }),
    );
    for (let node = 1; node < tree.size; node++) {
      const from = tree.parent[node],
        middle = (x(from) + x(node)) / 2;
      levels[tree.depth[node]].append(
        svg("path", {
          class: "branch",
          d: `M${x(from)},${y(from)} C${middle},${y(from)} ${middle},${y(node)} ${x(node)},${y(node)}`,
        }),
        svg("circle", {
          cx: x(node),
          cy: y(node),
          r: 2 + Math.sqrt(tree.secrets[node]) / 2,
          class: tree.found[node] ? "node found" : "node",
        }),
      );
    }
    levels[0].append(
      svg("rect", { x: 0, y: y(0) - 12, width: wide, height: 24, rx: 12, class: "ground" }),
      ...pegs(4, y(0), first, 8).flat(),
    );
    return picture(
      high,
      `The best strategy for ${count(tree.walk.colours, "colour")} as a tree: after the first question it branches by the answers, until each of ${group(tree.secrets[0])} secrets is found.`,
      levels,
    );
  }

  // The questions on a pattern that cost least for n colours, and what each costs.
  function costs(doc, n, most) {
    const value = Number(doc.values.find(([known]) => known === n)[1]);
    const known = doc.questions
      .map((row) => [row, excess(doc.splits[row.split], n)])
      .filter(([row, more]) => row.kind !== "no_solution" && more !== null)
      .map(([row, more]) => [row, value + more])
      .sort(([, one], [, other]) => one - other);
    const shown = known.slice(0, most),
      row = 27,
      left = doc.pegs * 19 + 12,
      wide = WIDE - left - 40;
    const unit = wide / Math.max(...shown.map(([, cost]) => cost)),
      least = value * unit,
      high = shown.length * row + 2;
    const drawing = picture(
      high,
      `Each question with what it costs for n = ${n}: ${shown.map(([{ question }, cost]) => `${question} ${group(cost)}`).join(", ")}. The least is ${group(value)}.`,
      shown
        .map(([{ question }, cost], place) => {
          const y = (place + 0.5) * row + 1,
            more = cost - value;
          return [
            explorer
              .parseCells(question)
              .map((cell, at) =>
                cell >= 0
                  ? peg(10 + at * 19, y, cell, 8)
                  : svg("circle", { cx: 10 + at * 19, cy: y, r: 8, class: "hidden" }),
              ),
            svg("rect", {
              x: left,
              y: y - 9,
              width: least,
              height: 18,
              rx: 4,
              class: more ? "bar" : "bar best",
            }),
            text(left + 7, y + 5, group(cost), "strong"),
            more > 0 && [
              svg("rect", { x: left + least, y: y - 9, width: more * unit, height: 18, class: "bar above" }),
              text(left + cost * unit + 6, y + 5, `+${group(more)}`),
            ],
          ];
        })
        .flat(Infinity)
        .filter(Boolean),
      svg("line", { x1: left + least, x2: left + least, y1: 0, y2: high, class: "least" }),
    );
    return { drawing, value, more: known.length - shown.length };
  }
  // How many questions more than the least; null where there are too few colours to ask it.
  function excess(split, n) {
    if (!split.excess) return null;
    const early = n - split.onset + split.early.length;
    if (n < split.onset) return early < 0 ? null : split.early[early];
    return Number(explorer.polynomialAt(split.excess[n % split.excess.length], n));
  }
  explorer.costs = costs;

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
    explorer.put(
      place,
      h(
        "div",
        { class: "hero" },
        h("h1", {}, "Guessing games, proved"),
        h(
          "p",
          {},
          "Somebody hides a row of coloured pegs. You ask for rows, and are told each time how many pegs are right. What are the best questions? Here they are, with proofs that nobody can do better.",
        ),
      ),
      h(
        "div",
        { class: "pictures" },
        card(
          "Play against the program",
          "#/play/mastermind-4-6",
          playing(),
          "Each answer rules out secrets: four good questions leave one of 1\u202f296. Find the secret of the program, with hints if you like, or let it find yours.",
        ),
        card(
          "See the best strategy grow",
          `#/strategy/${theorem}?n=${n}&grow=1`,
          growing(tree),
          `Every question of the best strategy for ${count(doc.pegs, "peg")} and ${n} colours, and what it asks after each answer. It finds each of ${group(tree.secrets[0])} secrets, with ${(total / tree.secrets[0]).toFixed(2)} questions on average.`,
        ),
        card(
          "See why it is best",
          `#/pattern/${theorem}/${pattern}?via=0:${asked}:${told.replace(",", ".")}&for=${left}`,
          shown.drawing,
          "The first question was ",
          explorer.word(asked),
          ", the answer ",
          explorer.answerOf(told),
          `. These are the next ones, with how many questions each takes to find all the secrets that are left. None takes fewer than ${group(shown.value)}.`,
        ),
      ),
      h(
        "p",
        { class: "lead" },
        `How many questions does the best strategy take? For Mastermind, Bulls and Cows and black-peg Mastermind with up to ${count(most, "peg")} the answer is a formula in the number n of colours. Every step of its proof can be looked at.`,
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
