// Tables that are sorted and shown a piece at a time.
"use strict";
(() => {
  const { group, sortedBy, h } = explorer;
  const PIECE = 60;

  // columns: {id, title (or name, which is not shown), text(row): what is sorted and exported,
  // cell(row): what is shown, number}.
  // state: {sort}, like "verdict" or "-verdict"; onState: called when it changes.
  explorer.list = (columns, rows, state, onState, options = {}) => {
    const head = h("tr"),
      body = h("tbody"),
      more = h("div", { class: "more" });
    let shown = options.shown || PIECE,
      current = rows;
    const told = h("p", { class: "told-count", role: "status" });

    const order = () => sortedBy(columns, current, state.sort);
    const draw = () => {
      const sorted = order();
      head.replaceChildren(
        ...columns.map((column) => {
          const id = (state.sort || "").replace(/^-/, "");
          const direction =
            id !== column.id ? "none" : state.sort.startsWith("-") ? "descending" : "ascending";
          return h(
            "th",
            {
              scope: "col",
              "aria-sort": direction,
              "data-title": column.title,
              class: column.number ? "number" : null,
            },
            column.plain
              ? h("span", { class: "unseen" }, column.name)
              : h(
                  "button",
                  {
                    type: "button",
                    "data-sort": column.id,
                    onclick: () => {
                      state.sort = direction === "ascending" ? `-${column.id}` : column.id;
                      onState();
                      draw();
                      head.querySelector(`[data-sort="${column.id}"]`).focus();
                    },
                  },
                  column.title,
                  h(
                    "span",
                    { class: "arrow", "aria-hidden": "true" },
                    direction === "ascending" ? "▲" : direction === "descending" ? "▼" : "",
                  ),
                ),
          );
        }),
      );
      body.replaceChildren(
        ...sorted.slice(0, shown).flatMap((row) => {
          const line = h(
            "tr",
            { class: options.rowClass ? options.rowClass(row) : null },
            columns.map((column) =>
              h(
                "td",
                { class: column.number ? "number" : column.id, "data-title": column.title },
                column.cell ? column.cell(row) : column.text(row),
              ),
            ),
          );
          const below = options.below && options.below(row);
          return below
            ? [line, h("tr", { class: "below" }, h("td", { colspan: columns.length }, below))]
            : [line];
        }),
      );
      told.textContent = options.told ? options.told(sorted.length, rows.length) : "";
      more.replaceChildren(
        ...(sorted.length > shown
          ? [
              h(
                "button",
                {
                  type: "button",
                  onclick: () => {
                    shown += PIECE * 5;
                    draw();
                  },
                },
                `Show more (${group(sorted.length - shown)} left)`,
              ),
            ]
          : []),
      );
    };
    draw();
    return {
      element: h(
        "div",
        { class: "list" },
        told,
        explorer.scroll(options.label || "Table", h("table", {}, h("thead", {}, head), body)),
        more,
      ),
      filter(predicate) {
        current = rows.filter(predicate);
        draw();
      },
      redraw: draw,
      rows: () => [
        columns.filter((one) => one.text).map((one) => one.title),
        ...order().map((row) => columns.filter((one) => one.text).map((one) => one.text(row))),
      ],
    };
  };

  // The element of a list whose order is not kept in the page's address.
  explorer.listOf = (columns, rows, options) => explorer.list(columns, rows, {}, () => {}, options).element;
})();
