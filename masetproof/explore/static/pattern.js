// A pattern, or an explicit maset: what is asked there, what follows, and where play comes from.
"use strict";
(() => {
  const {
    h,
    math,
    word,
    pattern,
    answer,
    card,
    facts,
    group,
    count,
    crumbs,
    downloads,
    pretty,
    field,
    choice,
    scroll,
    tab,
    term,
  } = explorer;
  const KINDS = {
    optimal: "optimal",
    same: "the same",
    more_than: "more",
    more: "more",
    no_solution: "no solution",
  };

  const isOptimal = (set, n) =>
    set !== null && (set[0].includes(n) || (n >= set[1] && set[2].includes(n % set[3])));
  function optimalText(set) {
    if (!set) return "no n";
    const [singles, onset, classes, period] = set;
    const pieces = singles.length ? [`n = ${singles.join(", ")}`] : [];
    if (classes.length === period) pieces.push(`every n ≥ ${onset}`);
    else if (classes.length)
      pieces.push(
        period === 2
          ? `every ${classes[0] ? "odd" : "even"} n ≥ ${onset}`
          : `n ≥ ${onset}, n ≡ ${classes.join(", ")} mod ${period}`,
      );
    return pieces.join(" and ");
  }

  // The way from the full pattern to here: steps of a place, a question and an answer.
  const steps = (via) =>
    (via || "")
      .split("|")
      .filter((step) => /^[\d/]+:[0-9A-Za]+:[\d.]+$/.test(step))
      .map((step) => step.split(":"));
  function trail(id, kind, doc, params) {
    const done = steps(params.via);
    return h(
      "nav",
      { class: "trail", "aria-label": "The way from the full pattern" },
      h(
        "ol",
        {},
        done.map(([place, question, told], number) => {
          const via = done
            .slice(0, number)
            .map((step) => step.join(":"))
            .join("|");
          return h(
            "li",
            {},
            h("a", { href: `#/pattern/${id}/${place}${via ? `?via=${via}` : ""}` }, `pattern ${place}`),
            h("span", { class: "small" }, word(question)),
            answer(told.split(".").map(Number)),
            h("span", { "aria-hidden": "true" }, "→"),
          );
        }),
        h("li", { "aria-current": "page" }, `${kind} ${doc.place}`),
      ),
    );
  }

  // A part is P3/1 (a pattern), M5=3 (a maset with its minimum) or W (won).
  function partLink(id, part, pins, via, available) {
    if (part === "W") return h("span", { class: "part won" }, answer(pins), "won");
    const kind = part[0] === "P" ? "pattern" : "maset",
      [place, cost] = part.slice(1).split("=");
    const text = kind === "pattern" ? `P${place}` : `M${place}`;
    const told = kind === "pattern" ? `pattern ${place}` : `explicit maset ${place}, minimum ${cost}`;
    const content = [answer(pins), text, kind === "maset" && h("small", {}, cost)];
    // A site has patterns of three pegs with as few excluded colours as can be.
    const shown = available(kind, place) ? place : place.split("/")[0];
    if (!available(kind, shown))
      return h("span", { class: "part", title: `${told}; this site has no page for it` }, content);
    const title = shown === place ? told : `${told}; in this site with fewer excluded colours`;
    return h(
      "a",
      { class: `part ${kind}`, title, href: `#/${kind}/${id}/${shown}${via ? `?via=${via}` : ""}` },
      content,
    );
  }

  // Every part with its clauses, as the answer leaves it and as it is known.
  function detail(id, doc, row, via, available) {
    const texts =
      row.texts ||
      explorer
        .splitPattern(doc.game, explorer.parsePattern(doc.pattern), explorer.parseCells(row.question))
        .map(explorer.patternText);
    const split = doc.splits && doc.splits[row.split];
    return h(
      "div",
      { class: "detail" },
      split &&
        h(
          "div",
          { class: "equations" },
          h("p", {}, explorer.formula(split.equation)),
          split.excess &&
            row.kind !== "no_solution" &&
            h(
              "p",
              {},
              h("span", { class: "quiet" }, `Excess for n ≥ ${split.onset}: `),
              explorer.byResidue(split.excess),
              split.early.length > 0 &&
                h("span", { class: "quiet" }, `; for smaller n: ${split.early.join(", ")}`),
            ),
        ),
      h(
        "ul",
        { class: "parts" },
        row.parts.map(
          (part, number) =>
            part &&
            h(
              "li",
              {},
              partLink(id, part, doc.answers[number], via(row, number), available),
              h("div", { class: "small" }, pattern(texts[number], 24)),
            ),
        ),
      ),
    );
  }

  // Which patterns and explicit masets have a page: with a server all, but masets of columns with their own colours.
  async function availability(id) {
    const { live, theorems } = explorer.index();
    if (live) return (kind) => kind === "pattern" || !theorems.find((one) => one.theorem === id).boards;
    const { patterns, masets } = await explorer.load(`patterns/${id}`);
    const known = new Set([
      ...patterns.map(([place]) => `pattern ${place}`),
      ...masets.map(([place]) => `maset ${place}`),
    ]);
    return (kind, place) => known.has(`${kind} ${place}`);
  }

  function finder(id, params) {
    const told = h("p", { class: "quiet", role: "status" });
    const input = h("input", {
      type: "search",
      name: "find",
      placeholder: "{0*|*0} or 12",
      "aria-label": "A pattern, by its text or number",
      autocomplete: "off",
    });
    const search = async (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (/^\d+(\/\d+)?$/.test(text)) {
        location.hash = `#/pattern/${id}/${text}`;
        return;
      }
      try {
        const hit = await explorer.find(id, text, ({ stage }) => {
          told.textContent = stage;
        });
        told.textContent = `normalized ${hit.normalized}`;
        location.hash = `#/${hit.kind}/${id}/${hit.place}?found=${encodeURIComponent(hit.normalized)}`;
      } catch (error) {
        told.textContent = error.message;
      }
    };
    return h(
      "form",
      { class: "controls", role: "search", onsubmit: search },
      choice(
        explorer
          .index()
          .theorems.filter((one) => !one.boards)
          .map((one) => [one.theorem, `${one.title}, ${one.extra}`]),
        id,
        (value) => {
          location.hash = `#/pattern/${value}/0`;
        },
        { "aria-label": "Theorem" },
      ),
      input,
      h("button", { class: "primary" }, "Find"),
      params.found && h("span", { class: "quiet" }, `found ${params.found}`),
      told,
    );
  }

  function reached(id, doc, available) {
    const { count: many, patterns } = doc.reached;
    if (!many) return h("p", { class: "quiet" }, "No question on another pattern leads here.");
    return h(
      "div",
      {},
      h(
        "p",
        { class: "quiet" },
        `From ${count(many, "pattern")}${many > patterns.length ? `; the first ${patterns.length}` : ""}:`,
      ),
      h(
        "ul",
        { class: "plain wrap" },
        patterns.map(([place, text, splits]) =>
          h(
            "li",
            {},
            available("pattern", place)
              ? h("a", { href: `#/pattern/${id}/${place}` }, `P${place}`)
              : h("span", {}, `P${place}`),
            h("code", {}, text),
            splits > 1 && h("span", { class: "quiet" }, `by ${splits} splits`),
          ),
        ),
      ),
    );
  }

  // Other places as links.
  const places = (id, kind, doc, others) =>
    h(
      "span",
      { class: "levels" },
      others.map(([place, text]) => tab(place === doc.place, `#/${kind}/${id}/${place}`, text)),
    );
  function levels(id, kind, doc, available) {
    const shown = doc.levels.filter(([place]) => available(kind, place));
    return [
      term("excluded colour", doc.boards ? "Excluded" : "Excluded colours"),
      shown.length < 2 ? doc.excluded : places(id, kind, doc, shown),
    ];
  }

  function questionList(id, kind, doc, params, available) {
    const way = steps(params.via).map((step) => step.join(":"));
    const via = (row, number) =>
      [...way, `${doc.place}:${row.question}:${doc.answers[number].join(".")}`].join("|");
    // On a maset the trail ends: its steps are not those of patterns.
    const onward = kind === "pattern" ? via : () => params.via;
    const opened = new Set((params.open || "").split(",").filter(Boolean));
    const split = (row) => doc.splits[row.split];
    const toggle = (row) =>
      h(
        "button",
        {
          type: "button",
          class: "open",
          "aria-expanded": String(opened.has(row.question)),
          "aria-label": `${row.question}: all parts`,
          onclick: () => {
            if (!opened.delete(row.question)) opened.add(row.question);
            params.open = [...opened].join(",");
            explorer.keep(params);
            list.redraw();
          },
        },
        opened.has(row.question) ? "−" : "+",
      );
    const columns = [
      { id: "open", title: "", name: "All parts", plain: true, cell: toggle, text: null },
      kind === "pattern" && { id: "number", title: "No.", number: true, text: (row) => row.number },
      { id: "question", title: "Question", text: (row) => row.question, cell: (row) => word(row.question) },
      {
        id: "verdict",
        title: "Verdict",
        text: (row) => row.verdict,
        cell: (row) => [
          h("span", { class: `tag ${row.kind}` }, KINDS[row.kind]),
          " ",
          h("span", { class: "phrase" }, verdict(doc, row)),
        ],
      },
      kind === "pattern" && {
        id: "least",
        title: "Least excess",
        number: true,
        key: (row) => (row.kind === "no_solution" ? Infinity : split(row).least),
        text: (row) => (row.kind === "no_solution" ? "" : split(row).least),
        cell: (row) => (row.kind === "no_solution" ? "–" : group(split(row).least)),
      },
      kind === "maset" && {
        id: "value",
        title: "Value",
        number: true,
        key: (row) => row.value ?? Infinity,
        text: (row) => row.value ?? "",
      },
      {
        id: "parts",
        title: "Split",
        key: (row) => row.parts.filter(Boolean).length,
        text: (row) =>
          row.parts
            .map((part, number) => part && `${doc.answers[number].join(",")}: ${part}`)
            .filter(Boolean)
            .join("; "),
        cell: (row) =>
          h(
            "span",
            { class: "chips" },
            row.parts.map(
              (part, number) =>
                part && partLink(id, part, doc.answers[number], onward(row, number), available),
            ),
          ),
      },
      kind === "pattern" && {
        id: "equation",
        title: "Equation",
        text: (row) => split(row).equation,
        cell: (row) => explorer.formula(split(row).equation),
      },
    ].filter(Boolean);
    const list = explorer.list(columns, doc.questions, params, () => explorer.keep(params), {
      label: "Questions",
      rowClass: (row) => row.kind,
      told: (shown, all) =>
        shown === all ? count(all, "question") : `${group(shown)} of ${count(all, "question")}`,
      below: (row) => opened.has(row.question) && detail(id, doc, row, onward, available),
    });
    const filter = () => {
      const text = (params.q || "").trim().toLowerCase(),
        n = Number(params.n);
      list.filter(
        (row) =>
          (!params.kind || row.kind === params.kind) &&
          (!text ||
            row.question.toLowerCase().includes(text) ||
            row.verdict.toLowerCase().includes(text) ||
            `${doc.label}.${row.number}`.toLowerCase() === text) &&
          (!params.n || isOptimal(row.optimal, n)),
      );
    };
    const changed = (key) => (value) => {
      params[key] = value;
      explorer.keep(params);
      filter();
    };
    filter();
    return {
      element: h(
        "div",
        {},
        h(
          "div",
          { class: "controls" },
          field(
            "Verdict",
            choice(
              [
                ["", "all"],
                ...[...new Set(doc.questions.map((row) => row.kind))].map((one) => [
                  one,
                  one.replaceAll("_", " "),
                ]),
              ],
              params.kind || "",
              changed("kind"),
              { name: "kind" },
            ),
          ),
          kind === "pattern" &&
            !doc.boards &&
            field(
              "Optimal for n =",
              h("input", {
                type: "number",
                name: "n",
                min: 0,
                value: params.n || "",
                oninput: (event) => changed("n")(event.target.value),
              }),
            ),
          field(
            "Filter",
            h("input", {
              type: "search",
              name: "q",
              value: params.q || "",
              placeholder: "01 or optimal",
              oninput: (event) => changed("q")(event.target.value),
            }),
          ),
        ),
        list.element,
      ),
      rows: list.rows,
    };
  }
  const verdict = (doc, row) =>
    row.kind === "optimal" && row.optimal
      ? `for ${optimalText(row.optimal)}`
      : pretty(row.verdict)
          .replace(/^(optimal (exactly )?|no solution, |the same )/, "")
          .replace(/\((MM|AB|BP)\.\d+\.\d+\.(\d+)\)/g, "question $2");

  // For each small n, and for the classes from there on, the questions that are optimal.
  function optimalList(doc) {
    const least = doc.values.length ? doc.values[0][0] : 0;
    const rows = doc.questions.filter((row) => row.optimal);
    const onset = Math.max(
      least,
      ...rows.map((row) => Math.max(row.optimal[1], ...row.optimal[0].map((n) => n + 1))),
    );
    const period = rows.length ? rows[0].optimal[3] : 1;
    const at = (n) => rows.filter((row) => isOptimal(row.optimal, n));
    const few = (some) => [
      some.slice(0, 6).map((row) => h("span", { class: "small" }, word(row.question))),
      some.length > 6 && h("span", { class: "quiet" }, ` and ${some.length - 6} more`),
    ];
    const lines = [];
    for (let n = least; n < onset + period; n++) {
      const some = at(n),
        key = some.map((row) => row.number).join(),
        before = lines.at(-1);
      if (n < onset) {
        if (before && before.key === key) before.label = `${before.label.split(" to ")[0]} to ${n}`;
        else lines.push({ label: `n = ${n}`, key, some });
      } else lines.push({ label: `n = ${n}, ${n + period}, …`, key, some, endless: true });
    }
    const classes = lines.filter((line) => line.endless);
    if (new Set(classes.map((line) => line.key)).size === 1) {
      lines.splice(lines.length - classes.length, classes.length, {
        ...classes[0],
        label: `every n ≥ ${onset}`,
      });
    }
    return h(
      "ul",
      { class: "plain optimal-list" },
      lines.map(({ label, some }) =>
        h("li", {}, h("strong", {}, label), h("span", { class: "chips" }, few(some))),
      ),
    );
  }

  // The questions that cost least for one n.
  function compared(doc, params) {
    const place = h("div"),
      known = doc.values.map(([n]) => n),
      n = Number(params.for);
    const show = (chosen) => {
      const { drawing, more } = explorer.costs(doc, Number(chosen), 12);
      place.replaceChildren(
        drawing,
        (more > 0 && h("p", { class: "quiet" }, `and ${count(more, "question")} that take no fewer`)) || "",
      );
    };
    const first = known.includes(n) ? n : Math.min(known.at(-1), Math.max(8, known[0]));
    const choose = choice(
      known.map((one) => [one, one]),
      first,
      (chosen) => {
        params.for = chosen;
        explorer.keep(params);
        show(chosen);
      },
      { name: "for" },
    );
    show(first);
    return [
      h("h3", {}, "What each question costs"),
      h("p", { class: "controls" }, field("n =", choose)),
      place,
    ];
  }

  // The values for small numbers of colours: one line for n, a table for m1 and m2, and one for each m3.
  function valueTable(doc, params) {
    const table = (head, body) =>
      scroll(
        "Values",
        h("table", { class: "row-values" }, head && h("thead", {}, h("tr", {}, head)), h("tbody", {}, body)),
        "values",
      );
    const line = (title, values) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, title),
        values.map((value) => h("td", { class: "number" }, group(value))),
      );
    if (!doc.boards)
      return table(
        null,
        [
          ["n", 0],
          ["value", 1],
          ["secrets", 2],
        ].map(([name, column]) =>
          line(
            name,
            doc.values.slice(0, 14).map((row) => row[column]),
          ),
        ),
      );
    const [down, across] = doc.indices.length > 1 ? doc.indices : [null, ...doc.indices],
      numbers = [...new Set(doc.values.map((row) => row[0]))];
    const board = (rows) =>
      table(
        [
          h(
            "th",
            {},
            down ? [explorer.formula(down), " \\ ", explorer.formula(across)] : explorer.formula(across),
          ),
          numbers.map((number) => h("th", { scope: "col", class: "number" }, number)),
        ],
        (down ? numbers : ["value"]).map((number) =>
          line(
            number,
            rows.filter((row) => !down || row[0] === number).map((row) => row.at(-2)),
          ),
        ),
      );
    if (doc.indices.length < 3) return board(doc.values);
    return explorer.sliced(doc.indices[2], numbers, params, (third) =>
      board(doc.values.filter((row) => row[2] === third)),
    );
  }

  // What is known of a pattern or an explicit maset besides its questions.
  function cards(id, kind, doc, params, available) {
    const text = h(
      "p",
      { class: "quiet" },
      h("code", {}, doc.pattern.length > 400 ? `${doc.pattern.slice(0, 400)}…` : doc.pattern),
    );
    const before = card("Reached from", reached(id, doc, available)),
      excluded = levels(id, kind, doc, available);
    if (kind === "maset") {
      return [
        card(
          "Secrets",
          pattern(doc.pattern),
          text,
          facts(
            [term("secret", "Secrets"), doc.pattern.split("|").length],
            ["Minimum", h("strong", {}, doc.minimum)],
            excluded,
          ),
          h(
            "p",
            { class: "quiet" },
            "This is an ",
            term("explicit maset"),
            ": a ",
            term("maset"),
            " without stars.",
          ),
        ),
        before,
      ];
    }
    return [
      card(
        "Clauses",
        pattern(doc.pattern),
        text,
        facts(
          [term("clause", "Clauses"), group(doc.pattern.split("|").length)],
          [
            term("explicit colour", "Explicit colours"),
            doc.boards ? `${doc.colours} in the columns` : doc.colours,
          ],
          ["Secrets", explorer.formula(doc.secrets)],
          excluded,
        ),
        doc.boards &&
          h(
            "p",
            { class: "quiet" },
            "Each column has its own colours. Of these, ",
            explorer.indices("n", doc.pegs),
            " may still be in the secret, and ",
            explorer.indices("m", doc.pegs),
            " of them have not been asked yet.",
          ),
      ),
      card(
        doc.theorem.includes("-worst-")
          ? "Least number of questions in the worst case"
          : "Least total number of questions",
        doc.boards
          ? explorer.regions(doc.regions, "value")
          : h("div", { class: "statement formula" }, math(doc.formula)),
        valueTable(doc, params),
      ),
      !doc.boards && card("Optimal questions", optimalList(doc), compared(doc, params)),
      before,
    ];
  }

  async function page(place, kind, [id, ...rest], params, onProgress) {
    const doc = await explorer.load(`${kind}/${id}/${rest.join("/")}`, onProgress);
    const available = await availability(id);
    const questions = questionList(id, kind, doc, params, available);
    const title = `${kind === "maset" ? "Explicit maset" : "Pattern"} ${doc.place}`;
    const legend = [
      "Each ",
      term("part"),
      ` is shown with its answer in pins${doc.boards ? "" : " and links to its page"}: P is a `,
      term("pattern"),
      doc.boards ? " with its excluded colours, and links to its page; M is an " : ", M an ",
      term("explicit maset"),
      " with its minimum. For each question there is a ",
      term("verdict"),
      ", the least ",
      term("excess"),
      " and an ",
      term("equation"),
      ".",
    ];
    explorer.put(
      place,
      crumbs(["Theorems", "#/theorems"], [doc.title, `#/theorem/${id}`], [title]),
      !doc.boards && finder(id, params),
      h("h1", {}, title),
      params.via && trail(id, kind, doc, params),
      doc.boards &&
        h(
          "p",
          { class: "controls actions" },
          h("span", { class: "quiet" }, "Patterns:"),
          places(
            id,
            kind,
            doc,
            doc.boards.map(([other, text]) => [other, `${other}: ${text}`]),
          ),
        ),
      h("div", { class: "columns" }, cards(id, kind, doc, params, available)),
      kind === "maset"
        ? card("All questions in these colours", questions.element)
        : card("All questions", h("p", { class: "quiet" }, legend), questions.element),
      downloads(
        `${id}-${kind}-${doc.place.replace("/", "-")}`,
        doc,
        questions.rows,
        `${doc.title}, ${title}: ${doc.pattern}`,
      ),
    );
    return `${title}, ${doc.title}`;
  }
  explorer.pages.pattern = (place, ...rest) => page(place, "pattern", ...rest);
  explorer.pages.maset = (place, ...rest) => page(place, "maset", ...rest);
})();
