// Elements, pegs and numbers: what all pages are built of.
"use strict";
(() => {
  const { SYMBOLS, cellsOf, count, group, csv, tabular, markup } = explorer;
  const SVG = "http://www.w3.org/2000/svg";

  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (name.startsWith("--")) element.style.setProperty(name, value);
      else if (name === "value") element.value = value;
      else if (name === "checked" || name === "selected") element[name] = value;
      else element.setAttribute(name, value === true ? "" : value);
    }
    return put(element, ...children);
  }

  function put(element, ...children) {
    element.append(
      ...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false && c !== ""),
    );
    return element;
  }

  const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

  const svg = (tag, attributes, ...children) =>
    fill(document.createElementNS(SVG, tag), attributes, children);

  // Formulas come as MathML from the package, never from a file that a person opened.
  function math(markup, className) {
    const place = h("span", { class: className || "math" });
    place.innerHTML = markup;
    return place;
  }

  const formula = (text) => math(`<math>${markup(text)}</math>`);

  // n1, n2, ..., by columns.
  const indices = (letter, many) =>
    Array.from({ length: many }, (_, column) => [column > 0 && ", ", formula(`${letter}${column + 1}`)]);

  // Polynomials by the residue of n, in one line.
  function byResidue(texts) {
    if (new Set(texts).size === 1) return formula(texts[0]);
    return h(
      "span",
      {},
      texts.map((text, residue) => [
        residue > 0 && ", ",
        formula(text),
        texts.length === 2 ? ` for ${residue ? "odd" : "even"} n` : ` for n ≡ ${residue} mod ${texts.length}`,
      ]),
    );
  }

  // What a colour looks like, by its number: as in pictures and terminals.
  function look(number) {
    const { palette } = explorer.index(),
      [ground, ink] = palette[number % palette.length];
    return { ground, ink };
  }

  function peg(cell) {
    if (cell === "*") return h("span", { class: "peg star" }, "∗");
    if (cell === "a") return h("span", { class: "peg extra" }, cell);
    const { ground, ink } = look(/^\d+$/.test(cell) ? Number(cell) : SYMBOLS.indexOf(cell));
    return h("span", { class: "peg", "--peg": ground, "--symbol": ink }, cell);
  }

  // A word of a game of pegs as coloured pegs, each with its symbol, so that colours are not needed to read it.
  function word(text) {
    const cells = cellsOf(text);
    return h("span", { class: "word", role: "img", "aria-label": cells.join(" ") }, cells.map(peg));
  }

  function pattern(text, most = 60) {
    const clauses = text.slice(1, -1).split("|");
    const shown = clauses.slice(0, most).map((clause) => h("li", {}, word(clause)));
    const rest = clauses.length - shown.length;
    return h(
      "ul",
      { class: "clauses", "aria-label": `pattern of ${count(clauses.length, "clause")}` },
      shown,
      rest > 0 && h("li", { class: "rest" }, `and ${group(rest)} more`),
    );
  }

  // An answer, [black, white] or [black], as pins; their numbers are the label for screen readers.
  function answer(pins) {
    const [black, white = 0] = pins;
    const told = pins.length > 1 ? `${black} black, ${white} white` : `${black} black`;
    return h(
      "span",
      { class: "answer", role: "img", "aria-label": told, title: told },
      Array.from({ length: black }, () => h("i", { class: "black" })),
      Array.from({ length: white }, () => h("i", { class: "white" })),
      black + white === 0 && h("i", { class: "none" }),
    );
  }

  // Marks on small squares; the text is the label for screen readers.
  const marked = (marks) =>
    h(
      "span",
      { class: "squares marks", role: "img", "aria-label": marks, title: marks },
      [...marks].map((mark) => h("span", { class: `square ${mark}` }, mark)),
    );

  // How answers look, by the rule of a game; others are text.
  const DRAWN = { pegs: (text) => answer(text.split(",").map(Number)), marks: marked };
  const answerOf = (text, game) =>
    (DRAWN[explorer.rulesOf(game)?.rule] || ((told) => h("span", { class: "told" }, told)))(text);

  // Of the answer that wins: in some games its text says that already.
  const wonBy = (text, game) => [text !== "won" && answerOf(text, game), "won"];

  function field(label, control) {
    return h("label", { class: "field" }, h("span", {}, label), control);
  }

  function choice(options, chosen, onchange, attributes) {
    return h(
      "select",
      { ...attributes, onchange: (event) => onchange(event.target.value) },
      options.map(([value, text]) =>
        h("option", { value, selected: String(value) === String(chosen) }, text),
      ),
    );
  }

  // A word that is explained where it stands: a button that opens its explanation below it.
  function term(name, text = name) {
    const told = h(
      "span",
      { class: "explanation", popover: "auto" },
      h("strong", {}, name),
      ` ${explorer.index().glossary[name]}`,
    );
    const button = h("button", { type: "button", class: "term" }, text);
    button.popoverTargetElement = told;
    told.addEventListener("beforetoggle", () => {
      const { left, bottom } = button.getBoundingClientRect();
      told.style.setProperty("--from", `${left}px`);
      told.style.setProperty("--below", `${bottom + scrollY}px`);
    });
    told.addEventListener("toggle", () => told.scrollIntoView({ block: "nearest" }));
    return [button, told];
  }

  // What may be wider than the page, such as a table.
  const scroll = (label, content, kind = "") =>
    h("div", { class: `scroll ${kind}`, role: "region", tabindex: "0", "aria-label": label }, content);

  // A link that is one of several views, perhaps the one that is seen.
  const tab = (isCurrent, href, text) =>
    h(
      "a",
      { class: isCurrent ? "button current" : "button", "aria-current": isCurrent ? "true" : null, href },
      text,
    );

  // Formulas of boards, each with the conditions of its region; many are folded.
  function regions(all, head) {
    const table = scroll(
      "Formulas",
      h(
        "table",
        { class: "regions" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "where"), h("th", { scope: "col" }, head))),
        h(
          "tbody",
          {},
          all.map((region) =>
            h(
              "tr",
              {},
              h(
                "td",
                {},
                region.where.length ? region.where.map((one) => h("div", {}, math(one))) : "everywhere",
              ),
              h("td", {}, math(region.value)),
            ),
          ),
        ),
      ),
    );
    return all.length <= 8
      ? table
      : h("details", {}, h("summary", {}, `${all.length} formulas, each with where it holds`), table);
  }

  // A table for each value of a third index; which one is seen is kept in the address.
  function sliced(index, numbers, params, table) {
    const place = h("div");
    const show = () => place.replaceChildren(table(Number(params.slice)));
    params.slice = numbers.includes(Number(params.slice)) ? params.slice : String(numbers.at(-1));
    const select = choice(
      numbers.map((number) => [number, number]),
      params.slice,
      (value) => {
        params.slice = value;
        explorer.keep(params);
        show();
      },
      { name: "slice" },
    );
    show();
    return [h("p", {}, field([formula(index), " ="], select)), place];
  }

  function crumbs(...steps) {
    return h(
      "nav",
      { class: "crumbs", "aria-label": "Where you are" },
      h(
        "ol",
        {},
        steps.map(([text, href]) =>
          h("li", {}, href ? h("a", { href }, text) : h("span", { "aria-current": "page" }, text)),
        ),
      ),
    );
  }

  function facts(...pairs) {
    return h(
      "dl",
      { class: "facts" },
      pairs.filter(Boolean).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
  }

  function card(title, ...content) {
    return h("section", { class: "card" }, title && h("h2", {}, title), content);
  }

  function save(name, kind, text) {
    const url = URL.createObjectURL(new Blob([text], { type: kind }));
    const link = h("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  // The data of a page, made when it is asked for.  json: a value, or makes the text; rows: makes the
  // table; latex: the title of the table, or makes the text.  what: of what it is the data.
  function downloads(name, json, rows, latex, what = "This page") {
    const forms = [
      [
        "json",
        "JSON",
        "application/json",
        () => (typeof json === "function" ? json() : JSON.stringify(json, null, 1) + "\n"),
      ],
      ["csv", "CSV", "text/csv", () => csv(rows())],
      ["tex", "LaTeX", "text/x-tex", () => (typeof latex === "function" ? latex() : tabular(latex, rows()))],
    ];
    return h(
      "p",
      { class: "downloads" },
      h("span", {}, `${what} as data: `),
      forms.map(([form, title, kind, made]) =>
        h(
          "button",
          { type: "button", "data-form": form, onclick: () => save(`${name}.${form}`, kind, made()) },
          title,
        ),
      ),
    );
  }

  // What changed is said to those who do not see it.
  const voice = h("div", { class: "unseen", role: "status", "aria-live": "polite" });

  document.body.append(voice);

  explorer.say = (text) => {
    voice.textContent = "";
    setTimeout(() => {
      voice.textContent = text;
    }, 60);
  };

  Object.assign(explorer, {
    put,
    h,
    svg,
    math,
    formula,
    indices,
    byResidue,
    look,
    word,
    pattern,
    answer,
    answerOf,
    wonBy,
    field,
    choice,
    term,
    scroll,
    tab,
    regions,
    sliced,
    crumbs,
    facts,
    card,
    downloads,
  });
})();
