// Pictures: a game, a strategy as a tree, and what the questions on a pattern cost.
"use strict";
(() => {
  const { group, count, answersOf, leafPlaces, costsAt, svg } = explorer;
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
    const rules = answersOf(game, pegCount);
    let left = explorer.words(game, pegCount, colours);
    const all = left.length,
      bar = (many) => 24 + (96 * Math.log(many)) / Math.log(all);
    const rows = questions.map((question, turn) => {
      const number = rules.number(secret, question),
        y = (turn + 1.5) * row;
      left = left.filter((word) => rules.number(word, question) === number);
      return [
        pegs(4, y, question, 12),
        pins(128, y, rules.texts[number].split(",").map(Number)),
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

  // Guesses in the game of marks with letters for colours.
  function guesses() {
    const asked = ["ABC", "DEF", "FED"],
      side = 46,
      rules = answersOf("marks", 3),
      cells = (word) => [...word].map((letter) => letter.charCodeAt(0));
    const told = asked.map((word) => rules.texts[rules.number(cells(asked.at(-1)), cells(word))]);
    return picture(
      asked.length * side,
      `Guesses with their marks: ${asked.map((word, turn) => `${word} ${told[turn]}`).join(", ")}.`,
      asked.map((word, turn) =>
        [...word].map((letter, place) => [
          svg("rect", {
            x: WIDE / 2 + (place - 1.5) * side + 2,
            y: turn * side + 2,
            width: side - 4,
            height: side - 4,
            rx: 7,
            class: `mark ${told[turn][place]}`,
          }),
          text(WIDE / 2 + (place - 1) * side, (turn + 0.5) * side + 6, letter, `letter ${told[turn][place]}`),
        ]),
      ),
    );
  }

  // All questions of a strategy, by how many were asked before them.
  function growing(tree) {
    const high = 190,
      depths = Math.max(...tree.depth),
      { places, leaves } = leafPlaces(tree);
    const first = tree.question[0],
      wide = first.length * 19 + 5;
    const x = (node) => wide + (tree.depth[node] * (WIDE - wide - 16)) / Math.max(1, depths),
      y = (node) => 8 + ((places[node] + 0.5) * (high - 16)) / leaves;
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
      `The best strategy for ${count(tree.walk.colours, "colour")} as a tree: after the first question it ` +
        `branches by the answers, until each of ${group(tree.secrets[0])} secrets is found.`,
      levels,
    );
  }

  // The questions on a pattern that cost least for n colours, and what each costs.
  function costs(doc, n, most) {
    const value = Number(doc.values.find(([known]) => known === n)[1]);
    const known = costsAt(doc, n);
    const shown = known.slice(0, most),
      row = 27,
      left = doc.pegs * 19 + 12,
      wide = WIDE - left - 40;
    const unit = wide / Math.max(...shown.map(([, cost]) => cost)),
      least = value * unit,
      high = shown.length * row + 2;
    const each = shown.map(([{ question }, cost]) => `${question} ${group(cost)}`);
    const drawing = picture(
      high,
      `Each question with what it costs for n = ${n}: ${each.join(", ")}. The least is ${group(value)}.`,
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

  Object.assign(explorer, { playing, growing, guesses, costs });
})();
