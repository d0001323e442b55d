// Values and formula, or two bounds, as a plot; and the exceptions in words.
"use strict";
(() => {
  const { decimal, group, svg, h } = explorer;

  // A plot over n without its marks: where they are drawn, and what is under them.
  function axes(first, last, most, label) {
    const wide = 640,
      high = 300,
      left = 46,
      right = 12,
      top = 14,
      bottom = 48;
    const x = (n) => left + ((n - first) / (last - first)) * (wide - left - right);
    const y = (value) => high - bottom - (value / (most * 1.06)) * (high - top - bottom);
    const step = [0.5, 1, 2, 5, 10, 20, 50].find((one) => most / one <= 6) || 100;
    const drawing = svg("svg", {
      viewBox: `0 0 ${wide} ${high}`,
      class: "plot",
      role: "img",
      "aria-label": label,
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
    return { drawing, x, y };
  }

  function plot(doc) {
    const expected = doc.objective === "expected";
    const rows = doc.values.map(([n, value, branch, secrets]) => {
      const size = expected ? Number(secrets) : 1;
      return { n, value: Number(value) / size, formula: decimal(branch) / size, text: value };
    });
    const last = rows.at(-1).n,
      first = rows[0].n;
    const most = Math.max(...rows.map((row) => row.value));
    const what = expected ? "Expected number of questions" : "Questions in the worst case";
    const { drawing, x, y } = axes(
      first,
      last,
      most,
      `${what} for n = ${first} to ${last}: points are values, the line is the formula.`,
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

  // Both bounds for each n, one point where they meet.
  function boundsPlot(doc) {
    const first = doc.values[0][0],
      [last, , most] = doc.values.at(-1);
    const { drawing, x, y } = axes(
      first,
      last,
      most,
      `Questions in the worst case for n = ${first} to ${last}: what every strategy needs at least, ` +
        "and what some strategy needs at most.",
    );
    for (const [n, low, high] of doc.values) {
      const mark = (value, kind) =>
        svg(
          "circle",
          { cx: x(n), cy: y(value), r: kind === "value" ? 3 : 4, class: kind },
          svg("title", {}, `n = ${n}: ${low === high ? low : `${low} to ${high}`}`),
        );
      if (low === high) drawing.append(mark(low, "value"));
      else
        drawing.append(
          svg("line", { x1: x(n), x2: x(n), y1: y(low), y2: y(high), class: "formula" }),
          mark(low, "value exception"),
          mark(high, "value exception"),
        );
    }
    const hollow = h("span", { class: "key" }, h("i", { class: "dot hollow" }), "at least, at most");
    return h(
      "figure",
      {},
      drawing,
      h(
        "figcaption",
        {},
        h("span", { class: "key" }, h("i", { class: "dot" }), "f(n)"),
        doc.values.some(([, low, high]) => low < high) && hollow,
      ),
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

  Object.assign(explorer, { plot, boundsPlot, exceptions });
})();
