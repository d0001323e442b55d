// The page of a theorem.
"use strict";
(() => {
  const {
    group,
    pretty,
    count,
    boardValue,
    valueAt,
    h,
    scroll,
    card,
    math,
    crumbs,
    term,
    facts,
    tab,
    downloads,
    plot,
    exceptions,
    links,
    READINGS,
  } = explorer;

  const equation = (doc, board) => {
    const value = doc.boards ? boardValue(doc, board) : valueAt(doc, board[0]);
    return [`${doc.boards ? "F" : "f"}(${board.map(group).join(", ")}) = `, h("strong", {}, group(value))];
  };

  // What is proved for n colours, or for a board.  said: it in words and numbers.
  function calculator(doc, params, said = equation) {
    const result = h("output", { class: "result" });
    const keys = doc.boards ? Array.from({ length: doc.pegs }, (_, column) => `n${column + 1}`) : ["n"];
    const show = () => {
      const board = keys.map((key) => Number(params[key]));
      const fine = board.every((n) => Number.isInteger(n) && n >= doc.least && n <= 1e12);
      result.replaceChildren(
        fine
          ? h("span", {}, said(doc, board))
          : `${keys.join(" and ")} must be ${keys.length > 1 ? "whole numbers" : "a whole number"}, ` +
              `${doc.least} or more`,
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

  // The totals by n, or the questions of the worst case, beside what the formula says.
  const totalsTable = (doc, params) => {
    const expected = doc.objective === "expected";
    return explorer.list(
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
  };

  explorer.pages.theorem = async (place, [id], params, onProgress) => {
    const doc = await explorer.load(`theorem/${id}`, onProgress);
    const expected = doc.objective === "expected",
      file = doc.certificate.file;
    const index = explorer.index(),
      one = index.theorems.find((other) => other.theorem === id);
    const readings = index.theorems.filter(
      (one) => one.game === doc.game && one.pegs === doc.pegs && one.objective === doc.objective,
    );
    const model = `${doc.game} --pegs ${doc.pegs} --objective ${doc.objective} ${doc.option}`;
    const values = totalsTable(doc, params);
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
          " holds everything that is needed to check the proof. The checker, a folder of Python files that needs " +
            "numpy and nothing else, shares no code with the program that found the proof.",
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

  Object.assign(explorer, { calculator, totalsTable });
})();
