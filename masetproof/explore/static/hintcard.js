// The card of hints: what is left, what to ask, or which answers contradict each other.
"use strict";
(() => {
  const { count, decimal, group, leftText, siteText, isOnly, outlook, h, card } = explorer;
  const SECONDS = 10;

  // A place that shows how long something takes, with a button that ends it; signal: of that button.
  function waiting(place, text) {
    const stop = new AbortController(),
      bar = h("progress", { max: 1, value: 0, "aria-label": text }),
      begin = performance.now();
    let known = false;
    const beat = setInterval(() => {
      if (!bar.isConnected) clearInterval(beat);
      else if (!known && explorer.index().live)
        bar.value = Math.min(1, (performance.now() - begin) / 1000 / SECONDS);
    }, 100);
    place.replaceChildren(
      h(
        "div",
        { class: "thinking" },
        h("p", { class: "quiet" }, `${text}… ${explorer.index().live ? `at most ${SECONDS} seconds` : ""}`),
        bar,
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              stop.abort();
              explorer.stopHint();
              place.replaceChildren();
            },
          },
          "Stop",
        ),
      ),
    );
    return {
      signal: stop.signal,
      onProgress: (part) => {
        known = true;
        bar.value = part;
      },
    };
  }

  function conflictText(board, doc, history) {
    return h(
      "div",
      { class: "conflict", role: "alert" },
      h(
        "p",
        {},
        doc.conflict.length === 1 ? "No secret gives this answer:" : "These answers contradict each other:",
      ),
      h(
        "ul",
        { class: "plain" },
        doc.conflict.map((index) =>
          h(
            "li",
            {},
            `question ${index + 1}: `,
            board.shown(history[index][0]),
            board.told(history[index][1]),
          ),
        ),
      ),
      doc.repair
        ? h(
            "p",
            {},
            `The smallest change that helps: the answer to question ${doc.repair.index + 1} becomes `,
            board.told(doc.repair.answer),
            board.rule === "pegs" ? ` (${doc.repair.answer})` : "",
            doc.repair.remaining === null ? "" : `, which leaves ${count(doc.repair.remaining, "secret")}`,
            ".",
          )
        : h("p", {}, "Changing one answer does not help."),
    );
  }

  const possibleList = (board, doc) =>
    doc.possible.length > 0 &&
    h(
      "details",
      {},
      h(
        "summary",
        {},
        `All ${count(doc.possible.length, "secret")} that ${doc.possible.length === 1 ? "is" : "are"} left`,
      ),
      h(
        "p",
        { class: "chips small" },
        doc.possible.map((text) => board.shown(text)),
      ),
    );

  function hintText(board, doc, grade, use) {
    const beyond = doc.beyond && h("p", {}, doc.beyond);
    if (grade === 1)
      return [
        beyond,
        h("p", {}, h("strong", {}, leftText(doc)), doc.remaining === 1 ? " is left." : " are left."),
      ];
    if (grade === 2)
      return [beyond, h("p", {}, `${doc.direction[0].toUpperCase()}${doc.direction.slice(1)}.`)];
    const ask = (one) =>
      h(
        "button",
        {
          type: "button",
          class: "ask",
          "aria-label": `ask ${board.saidWord(one.question)}`,
          onclick: () => use(one.question),
        },
        board.shown(one.question),
      );
    if (isOnly(doc) && doc.questions.length)
      return [beyond, h("p", { class: "only" }, "Only ", ask(doc.questions[0]), " is left.")];
    return [
      beyond,
      h(
        "ul",
        { class: "suggestions" },
        doc.questions.map((one) =>
          h(
            "li",
            {},
            ask(one),
            h(
              "span",
              {},
              one.rules.map((rule) => [
                h("span", { class: rule === "optimal" ? "tag" : "tag more" }, rule),
                " ",
              ]),
              ` ${outlook(one)}; it ${one.consistent ? "may" : "cannot"} be the secret.`,
            ),
          ),
        ),
      ),
      doc.compared && h("p", { class: "quiet" }, `${group(doc.compared)} questions were compared.`),
      doc.rough &&
        h("p", { class: "quiet" }, "The secrets are too many to list: the numbers are those of a sample."),
      doc.expected &&
        h(
          "p",
          { class: "quiet" },
          `From here the best strategy takes ${decimal(doc.expected).toFixed(4)} questions on average, ` +
            `by ${doc.by}.`,
        ),
      possibleList(board, doc),
    ];
  }

  function hintCard(board, history, params, use) {
    const place = h("div", { class: "hint", role: "status", "aria-live": "polite" });
    const tell = async (grade) => {
      params.hint = String(grade);
      explorer.keep(params);
      for (const button of buttons)
        button.setAttribute("aria-pressed", String(button.dataset.grade === params.hint));
      const { signal, onProgress } = waiting(place, "Thinking");
      explorer.leave = () => {
        explorer.stopHint();
        stop();
      };
      const stop = () => place.remove();
      try {
        const doc = await board.hint(history, null, onProgress, signal);
        if (!signal.aborted && params.hint === String(grade))
          place.replaceChildren(
            ...[doc.conflict ? conflictText(board, doc, history) : hintText(board, doc, grade, use)]
              .flat()
              .filter(Boolean),
          );
      } catch (error) {
        if (error.name !== "AbortError") place.replaceChildren(h("p", {}, error.message));
      }
    };
    const buttons = [
      [1, "How many are left"],
      [2, "What kind of question"],
      [3, "Which question"],
    ].map(([grade, text]) =>
      h(
        "button",
        {
          type: "button",
          "data-grade": grade,
          "aria-pressed": String(params.hint === String(grade)),
          onclick: () => tell(grade),
        },
        text,
      ),
    );
    if (!board.hasHints)
      return card(
        "Hints",
        h(
          "p",
          { class: "quiet" },
          explorer.index().live
            ? "This board is too large for hints."
            : "Hints for a board of this size need Python: 'masetproof explore' gives them.",
        ),
      );
    if (params.hint) tell(Number(params.hint));
    return card(
      "Hints",
      h("div", { class: "controls" }, buttons),
      place,
      explorer.index().live ? null : h("p", { class: "quiet" }, siteText()),
    );
  }

  Object.assign(explorer, { waiting, conflictText, possibleList, hintCard });
})();
