// A pattern, or an explicit maset: what is asked there, what follows, and where play comes from.
"use strict";
(() => {
  const {
    count,
    group,
    stepsOf,
    h,
    word,
    answerOf,
    choice,
    tab,
    term,
    card,
    pattern,
    facts,
    math,
    crumbs,
    downloads,
    questionList,
    valueTable,
    optimalList,
    questionCosts,
  } = explorer;

  function trail(id, kind, doc, params) {
    const done = stepsOf(params.via);
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
            answerOf(told.replaceAll(".", ","), doc.game),
            h("span", { "aria-hidden": "true" }, "→"),
          );
        }),
        h("li", { "aria-current": "page" }, `${kind} ${doc.place}`),
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
      !doc.boards && card("Optimal questions", optimalList(doc), questionCosts(doc, params)),
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
      ` is shown with its answer${doc.boards ? "" : " and links to its page"}: P is a `,
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
