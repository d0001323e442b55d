// Tables of optima, with what is published beside them.
"use strict";
(() => {
  const { group, decimal, h, crumbs, tab, card, field, choice, downloads } = explorer;
  explorer.pages.table = async (place, [game = "mastermind"], params) => {
    const doc = await explorer.load(`table/${game}`);
    const value = (number) => (number === null ? "–" : group(number));
    const list = explorer.list(
      [
        { id: "objective", title: "Case", text: (row) => row.objective },
        { id: "pegs", title: "Pegs", number: true, text: (row) => row.pegs },
        { id: "colours", title: "Colours", number: true, text: (row) => row.colours },
        {
          id: "secrets",
          title: "Secrets",
          number: true,
          text: (row) => row.secrets,
          cell: (row) => group(row.secrets),
        },
        {
          id: "value",
          title: "Optimum",
          number: true,
          key: (row) => row.value ?? -1,
          text: (row) => row.value ?? "",
          cell: (row) => h("strong", {}, value(row.value)),
        },
        {
          id: "expected",
          title: "Expected",
          number: true,
          key: (row) => (row.expected ? decimal(row.expected) : -1),
          text: (row) => row.expected ?? "",
          cell: (row) => (row.expected ? decimal(row.expected).toFixed(4) : "–"),
        },
        {
          id: "published",
          title: "Published",
          number: true,
          key: (row) => row.published ?? -1,
          text: (row) => row.published ?? "",
          cell: (row) => value(row.published),
        },
        {
          id: "comparison",
          title: "Comparison",
          text: (row) => row.comparison,
          cell: (row) =>
            row.agrees
              ? h("span", { class: "tag" }, "agrees")
              : row.agrees === false
                ? h("span", { class: "tag no_solution" }, "DISAGREES")
                : row.comparison === "-"
                  ? "–"
                  : row.comparison,
        },
        { id: "source", title: "Source", text: (row) => row.source ?? "" },
        {
          id: "play",
          title: "",
          name: "Play",
          plain: true,
          text: null,
          cell: (row) => h("a", { href: `#/play/${row.game}-${row.pegs}-${row.colours}` }, "play"),
        },
      ],
      doc.rows,
      params,
      () => explorer.keep(params),
      { label: doc.title, shown: 200, told: (shown, all) => `${shown} of ${all} games` },
    );
    const filter = () =>
      list.filter(
        (row) =>
          (!params.objective || row.objective === params.objective) &&
          (!params.pegs || String(row.pegs) === params.pegs) &&
          (!params.only || row.published !== null),
      );
    const changed = (key) => (chosen) => {
      params[key] = chosen;
      explorer.keep(params);
      filter();
    };
    filter();
    explorer.put(
      place,
      crumbs(["Tables", "#/table/mastermind"], [doc.title]),
      h("h1", {}, `${doc.title}: optima`),
      h("p", { class: "lead" }, doc.summary),
      h(
        "p",
        { class: "actions" },
        explorer.index().tables.map((name) => tab(name === game, `#/table/${name}`, explorer.rulesOf(name).title)),
      ),
      h("div", { class: "gap" }),
      card(
        null,
        h(
          "div",
          { class: "controls" },
          field(
            "Case",
            choice(
              [
                ["", "both"],
                ["expected", "expected"],
                ["worst", "worst"],
              ],
              params.objective || "",
              changed("objective"),
              { name: "objective" },
            ),
          ),
          field(
            "Pegs",
            choice(
              [
                ["", "all"],
                ...[...new Set(doc.rows.map((row) => row.pegs))].sort().map((pegs) => [pegs, pegs]),
              ],
              params.pegs || "",
              changed("pegs"),
              { name: "pegs" },
            ),
          ),
          field(
            "With a published value only",
            h("input", {
              type: "checkbox",
              name: "only",
              checked: Boolean(params.only),
              onchange: (event) => changed("only")(event.target.checked ? "1" : ""),
            }),
          ),
        ),
        list.element,
        h(
          "p",
          { class: "quiet" },
          "The optima of games with at most 256 secrets were computed for this page by exhaustive search. " +
            "Larger games are listed with their published value only; 'masetproof table' computes them. " +
            "A dash means that a value was not computed, or that the program's list of published values has " +
            "none. Where the source is a file of this project, one of its own programs found the value, and " +
            "we have not seen it published.",
        ),
      ),
      downloads(`table-${game}`, doc, list.rows, () => doc.latex),
    );
    return `${doc.title}: optima`;
  };
})();
