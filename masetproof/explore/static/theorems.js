// The list of all theorems.
"use strict";
(() => {
  const { count, h, term, downloads } = explorer;
  const CASES = { expected: "expected case", worst: "worst case" };

  const READINGS = {
    exact: "the real game",
    with: "with an extra colour",
    without: "without an extra colour",
    none: "only possible secrets may be asked",
  };

  function links(one) {
    return h(
      "p",
      { class: "actions" },
      h("a", { class: "button", href: `#/pattern/${one.theorem}/0` }, "Patterns"),
      one.real && !one.boards && h("a", { class: "button", href: `#/strategy/${one.theorem}` }, "Strategy"),
    );
  }

  // What is proved of a game, most pegs first: the real game, and behind it the other readings.
  // kept: theorems of more pegs, which are not proved here, with the addresses of their pages.
  function game(all, kept) {
    const numbers = (some) => [...new Set(some.map((one) => one.pegs))].sort((one, other) => other - one);
    const pegs = numbers(all);
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
      numbers(kept).map((many) => [
        h("h3", {}, count(many, "peg")),
        h(
          "p",
          { class: "actions" },
          kept
            .filter((one) => one.pegs === many)
            .map((one) =>
              h(
                "a",
                { class: "button primary", href: one.href, "aria-label": one.title },
                CASES[one.objective] + (one.exact === false ? " (bounds)" : ""),
              ),
            ),
        ),
      ]),
      pegs.map((many, place) => [
        h("h3", {}, count(many, "peg")),
        cases(many, "exact", place || kept.length ? "" : "primary"),
        many > 1 &&
          published(many).length > 0 &&
          h("p", { class: "quiet" }, `Known before: ${published(many).join(", ")}.`),
      ]),
      ["with", "without", "none"].map(
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
    const { theorems, bands, bounds } = explorer.index(),
      most = Math.max(...theorems.map((one) => one.pegs));
    const games = [...new Set(theorems.map((one) => one.game))];
    const kept = [
      ...bands.map((one) => ({ ...one, href: `#/band/${one.name}` })),
      ...bounds.map((one) => ({ ...one, href: `#/bounds/${one.name}` })),
    ];
    const more = [...bands, ...bounds.filter((one) => one.exact)].map(
      (one) =>
        `For ${one.game_title} it is one with ${one.pegs} pegs, too, in the ${CASES[one.objective]}, ` +
        "with n colours in each column. ",
    );
    const between = bounds
      .filter((one) => !one.exact)
      .map((one) => `For ${one.game_title} with ${one.pegs} pegs there are bounds of the worst case. `);
    explorer.put(
      place,
      h("h1", {}, "Theorems"),
      h(
        "p",
        { class: "lead" },
        "How many questions does the best strategy take with n colours? " +
          `With up to ${count(most, "peg")} the answer is a formula, in the `,
        term("expected case"),
        " and in the ",
        term("worst case"),
        `. ${most > 2 ? "Those of three pegs come first; of two pegs most were known before. " : ""}` +
          `${more.join("")}${between.join("")}Behind each game are other `,
        term("reading", "readings"),
        " of its rules.",
      ),
      h(
        "div",
        { class: "tiles" },
        games.map((name) =>
          game(
            theorems.filter((one) => one.game === name),
            kept.filter((one) => one.game === name),
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

  Object.assign(explorer, { READINGS, links });
})();
