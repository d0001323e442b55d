// Both sides of a game.  The address holds it: the seed of the secret, the questions, the answers.
"use strict";
(() => {
  const { h, word, answer, card, group, count, crumbs, downloads, decimal, field, choice, RULES } = explorer;
  const SEEDS = 2 ** 31;

  // A generator of numbers from 0 to 1 that a seed fixes (Mulberry32, T. Ettinger).
  function drawn(seed) {
    let state = seed >>> 0;
    return () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = Math.imul(state ^ (state >>> 15), state | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  }
  function secretOf(game, pegs, colours, seed) {
    const next = drawn(seed), secret = [];
    while (secret.length < pegs) {
      const cell = Math.floor(next() * colours);
      if (RULES[game].repeats || !secret.includes(cell)) secret.push(cell);
    }
    return secret;
  }
  const shown = (cells, colours) => (colours <= 36 ? word(explorer.wordText(cells, colours)) : h("code", {}, explorer.wordText(cells, colours)));
  const plain = (pins) => pins.join(",");

  function settings(game, pegs, colours, side) {
    const go = (next) => {
      const one = { game, pegs, colours, side, ...next };
      if (!RULES[one.game].repeats && one.colours < one.pegs) one.colours = one.pegs;
      location.hash = `#/play/${one.game}-${one.pegs}-${one.colours}${one.side === "answer" ? "?side=answer" : ""}`;
    };
    const whole = (least, most, make) => (event) => { const value = Number(event.target.value); if (Number.isInteger(value) && value >= least && value <= most) go(make(value)); };
    return h("div", { class: "controls" },
      h("div", { class: "sides", role: "group", "aria-label": "Your side" },
        [["guess", "I guess"], ["answer", "The program guesses"]].map(([value, text]) => h("button", { type: "button", class: value === side ? "current button" : "", "aria-pressed": String(value === side), onclick: () => go({ side: value }) }, text))),
      field("Game", choice(Object.entries(RULES).map(([name, { title }]) => [name, title]), game, (value) => go({ game: value }), { name: "game" })),
      field("Pegs", h("input", { type: "number", name: "pegs", min: 1, max: 8, value: pegs, onchange: whole(1, 8, (value) => ({ pegs: value })) })),
      field("Colours", h("input", { type: "number", name: "colours", min: 1, max: 100000, value: colours, onchange: whole(1, 100000, (value) => ({ colours: value })) })));
  }

  function board(rows) {
    return h("ol", { class: "board", "aria-label": "Questions and answers" }, rows.map(([question, told, note]) => h("li", {}, question, told, note && h("span", { class: "quiet" }, note))));
  }

  // ------------------------------------------------------------------------------- hints
  async function hintFor(game, pegs, colours, history) {
    const index = explorer.index();
    if (!index.live) return explorer.hintOf(game, pegs, colours, history);
    const query = new URLSearchParams([["pegs", pegs], ["colours", colours]]);
    for (const [question, number] of history) query.append("after", `${explorer.wordText(question, colours)}:${plain(explorer.answersOf(game, pegs)[number])}`);
    return explorer.askHint(`hint/${game}?${query}`);
  }
  function conflictText(doc, history, game, pegs, colours) {
    const step = (index) => [shown(history[index][0], colours), answer(explorer.answersOf(game, pegs)[history[index][1]])];
    return h("div", { class: "conflict", role: "alert" },
      h("p", {}, doc.conflict.length === 1 ? "No secret gives this answer:" : "These answers contradict each other:"),
      h("ul", { class: "plain" }, doc.conflict.map((index) => h("li", {}, `question ${index + 1}: `, step(index)))),
      doc.repair ? h("p", {}, `The smallest change that helps: the answer to question ${doc.repair.index + 1} becomes `, explorer.answerOf(doc.repair.answer), ` (${doc.repair.answer})${doc.repair.remaining === null ? "" : `, which leaves ${count(doc.repair.remaining, "secret")}`}.`)
        : h("p", {}, "Changing one answer does not help."));
  }
  function hintText(doc, grade, game, colours, use) {
    if (grade === 1) return h("p", {}, h("strong", {}, count(doc.remaining, "secret")), doc.remaining === 1 ? " is left." : " are left.");
    if (grade === 2) return h("p", {}, `${doc.direction[0].toUpperCase()}${doc.direction.slice(1)}.`);
    return h("div", {},
      h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ["Question", "Chosen by", "Answers", "Most left", "Expected left", "May be the secret"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, doc.questions.map((one) => {
          return h("tr", {}, h("td", {}, h("button", { type: "button", class: "ask", "aria-label": `ask ${one.question}`, onclick: () => use(one.question) }, colours <= 36 ? word(one.question) : one.question)),
            h("td", {}, one.rules.map((rule) => h("span", { class: rule === "optimal" ? "tag" : "tag more" }, rule))), h("td", { class: "number" }, one.parts), h("td", { class: "number" }, group(one.largest)), h("td", { class: "number" }, decimal(one.expected_size).toFixed(2)), h("td", {}, one.consistent ? "yes" : "no"));
        })))),
      doc.total !== null && h("p", { class: "quiet" }, `From here the best strategy takes ${(doc.total / doc.remaining).toFixed(4)} questions on average, by ${doc.by}.`),
      doc.possible.length > 0 && h("details", {}, h("summary", {}, `All ${count(doc.possible.length, "secret")} that ${doc.possible.length === 1 ? "is" : "are"} left`), h("p", { class: "chips small" }, doc.possible.map((text) => word(text)))));
  }
  function hints(game, pegs, colours, history, params, use) {
    const place = h("div", { class: "hint", role: "status", "aria-live": "polite" });
    const tell = async (grade) => {
      params.hint = String(grade);
      explorer.keep(params);
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.grade === params.hint));
      place.replaceChildren(h("p", { class: "quiet" }, "Thinking…"));
      await new Promise((done) => setTimeout(done, 20));
      try {
        const doc = await hintFor(game, pegs, colours, history);
        place.replaceChildren(doc.conflict ? conflictText(doc, history, game, pegs, colours) : hintText(doc, grade, game, colours, use));
      } catch (error) {
        if (error.name !== "AbortError") place.replaceChildren(h("p", {}, error.message));
      }
    };
    const buttons = [[1, "How many are left"], [2, "What kind of question"], [3, "Which question"]].map(([grade, text]) =>
      h("button", { type: "button", "data-grade": grade, "aria-pressed": String(params.hint === String(grade)), onclick: () => tell(grade) }, text));
    if (!explorer.isListable(game, pegs, colours)) return card("Hints", h("p", { class: "quiet" }, "This game is too large for hints here."));
    if (params.hint) tell(Number(params.hint));
    return card("Hints", h("div", { class: "controls" }, buttons), place,
      explorer.index().live ? null : h("p", { class: "quiet" }, "On this static site hints come from rules only. 'masetproof explore' also searches, and says which question is optimal."));
  }

  function asData(name, rows, doc) {
    const list = [["number", "question", "answer"], ...rows.map(([question, told], i) => [i + 1, question, told])];
    return downloads(name, { ...doc, questions: rows.map(([question, told]) => ({ question, answer: told })) }, () => list, name);
  }

  // ------------------------------------------------------------------------------- I guess
  function guessing(place, game, pegs, colours, params) {
    if (!/^\d{1,10}$/.test(params.seed || "")) {
      params.seed = String(Math.floor(Math.random() * SEEDS));
      explorer.keep(params);
    }
    const pins = explorer.answersOf(game, pegs), { white } = RULES[game];
    const secret = secretOf(game, pegs, colours, Number(params.seed));
    const history = (params.q ? params.q.split(".") : []).map((text) => {
      const question = explorer.parseWord(text, game, pegs, colours);
      return [question, explorer.answerNumber(white, secret, question)];
    });
    const won = history.length > 0 && history.at(-1)[1] === pins.length - 1, over = won || params.up;
    const complaint = h("p", { class: "complaint", role: "alert" });
    const ask = (text) => {
      try {
        const question = explorer.parseWord(text, game, pegs, colours);
        const asked = [...history.map(([one]) => one), question].map((one) => explorer.wordText(one, colours));
        explorer.go({ ...params, q: asked.join("."), hint: "" });
      } catch (error) {
        complaint.textContent = error.message;
      }
    };
    const input = h("input", { type: "text", name: "question", autocomplete: "off", "aria-label": "Your question", size: Math.max(8, pegs * 2), placeholder: explorer.wordText(Array.from({ length: pegs }, (_, i) => Math.floor(i / 2) % colours), colours) });
    const palette = colours <= 12 && h("div", { class: "palette", role: "group", "aria-label": "Colours" },
      Array.from({ length: colours }, (_, colour) => h("button", { type: "button", class: "dot", "aria-label": `colour ${explorer.SYMBOLS[colour]}`, onclick: () => { input.value = (input.value + explorer.SYMBOLS[colour]).slice(-pegs); preview(); } }, word(explorer.SYMBOLS[colour]))),
      h("button", { type: "button", "aria-label": "Clear", onclick: () => { input.value = ""; preview(); } }, "⌫"));
    const isColour = (symbol) => symbol !== undefined && explorer.SYMBOLS.slice(0, colours).includes(symbol);
    const slots = h("span", { class: "slots", "aria-hidden": "true" });
    const preview = () => {
      const cells = colours <= 36 ? [...input.value.toUpperCase()].slice(0, pegs) : [];
      slots.replaceChildren(...(colours <= 36 ? Array.from({ length: pegs }, (_, i) => (isColour(cells[i]) ? word(cells[i]) : h("i", {}))) : []));
    };
    input.addEventListener("input", preview);
    preview();
    const fresh = h("button", { type: "button", class: over ? "primary" : "", onclick: () => explorer.go({}) }, "New game");
    explorer.put(place, h("div", { class: "stage" },
      card(null,
        !over && h("p", { class: "lead" }, `Find the secret: ${count(pegs, "peg")}, each in one of ${count(colours, "colour")}; ${RULES[game].repeats ? "a colour may occur several times" : "no colour occurs twice"}. A black pin stands for a peg with the right colour in the right place${white ? ", a white pin for a right colour in the wrong place" : ""}.`),
        board(history.map(([question, number]) => [shown(question, colours), answer(pins[number]), plain(pins[number])])),
        won && h("p", { class: "won-line", role: "status" }, `Found with ${count(history.length, "question")}.`),
        params.up && !won && h("p", { class: "won-line", role: "status" }, "The secret was ", shown(secret, colours)),
        !over && h("form", { class: "asking", onsubmit: (event) => { event.preventDefault(); ask(input.value); } }, slots, input, h("button", { class: "primary" }, "Ask"), palette),
        complaint,
        h("p", { class: "actions" }, fresh, !over && h("button", { type: "button", onclick: () => explorer.go({ ...params, up: 1 }) }, "Give up"),
          history.length > 0 && !over && h("button", { type: "button", onclick: () => explorer.go({ ...params, q: params.q.split(".").slice(0, -1).join(".") }) }, "Take back"))),
      over ? h("span") : hints(game, pegs, colours, history, params, ask)),
      asData(`game-${game}-${pegs}-${colours}`, history.map(([question, number]) => [explorer.wordText(question, colours), plain(pins[number])]), { game, pegs, colours, side: "guess", won }));
    if (!over) place.addEventListener("shown", () => input.focus({ preventScroll: true }));
  }

  // ------------------------------------------------------------------------------- it guesses
  function strategies(game, pegs, colours) {
    const index = explorer.index();
    const theorems = index.theorems.filter((one) => one.real && !one.boards && one.extra === "exact" && one.game === game && one.pegs === pegs).map((one) => [one.theorem, `the theorem, ${one.objective} case`]);
    const rules = explorer.isListable(game, pegs, colours) ? explorer.RULE_NAMES.map((rule) => [rule, rule]) : [];
    const stored = index.trees.filter(([, , of]) => of === `${game}-${pegs}-${colours}`).map(([name]) => [`tree/${name}`, `the tree ${name}`]);
    return [...theorems, ...stored, ...rules];
  }
  // The questions that were asked so far and the one that is asked now; `impossible` when none is.
  async function playedBy(by, game, pegs, colours, numbers, onProgress) {
    const questions = [];
    if (!explorer.RULE_NAMES.includes(by)) {
      const walk = by.startsWith("tree/") ? new explorer.StoredWalk(await explorer.load(by)) : new explorer.TheoremWalk(await explorer.load(`strategy/${by}`, onProgress), colours);
      const asked = (position) => { const question = walk.question(position); return typeof question === "string" ? explorer.parseWord(question, game, pegs, colours) : question; };
      let at = walk.start();
      for (const number of numbers) {
        questions.push(asked(at));
        const next = walk.after(at).find(([told]) => told === number);
        if (!next) return { questions, impossible: true };
        at = next[1];
      }
      return { questions: [...questions, asked(at)], left: walk.secrets(at) };
    }
    const history = [];
    for (const number of [...numbers, null]) {
      if (!explorer.leftOf(game, pegs, colours, history).length) return { questions: history.map(([one]) => one), impossible: true };
      const question = explorer.ruleQuestion(game, pegs, colours, history, by);
      if (number === null) return { questions: [...history.map(([one]) => one), question], left: explorer.leftOf(game, pegs, colours, history).length };
      history.push([question, number]);
    }
    return null;
  }

  async function answering(place, game, pegs, colours, params, onProgress) {
    const pins = explorer.answersOf(game, pegs), options = strategies(game, pegs, colours);
    if (!options.length) throw new Error("The program has no strategy for this game here: there is no theorem, and the game is too large for the rules.");
    const by = options.some(([value]) => value === params.by) ? params.by : options[0][0];
    const told = (params.a ? params.a.split(".") : []).map((text) => pins.findIndex((one) => plain(one) === text));
    if (told.includes(-1)) throw new Error(`${params.a} are not answers of this game.`);
    const won = told.at(-1) === pins.length - 1;
    const played = await playedBy(by, game, pegs, colours, won ? told.slice(0, -1) : told, onProgress);
    const asked = played.questions.slice(0, told.length), now = won || played.impossible ? null : played.questions.at(-1);
    const history = asked.map((question, i) => [question, told[i]]);
    const texts = told.map((number) => plain(pins[number]));
    const undo = (i) => h("button", { type: "button", class: "undo", "aria-label": `answer question ${i + 1} again`, onclick: () => explorer.go({ ...params, a: texts.slice(0, i).join(".") }) }, "change");
    let clash = null;
    if (played.impossible) {
      clash = explorer.isListable(game, pegs, colours)
        ? (({ steps, repair }) => conflictText({ conflict: steps, repair }, history, game, pegs, colours))(explorer.conflictOf(game, pegs, colours, history))
        : h("p", { class: "conflict", role: "alert" }, "No secret gives these answers; change one of them.");
    }
    const possible = pins.map((one, number) => [one, number]).filter(([one]) => !(RULES[game].white && one[0] === pegs - 1 && one[1] === 1));
    explorer.put(place, h("div", { class: "stage" },
      card(null,
        !told.length && h("p", { class: "lead" }, `Think of a secret of ${count(pegs, "peg")} and ${count(colours, "colour")}${RULES[game].repeats ? "" : ", all different"}, and answer the questions.`),
        board(history.map(([question, number], i) => [shown(question, colours), answer(pins[number]), h("span", {}, texts[i], " ", undo(i))])),
        won && h("p", { class: "won-line", role: "status" }, `Found with ${count(told.length, "question")}.`),
        clash,
        now && h("div", { class: "now" }, h("p", {}, `Question ${told.length + 1}:`), h("p", { class: "asked" }, shown(now, colours)),
          h("div", { class: "pins", role: "group", "aria-label": "Your answer" }, possible.map(([one, number]) => h("button", { type: "button", "data-answer": plain(one), "aria-label": `${one[0]} black${one.length > 1 ? `, ${one[1]} white` : ""}`, onclick: () => explorer.go({ ...params, a: [...texts, plain(one)].join(".") }) },
            answer(one), number === pins.length - 1 ? "that is my secret" : plain(one))))),
        h("p", { class: "actions" }, h("button", { type: "button", class: won ? "primary" : "", onclick: () => explorer.go({ side: "answer", by }) }, "New game"))),
      card("The program", field("Strategy", choice(options, by, (value) => explorer.go({ ...params, by: value, a: "" }), { name: "by" })),
        now && h("p", { class: "quiet" }, `${count(played.left, "secret")} ${String(played.left) === "1" ? "is" : "are"} still possible.`),
        !explorer.RULE_NAMES.includes(by) && h("p", {}, h("a", { href: `#/${by.startsWith("tree/") ? `${by}?` : `strategy/${by}?n=${colours}&`}at=${told.filter((number) => number !== pins.length - 1).join(".")}` }, "See this place in the strategy")))),
      asData(`game-${game}-${pegs}-${colours}`, history.map(([question], i) => [explorer.wordText(question, colours), texts[i]]), { game, pegs, colours, side: "answer", strategy: by, won }));
    place.addEventListener("shown", () => { const first = place.querySelector(".pins button"); if (first && told.length) first.focus({ preventScroll: true }); });
  }

  explorer.pages.play = async (place, [name = "mastermind-4-6"], params, onProgress) => {
    const [, game, pegsText, coloursText] = /^([a-z-]+?)-(\d+)-(\d+)$/.exec(name) || [];
    const pegs = Number(pegsText), colours = Number(coloursText);
    if (!RULES[game] || !(pegs >= 1 && pegs <= 8) || !(colours >= 1 && colours <= 100000) || !explorer.wordCount(game, pegs, colours)) throw new Error(`There is no game ${name}; one is like mastermind-4-6.`);
    const title = `${RULES[game].title}: ${count(pegs, "peg")}, ${count(colours, "colour")}`;
    explorer.put(place, crumbs(["Play", "#/play/mastermind-4-6"], [title]), h("h1", {}, "Play"), settings(game, pegs, colours, params.side === "answer" ? "answer" : "guess"));
    if (params.side === "answer") await answering(place, game, pegs, colours, params, onProgress);
    else guessing(place, game, pegs, colours, params);
    return title;
  };
})();
