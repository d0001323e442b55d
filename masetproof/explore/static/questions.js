// The questions on a pattern, or an explicit maset, as a list: verdicts, and what each answer leaves.
"use strict";
(() => {
  const { group, count, stepsOf, KINDS, verdictText, isOptimal, h, answerOf, wonBy, pattern, word, field, choice } =
    explorer;

  // A part is P3/1 (a pattern), M5=3 (a maset with its minimum) or W (won).
  function partLink(id, doc, part, number, via, available) {
    const said = doc.answers[number];
    if (part === "W") return h("span", { class: "part won" }, wonBy(said, doc.game));
    const kind = part[0] === "P" ? "pattern" : "maset",
      [place, cost] = part.slice(1).split("=");
    const text = kind === "pattern" ? `P${place}` : `M${place}`;
    const told = kind === "pattern" ? `pattern ${place}` : `explicit maset ${place}, minimum ${cost}`;
    const content = [answerOf(said, doc.game), text, kind === "maset" && h("small", {}, cost)];
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
              partLink(id, doc, part, number, via(row, number), available),
              h("div", { class: "small" }, pattern(texts[number], 24)),
            ),
        ),
      ),
    );
  }

  function questionList(id, kind, doc, params, available) {
    const way = stepsOf(params.via).map((step) => step.join(":"));
    const via = (row, number) =>
      [...way, `${doc.place}:${row.question}:${doc.answers[number].replaceAll(",", ".")}`].join("|");
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
          h("span", { class: "phrase" }, verdictText(doc, row)),
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
            .map((part, number) => part && `${doc.answers[number]}: ${part}`)
            .filter(Boolean)
            .join("; "),
        cell: (row) =>
          h(
            "span",
            { class: "chips" },
            row.parts.map(
              (part, number) =>
                part && partLink(id, doc, part, number, onward(row, number), available),
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

  Object.assign(explorer, { questionList });
})();
