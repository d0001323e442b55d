// Tables: sorted, as CSV, as LaTeX.
"use strict";
(() => {
  // The rows in the order of a column, like "verdict" or "-verdict"; as they are where there is no such one.
  function sortedBy(columns, rows, sort) {
    const id = (sort || "").replace(/^-/, ""),
      column = columns.find((one) => one.id === id);
    if (!column) return rows;
    const sign = sort.startsWith("-") ? -1 : 1;
    const key = column.key || column.text;
    return [...rows].sort((one, other) => {
      const [a, b] = [key(one), key(other)];
      return (
        sign *
        (typeof a === "number" && typeof b === "number"
          ? a - b
          : String(a).localeCompare(String(b), "en", { numeric: true }))
      );
    });
  }

  const cell = (value) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };

  const csv = (rows) => rows.map((row) => row.map(cell).join(",")).join("\n") + "\n";

  const ESCAPED = {
    "\\": "\\textbackslash{}",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
  };

  for (const symbol of "#$%&_{}") ESCAPED[symbol] = `\\${symbol}`;
  const tex = (value) => [...String(value ?? "")].map((symbol) => ESCAPED[symbol] ?? symbol).join("");

  function tabular(comment, rows) {
    const [heads, ...rest] = rows;
    return (
      `% ${comment}\n\\begin{tabular}{${"l".repeat(heads.length)}}\n${heads.map(tex).join(" & ")} \\\\ \\hline\n` +
      rest.map((row) => row.map(tex).join(" & ") + " \\\\\n").join("") +
      "\\end{tabular}\n"
    );
  }

  Object.assign(explorer, { csv, tabular, sortedBy });
})();
