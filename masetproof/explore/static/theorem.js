// Theorems: the list of them, and the page of one.
"use strict";
(() => {
  const { h, svg, math, card, facts, group, count, crumbs, downloads, pretty, scroll, tab, term, decimal } =
    explorer;

  function links(one) {
    return h(
      "p",
      { class: "actions" },
      h("a", { class: "button", href: `#/pattern/${one.theorem}/0` }, "Patterns"),
      one.real && !one.boards && h("a", { class: "button", href: `#/strategy/${one.theorem}` }, "Strategy"),
    );
  }

  const CASES = { expected: "expected case", worst: "worst case" };
  const READINGS = {
    exact: "the real game",
    with: "with an extra colour",
    without: "without an extra colour",
  };

  // What is proved of a game, most pegs first: the real game, and behind it the other readings.
  function game(all, bands) {
    const pegs = [...new Set(all.map((one) => one.pegs))].sort((one, other) => other - one);
    const cases = (many, extra, kind) =>
      h(
        "p",
        { class: "actions" },
        all
          .filter((one) => one.pegs === many && one.extra === extra)
          .map((one) =>
            h(
              "a",
              {
                class: `button ${kind}`,
                href: `#/theorem/${one.theorem}`,
                "aria-label": `${one.title}, ${READINGS[extra]}`,
              },
              CASES[one.objective],
            ),
          ),
      );
    const published = (many) =>
      all
        .filter((one) => one.pegs === many && one.extra === "exact" && one.published)
        .map((one) => `${CASES[one.objective]} (${one.published})`);
    return h(
      "section",
      { class: "card tile" },
      h("h2", {}, all[0].game_title),
      bands.map((one) => [
        h("h3", {}, count(one.pegs, "peg")),
        h(
          "p",
          { class: "actions" },
          h(
            "a",
            { class: "button primary", href: `#/band/${one.name}`, "aria-label": one.title },
            CASES[one.objective],
          ),
        ),
      ]),
      pegs.map((many, place) => [
        h("h3", {}, count(many, "peg")),
        cases(many, "exact", place || bands.length ? "" : "primary"),
        many > 1 &&
          published(many).length > 0 &&
          h("p", { class: "quiet" }, `Known before: ${published(many).join(", ")}.`),
      ]),
      ["with", "without"].map(
        (extra) =>
          all.some((one) => one.extra === extra) &&
          h(
            "details",
            {},
            h("summary", {}, `${READINGS[extra][0].toUpperCase()}${READINGS[extra].slice(1)}`),
            pegs
              .filter((many) => all.some((one) => one.pegs === many && one.extra === extra))
              .map((many) => [h("h3", {}, count(many, "peg")), cases(many, extra, "")]),
          ),
      ),
    );
  }

  explorer.pages.theorems = async (place) => {
    const { theorems, bands } = explorer.index(),
      most = Math.max(...theorems.map((one) => one.pegs));
    const games = [...new Set(theorems.map((one) => one.game))];
    explorer.put(
      place,
      h("h1", {}, "Theorems"),
      h(
        "p",
        { class: "lead" },
        `How many questions does the best strategy take with n colours? With up to ${count(most, "peg")} the answer is a formula, in the `,
        term("expected case"),
        " and in the ",
        term("worst case"),
        `. ${most > 2 ? "Those of three pegs come first; of two pegs most were known before. " : ""}${bands.map((one) => `For ${one.game_title} it is one with ${one.pegs} pegs, too, with n colours in each column. `).join("")}Behind each game are other `,
        term("reading", "readings"),
        " of its rules.",
      ),
      h(
        "div",
        { class: "tiles" },
        games.map((name) =>
          game(
            theorems.filter((one) => one.game === name),
            bands.filter((one) => one.game === name),
          ),
        ),
      ),
    );
    const rows = [
      ["theorem", "title", "reading"],
      ...theorems.map((one) => [one.theorem, one.title, one.reading]),
    ];
    explorer.put(
      place,
      downloads("theorems", theorems, () => rows, "theorems"),
    );
    return "Theorems";
  };

  // ------------------------------------------------------------------------------- the plot
  function plot(doc) {
    const expected = doc.objective === "expected";
    const rows = doc.values.map(([n, value, branch, secrets]) => {
      const size = expected ? Number(secrets) : 1;
      return { n, value: Number(value) / size, formula: decimal(branch) / size, text: value };
    });
    const wide = 640,
      high = 300,
      left = 46,
      right = 12,
      top = 14,
      bottom = 48;
    const last = rows.at(-1).n,
      first = rows[0].n;
    const most = Math.max(...rows.map((row) => row.value));
    const x = (n) => left + ((n - first) / (last - first)) * (wide - left - right);
    const y = (value) => high - bottom - (value / (most * 1.06)) * (high - top - bottom);
    const step = [0.5, 1, 2, 5, 10, 20, 50].find((one) => most / one <= 6) || 100;
    const drawing = svg("svg", {
      viewBox: `0 0 ${wide} ${high}`,
      class: "plot",
      role: "img",
      "aria-label": `${expected ? "Expected number of questions" : "Questions in the worst case"} for n = ${first} to ${last}: points are values, the line is the formula.`,
    });
    for (let value = 0; value <= most * 1.06; value += step) {
      drawing.append(
        svg("line", { x1: left, x2: wide - right, y1: y(value), y2: y(value), class: "grid" }),
        svg("text", { x: left - 8, y: y(value) + 4, class: "tick end" }, String(value)),
      );
    }
    for (let n = Math.ceil(first / 5) * 5; n <= last; n += 5)
      drawing.append(svg("text", { x: x(n), y: high - bottom + 18, class: "tick middle" }, String(n)));
    drawing.append(
      svg("text", { x: (left + wide - right) / 2, y: high - 4, class: "tick middle" }, "number of colours n"),
    );
    const valid = rows.filter((row) => row.n >= doc.formula.valid_from);
    drawing.append(
      svg("polyline", {
        points: valid.map((row) => `${x(row.n)},${y(row.formula)}`).join(" "),
        class: "formula",
      }),
    );
    for (const row of rows) {
      const missed = row.value !== row.formula;
      if (missed && row.formula >= 0 && row.formula <= most * 1.06)
        drawing.append(svg("circle", { cx: x(row.n), cy: y(row.formula), r: 3, class: "missed" }));
      drawing.append(
        svg(
          "circle",
          {
            cx: x(row.n),
            cy: y(row.value),
            r: missed ? 4.5 : 3,
            class: missed ? "value exception" : "value",
          },
          svg(
            "title",
            {},
            `n = ${row.n}: ${row.text}${expected ? ` in all, ${row.value.toFixed(4)} expected` : ""}`,
          ),
        ),
      );
    }
    return h(
      "figure",
      {},
      drawing,
      h(
        "figcaption",
        {},
        h("span", { class: "key" }, h("i", { class: "dot" }), "value"),
        h("span", { class: "key" }, h("i", { class: "line" }), "formula"),
        doc.exceptions.length > 0 &&
          h(
            "span",
            { class: "key" },
            h("i", { class: "dot hollow" }),
            "exception (small circle: what the formula would give)",
          ),
      ),
    );
  }

  // A polynomial, whose terms are a coefficient and the powers of the numbers.
  function evaluated(terms, numbers) {
    let above = 0n,
      below = 1n;
    for (const [coefficient, powers] of terms) {
      const [top, bottom = 1n] = coefficient.split("/").map(BigInt);
      const value = powers.reduce(
        (product, power, column) => product * numbers[column] ** BigInt(power),
        top,
      );
      above = above * bottom + value * below;
      below *= bottom;
    }
    return [above, below];
  }
  const exact = ([above, below]) => String(above / below);
  // A polynomial in n as the package writes it in text: 1/2*n^2 - n + 3.
  const polynomialAt = (text, n) =>
    exact(
      evaluated(
        text
          .replaceAll(" ", "")
          .match(/[+-]?[^+-]+/g)
          .map((one) => {
            const [, sign, coefficient, letter, power] = /^\+?(-?)([\d/]*)\*?(n?)\^?(\d*)$/.exec(one);
            return [sign + (coefficient || 1), [letter ? Number(power || 1) : 0]];
          }),
        [BigInt(n)],
      ),
    );
  function valueAt(doc, n) {
    const branch = doc.formula.branches[n % doc.formula.period];
    return (
      doc.formula.exceptions[n] ??
      exact(
        evaluated(
          branch.map((coefficient, power) => [coefficient, [power]]),
          [BigInt(n)],
        ),
      )
    );
  }
  const holds = ([sign, terms, divisor], board) => {
    const [above, below] = evaluated(terms, board);
    return (sign === "=" ? above === 0n : above >= 0n) && (above / below) % BigInt(divisor) === 0n;
  };
  function boardValue(doc, numbers) {
    const board = numbers.map(BigInt);
    return exact(
      evaluated(
        doc.boards.regions.find((one) => one.conditions.every((condition) => holds(condition, board))).terms,
        board,
      ),
    );
  }

  function calculator(doc, params) {
    const result = h("output", { class: "result" });
    const keys = doc.boards ? Array.from({ length: doc.pegs }, (_, column) => `n${column + 1}`) : ["n"];
    const show = () => {
      const board = keys.map((key) => Number(params[key]));
      const fine = board.every((n) => Number.isInteger(n) && n >= doc.least && n <= 1e12);
      const value = () => group(doc.boards ? boardValue(doc, board) : valueAt(doc, board[0]));
      const name = doc.boards ? "F" : "f";
      result.replaceChildren(
        fine
          ? h("span", {}, `${name}(${board.map(group).join(", ")}) = `, h("strong", {}, value()))
          : `${keys.join(" and ")} must be ${keys.length > 1 ? "whole numbers" : "a whole number"}, ${doc.least} or more`,
      );
    };
    const inputs = keys.map((key, column) => {
      params[key] = params[key] || (column ? "12" : "10");
      return explorer.field(
        doc.boards ? h("span", {}, "n", h("sub", {}, column + 1), " =") : "n =",
        h("input", {
          type: "number",
          name: key,
          min: doc.least,
          value: params[key],
          oninput: (event) => {
            params[key] = event.target.value;
            explorer.keep(params);
            show();
          },
        }),
      );
    });
    show();
    return h("p", { class: "calculator" }, inputs, result);
  }

  // What is proved of boards with different numbers of colours in the columns.
  function boards(doc, params) {
    const expected = doc.objective === "expected",
      last = doc.boards.values.at(-1)[0];
    const values = new Map(
      doc.boards.values.map((row) => [row.slice(0, doc.pegs).join(), row.slice(doc.pegs)]),
    );
    const size = ([value, secrets]) => Number(value) / (expected ? Number(secrets) : 1);
    const sizes = [...values.values()].map(size),
      most = Math.max(...sizes),
      least = Math.min(...sizes);
    const numbers = Array.from({ length: last }, (_, place) => place + 1);
    const cell = (...board) => {
      const known = values.get(board.join()),
        shade = Math.round((9 * (size(known) - least)) / (most - least || 1));
      const where = board.map((n, column) => `n${"₁₂₃"[column]} = ${n}`).join(", ");
      return h(
        "td",
        {
          class: "number",
          "--shade": shade,
          title: `${where}: ${known[0]}${expected ? ` in all, ${size(known).toFixed(4)} expected` : " questions"}`,
        },
        group(known[0]),
      );
    };
    const table = (...third) =>
      scroll(
        "Values of boards",
        h(
          "table",
          { class: "heat" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("td"),
              numbers.map((two) => h("th", { scope: "col" }, two)),
            ),
          ),
          h(
            "tbody",
            {},
            numbers.map((one) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, one),
                numbers.map((two) => cell(one, two, ...third)),
              ),
            ),
          ),
        ),
      );
    return card(
      "Columns with different numbers of colours",
      h(
        "p",
        {},
        "When the columns have ",
        explorer.indices("n", doc.pegs),
        " colours, the least ",
        expected ? "total number of questions over all secrets" : "number of questions in the worst case",
        " is ",
        math(doc.boards.name),
        ". This is proved for all numbers of colours:",
      ),
      explorer.regions(doc.boards.regions, math(doc.boards.name)),
      calculator(doc, params),
      h("h3", {}, expected ? "Least totals" : "Worst cases"),
      h(
        "p",
        { class: "quiet" },
        `Rows: n₁, columns: n₂. The darker, the more questions ${expected ? "are expected" : "may be needed"}.`,
      ),
      doc.pegs < 3 ? table() : explorer.sliced("n3", numbers, params, table),
    );
  }

  function exceptions(doc) {
    if (!doc.exceptions.length) return "none";
    const text = doc.exceptions.map(([n, value]) => `f(${n}) = ${group(value)}`).join(", ");
    if (doc.exceptions.length <= 6) return text;
    return h(
      "details",
      {},
      h("summary", {}, `${doc.exceptions.length}, the last for n = ${doc.exceptions.at(-1)[0]}`),
      text,
    );
  }

  // A theorem for equal columns, whose proof has no functions to be looked at.
  explorer.pages.band = async (place, [id], params, onProgress) => {
    const doc = await explorer.load(`band/${id}`, onProgress),
      model = `${doc.game} --pegs ${doc.pegs}`;
    const between = Object.entries(doc.between);
    const open = between
      .map(([n, [low, high]]) => `For n = ${n} it is proved to be between ${group(low)} and ${group(high)}.`)
      .join(" ");
    const values = explorer.list(
      [
        { id: "n", title: "n", number: true, text: (row) => row[0] },
        { id: "value", title: "total", number: true, text: (row) => row[1], cell: (row) => group(row[1]) },
        {
          id: "mean",
          title: "expected",
          number: true,
          text: (row) => (Number(row[1]) / Number(row[3])).toFixed(4),
        },
        {
          id: "formula",
          title: "formula",
          number: true,
          text: (row) => row[2],
          cell: (row) => (row[1] === row[2] ? "equal" : row[2]),
        },
      ],
      doc.values,
      params,
      () => explorer.keep(params),
      { label: "Values", shown: 20, rowClass: (row) => (row[1] === row[2] ? null : "exception") },
    );
    const asked = ([question, from, to]) =>
      `${question}, ${to === null ? `n ≥ ${from}` : from === to ? `n = ${from}` : `n = ${from} to ${to}`}`;
    const places = explorer.list(
      [
        { id: "pattern", title: "pattern", text: (row) => row[0], cell: (row) => h("code", {}, row[0]) },
        { id: "offsets", title: "offsets", text: (row) => row[1] },
        { id: "excluded", title: "excluded", text: (row) => row[2] },
        { id: "questions", title: "questions", text: (row) => row[3].map(asked).join("; ") },
      ],
      doc.places,
      {},
      () => {},
      { label: "Strategy", shown: 20 },
    );
    explorer.put(
      place,
      crumbs(["Theorems", "#/theorems"], [doc.title]),
      h("h1", {}, doc.title),
      h(
        "p",
        { class: "lead" },
        `The least total number of questions with n colours in each column: the same in the real game and with an extra colour from the start. ${open}`,
      ),
      card(
        null,
        h(
          "div",
          { class: "statement" },
          h("p", {}, "The least ", term("EPL"), ", the total number of questions:"),
          math(doc.statement),
        ),
        h(
          "div",
          { class: "statement second" },
          h("p", {}, "The ", term("expected case"), ", when all secrets are equally likely:"),
          math(doc.mean),
        ),
      ),
      h(
        "div",
        { class: "columns" },
        card("Value and formula", plot(doc)),
        card(
          "The proof",
          facts(
            ["Status", "proved by a certificate that is kept"],
            [
              "States with a lower bound",
              `${group(doc.members)}, of which ${group(doc.averaged)} are averages of others`,
            ],
            ["Questions on their patterns", group(doc.questions)],
            ["Places of the strategy", group(doc.places.length)],
            [term("exception", "Exceptions"), exceptions(doc)],
            ["SHA-256", h("code", { class: "digest" }, doc.digest)],
          ),
        ),
      ),
      card(
        "Check it",
        h(
          "p",
          {},
          "The certificate ",
          h("code", {}, `output/short/${doc.name}.cert.xz`),
          " of the repository has both halves of the proof: bounds of states near the diagonal of all boards, and the strategy. The first command checks it; the second finds the proof again, which takes a quarter of an hour; the third plays the strategy.",
        ),
        h(
          "pre",
          {},
          `masetproof check output/short/${doc.name}.cert.xz\nmasetproof prove ${model} --short --out proof\nmasetproof strategy ${model} --colours 1000 --path ${Array.from({ length: doc.pegs }, (_, column) => 7 * column).join(",")}`,
        ),
      ),
      card(
        "The strategy",
        h(
          "p",
          {},
          "What is asked on a ",
          term("pattern"),
          " where column j has n minus its offset implicit colours, and the columns with a 1 have an excluded colour. Colours that the pattern does not have are new ones.",
        ),
        places.element,
      ),
      card("Values", values.element),
      downloads(id, doc, () => [["n", "value", "formula", "secrets"], ...doc.values], id),
    );
    return doc.title;
  };

  Object.assign(explorer, { valueAt, boardValue, polynomialAt });

  explorer.pages.theorem = async (place, [id], params, onProgress) => {
    const doc = await explorer.load(`theorem/${id}`, onProgress);
    const expected = doc.objective === "expected",
      file = doc.certificate.file;
    const index = explorer.index(),
      one = index.theorems.find((other) => other.theorem === id);
    const readings = index.theorems.filter(
      (one) => one.game === doc.game && one.pegs === doc.pegs && one.objective === doc.objective,
    );
    const model = `${doc.game} --pegs ${doc.pegs} --objective ${doc.objective} --extra ${doc.extra}`;
    const values = explorer.list(
      [
        { id: "n", title: "n", number: true, text: (row) => row[0] },
        {
          id: "value",
          title: expected ? "total" : "questions",
          number: true,
          text: (row) => row[1],
          cell: (row) => group(row[1]),
        },
        {
          id: "secrets",
          title: "secrets",
          number: true,
          text: (row) => row[3],
          cell: (row) => group(row[3]),
        },
        expected && {
          id: "mean",
          title: "expected",
          number: true,
          text: (row) => (Number(row[1]) / Number(row[3])).toFixed(4),
        },
        {
          id: "formula",
          title: "formula",
          number: true,
          text: (row) => row[2],
          cell: (row) => (row[1] === row[2] ? "equal" : row[2]),
        },
      ].filter(Boolean),
      doc.values,
      params,
      () => explorer.keep(params),
      { label: "Values", shown: 20, rowClass: (row) => (row[1] === row[2] ? null : "exception") },
    );
    explorer.put(
      place,
      crumbs(["Theorems", "#/theorems"], [doc.title]),
      h("h1", {}, doc.title),
      h("p", { class: "lead" }, pretty(doc.words)),
      card(
        null,
        h(
          "div",
          { class: "statement" },
          h(
            "p",
            {},
            expected
              ? ["The least ", term("EPL"), ", the total number of questions:"]
              : ["The least number of questions in the ", term("worst case"), ":"],
          ),
          math(doc.statement),
        ),
        doc.mean &&
          h(
            "div",
            { class: "statement second" },
            h("p", {}, "The ", term("expected case"), ", when all secrets are equally likely:"),
            math(doc.mean),
          ),
        !doc.boards && calculator(doc, params),
        links(one),
      ),
      h(
        "div",
        { class: "columns" },
        card("Value and formula", plot(doc)),
        card(
          "The proof",
          facts(
            [term("reading", "Reading"), doc.reading],
            [term("pattern", "Patterns"), group(doc.patterns)],
            ["Questions on them", group(doc.questions)],
            [
              term("function", "Functions"),
              group(doc.functions) +
                (doc.extra === "exact"
                  ? ", one for each pattern and number of excluded colours"
                  : ", one for each pattern"),
            ],
            [
              term("equation", "Equations"),
              `${group(doc.equations)}, one for each function and question that it may ask`,
            ],
            [term("exception", "Exceptions"), exceptions(doc)],
            [
              term("induction", "Induction"),
              doc.induction.cells
                ? `on ${count(doc.induction.cells, "cell")} of index vectors, degree ${doc.induction.degree}`
                : `period ${doc.induction.period}, degree ${doc.induction.degree}, from m = ${doc.induction.start} on`,
            ],
          ),
          h(
            "p",
            { class: "actions" },
            readings.map((one) => tab(one.theorem === id, `#/theorem/${one.theorem}`, READINGS[one.extra])),
          ),
        ),
      ),
      doc.boards && boards(doc, params),
      card(
        "Check it",
        h(
          "p",
          {},
          "The ",
          term("certificate"),
          " holds everything that is needed to check the proof. The checker, a folder of Python files that needs numpy and nothing else, shares no code with the program that found the proof.",
        ),
        facts(
          ["SHA-256", h("code", { class: "digest" }, doc.certificate.sha256)],
          ["Size", `${group(doc.certificate.bytes)} bytes`],
        ),
        file
          ? h(
              "p",
              { class: "actions" },
              h("a", { class: "button", href: `files/${file}`, download: file }, "Download the certificate"),
              h(
                "a",
                { class: "button", href: "files/checker.zip", download: "checker.zip" },
                "Download the checker",
              ),
            )
          : h("p", {}, "The certificate is too large for this site. These commands make it and check it:"),
        h(
          "pre",
          {},
          file
            ? `unzip checker.zip\npython checker ${file}`
            : `masetproof prove ${model} --out proof\nmasetproof check proof/proof.cert`,
        ),
      ),
      card("Values", values.element),
      downloads(
        id,
        doc,
        () =>
          doc.boards
            ? [
                [...Array.from({ length: doc.pegs }, (_, column) => `n${column + 1}`), "value", "secrets"],
                ...doc.boards.values,
              ]
            : [["n", "value", "formula", "secrets"], ...doc.values],
        () => doc.latex,
      ),
    );
    return doc.title;
  };
})();
