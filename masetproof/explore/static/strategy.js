// Strategies: the tree of a theorem for any n, or a stored one, on a canvas and in words.
"use strict";
(() => {
  const { h, word, answerOf, card, facts, group, count, crumbs, downloads, field, choice, term } = explorer;
  const openedTrees = new Map();
  const MOST_SAVED = 131072,
    MOST_STEPS = 24,
    MOST_ADDRESS = 1000,
    MOST_FOLDS = 40;

  const shownAnswer = (tree, number) =>
    explorer.RULES[tree.walk.game]
      ? answerOf(tree.answers[number])
      : h("span", { class: "told" }, tree.answers[number]);
  const shownWord = (tree, node) =>
    tree.walk.colours <= 36 && explorer.RULES[tree.walk.game]
      ? word(tree.text(node))
      : h("code", { dir: "auto" }, tree.text(node));

  function chooser(current) {
    const index = explorer.index();
    const options = [
      ...index.theorems
        .filter((one) => one.real && !one.boards)
        .map((one) => [
          `strategy/${one.theorem}`,
          `${one.title}${one.extra === "exact" ? "" : ", without an extra colour"}`,
        ]),
      ...index.trees.map(([name, title]) => [`tree/${name}`, `${name}: ${title}`]),
      ...[...openedTrees.keys()].map((name) => [`tree/${name}`, `${name} (opened here)`]),
    ];
    const input = h("input", {
      type: "file",
      accept: ".json",
      class: "hidden-file",
      "aria-label": "Open a saved tree",
      onchange: async (event) => {
        const [file] = event.target.files;
        if (!file) return;
        try {
          openedTrees.set(file.name, explorer.openedTree(await file.text(), file.name));
          location.hash = `#/tree/${encodeURIComponent(file.name)}`;
        } catch (error) {
          told.textContent = error.message;
        }
      },
    });
    const told = h("span", { class: "quiet", role: "status" });
    return [
      choice(
        options,
        current,
        (value) => {
          location.hash = `#/${value}`;
        },
        { "aria-label": "Strategy", name: "strategy" },
      ),
      h("button", { type: "button", onclick: () => input.click() }, "Open a saved tree…"),
      input,
      told,
    ];
  }

  function saved(tree, doc) {
    if (doc.file) return doc.file;
    const { walk } = tree,
      nodes = [];
    for (const node of tree.preorder()) {
      const told = node === 0 ? null : tree.answers[tree.answer[node]];
      nodes.push(
        JSON.stringify([
          tree.depth[node],
          told === null ? null : explorer.RULES[walk.game].white ? `(${told})` : told,
          tree.text(node),
        ]),
      );
    }
    const head = {
      format: "masetproof-strategy",
      version: 1,
      game: walk.game,
      pegs: walk.pegs,
      colours: walk.colours,
      secrets: "all",
      consistent_only: false,
    };
    return `${JSON.stringify(head).slice(0, -1)}, "nodes": [\n${nodes.join(",\n")}\n]}\n`;
  }
  function rows(tree) {
    const table = [["depth", "answer", "question", "secrets", "found"]];
    for (const node of tree.preorder())
      table.push([
        tree.depth[node],
        node ? tree.answers[tree.answer[node]] : "",
        tree.text(node),
        tree.secrets[node],
        tree.found[node] ? "yes" : "no",
      ]);
    return table;
  }
  function latex(tree, title) {
    const lines = [`% ${title}`, "\\begin{tabular}{lr}", "question & secrets \\\\ \\hline"];
    for (const node of tree.preorder()) {
      const told = node ? `$${tree.answers[tree.answer[node]]}$ ` : "";
      lines.push(
        `\\hspace*{${(1.2 * tree.depth[node]).toFixed(1)}em}${told}\\texttt{${tree.text(node)}} & ${tree.secrets[node]}${tree.found[node] ? "$\\star$" : ""} \\\\`,
      );
    }
    return `${lines.join("\n")}\n\\end{tabular}\n`;
  }

  const depthsToFold = (depths) => [
    ...Array.from({ length: Math.min(depths, MOST_FOLDS) }, (_, depth) => [depth, depth + 1]),
    [depths, "none"],
  ];

  // A long way by its first and its last steps.
  function shortened(way) {
    if (way.length <= MOST_STEPS) return way;
    const first = way.slice(0, 4),
      last = way.slice(4 - MOST_STEPS);
    return [...first, `… ${group(way.length - first.length - last.length)} more …`, ...last];
  }

  // The chosen node in words: the way to it, and every answer as a button.
  function panel(place, tree, node, select) {
    const way = [];
    for (let one = node; one >= 0; one = tree.parent[one]) way.unshift(one);
    tree.expand(node);
    const below = Array.from({ length: tree.children[node] }, (_, i) => tree.first[node] + i);
    place.replaceChildren(
      h("h2", {}, "Question ", String(tree.depth[node] + 1)),
      h("p", { class: "asked" }, shownWord(tree, node)),
      facts(
        ["Secrets left", group(tree.exactSecrets(node))],
        ["May be the secret", tree.found[node] ? "yes" : "no"],
      ),
      (way.length > 1 &&
        h(
          "nav",
          { class: "way small", "aria-label": "The way to this question" },
          h(
            "ol",
            {},
            shortened(way).map((one) =>
              typeof one === "string"
                ? h("li", { class: "quiet" }, one)
                : h(
                    "li",
                    {},
                    one > 0 && shownAnswer(tree, tree.answer[one]),
                    one === node
                      ? h("span", { "aria-current": "step" }, shownWord(tree, one))
                      : h("button", { type: "button", onclick: () => select(one) }, shownWord(tree, one)),
                  ),
            ),
          ),
        )) ||
        "",
      h("h3", {}, below.length || tree.found[node] ? "Answers" : "No answer"),
      h(
        "ul",
        { class: "plain answers" },
        tree.found[node] &&
          h(
            "li",
            {},
            h(
              "span",
              { class: "part won" },
              explorer.RULES[tree.walk.game] && shownAnswer(tree, tree.answers.length - 1),
              "won",
            ),
          ),
        below.map((one) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                "data-answer": tree.answers[tree.answer[one]],
                "aria-label": `answer ${tree.answers[tree.answer[one]]}: ${count(tree.secrets[one], "secret")}, then ${tree.text(one)}`,
                onclick: () => select(one),
              },
              shownAnswer(tree, tree.answer[one]),
              h("span", { class: "many" }, group(tree.secrets[one])),
              h("span", { class: "small" }, shownWord(tree, one)),
            ),
          ),
        ),
      ),
    );
  }

  function summaryOf(tree, doc) {
    if (!tree.complete)
      return facts(
        ["Secrets", group(tree.walk.secrets(tree.walk.start()))],
        ["Shown", `the first ${group(tree.size)} questions; more of the tree appears as you move through it`],
      );
    const { total, worst, histogram } = tree.summary(),
      secrets = histogram.reduce((sum, many) => sum + many, 0);
    const value = doc.formula && explorer.valueAt({ formula: doc.formula }, tree.walk.colours);
    const agrees = doc.formula && String(doc.objective === "expected" ? total : worst) === value;
    return facts(
      [term("secret", "Secrets"), group(secrets)],
      [term("EPL", "Questions"), `${group(total)} in all, ${(total / secrets).toFixed(4)} expected`],
      [term("worst case", "Worst case"), worst],
      ["Secrets found with 1, 2, … questions", histogram.map(group).join("  ·  ")],
      doc.formula && [
        "The formula",
        `${group(value)}, ${agrees ? "which this strategy attains" : "which this strategy does not attain"}`,
      ],
    );
  }

  async function page(place, doc, tree, params, heading) {
    const depths = tree.depth.reduce((most, depth) => Math.max(most, depth), 1);
    const automatic = tree.size > 400 ? 2 : depths;
    let growth = 0;
    const fold = params.fold === undefined ? automatic : Math.max(0, Number(params.fold));
    const canvas = h("canvas", {
      class: "tree",
      tabindex: "0",
      role: "application",
      "aria-label":
        "The strategy tree. Arrow keys move, Enter folds, plus and minus zoom. The panel beside it says the same in words.",
    });
    const side = h("aside", {
      class: "card side",
      "aria-live": "polite",
      "aria-label": "The chosen question",
    });
    const told = h("span", { class: "quiet", role: "status" });
    let settle = 0;
    const view = new explorer.TreeView(canvas, tree, {
      fold,
      onSelect(node) {
        const way = tree.way(node);
        params.at = way.length <= MOST_ADDRESS ? way : "";
        explorer.keep(params);
        panel(side, tree, node, pick);
      },
      onView() {
        clearTimeout(settle);
        settle = setTimeout(() => {
          params.view =
            view.zoom === view.least && !view.x && !view.y
              ? ""
              : [view.zoom.toPrecision(4), Math.round(view.x), Math.round(view.y)].join(",");
          if (canvas.isConnected) explorer.keep(params);
        }, 250);
      },
    });
    explorer.view = view;
    const pick = (node) => {
      const path = [];
      for (let one = node; one >= 0; one = tree.parent[one]) path.unshift(one);
      view.reveal(path);
      view.select(node);
      view.show(node);
    };
    const lightPath = (text) => {
      view.path = new Set();
      told.textContent = "";
      if (text) {
        try {
          const { game, pegs, colours } = tree.walk;
          const path = tree.pathOf(explorer.parseWord(text, game, pegs, colours));
          view.path = new Set(path);
          view.reveal(path);
          view.select(path.at(-1));
          view.show(path.at(-1));
          told.textContent = `found with ${count(path.length, "question")}`;
        } catch (error) {
          told.textContent = error.message;
        }
      }
      view.draw();
    };
    const foldAt = (depth) => {
      params.fold = depth;
      delete params.view;
      explorer.keep(params);
      view.foldAt(Number(depth));
      view.begin();
      bar.querySelector("[name=fold]").value = depth;
    };
    // From the first question on, one more after another; who wants no motion asks for each.
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const grow = () => {
      clearTimeout(growth);
      const next = view.fold >= depths ? 0 : view.fold + 1;
      foldAt(next);
      if (next < depths && !still.matches) growth = setTimeout(grow, 900);
    };
    const bar = h(
      "div",
      { class: "controls" },
      doc.kind === "strategy" &&
        field(
          "n =",
          h("input", {
            type: "number",
            name: "n",
            min: doc.least,
            value: tree.walk.colours,
            onchange: (event) => explorer.go({ n: event.target.value, fold: params.fold }),
          }),
        ),
      explorer.RULES[tree.walk.game] &&
        h(
          "form",
          {
            class: "inline",
            onsubmit: (event) => {
              event.preventDefault();
              params.secret = secret.value.trim();
              explorer.keep(params);
              lightPath(params.secret);
            },
          },
          field(
            "Secret",
            h("input", {
              type: "search",
              name: "secret",
              size: 9,
              value: params.secret || "",
              autocomplete: "off",
              placeholder: explorer.wordText(
                Array.from({ length: tree.walk.pegs }, (_, i) => Math.max(0, tree.walk.colours - 1 - i)),
                tree.walk.colours,
              ),
            }),
          ),
          h("button", {}, "Show its path"),
        ),
      field(
        "Fold below question",
        choice(depthsToFold(depths), fold >= depths ? depths : fold, foldAt, { name: "fold" }),
      ),
      depths > 1 && h("button", { type: "button", onclick: grow }, "Let it grow"),
      h(
        "span",
        { class: "zoom" },
        [
          ["−", "Zoom out", () => view.zoomBy(1 / 1.6)],
          ["+", "Zoom in", () => view.zoomBy(1.6)],
          ["Fit", null, () => view.fit()],
        ].map(([text, label, act]) =>
          h(
            "button",
            { type: "button", "aria-label": label, title: label ? null : "The whole tree", onclick: act },
            text,
          ),
        ),
      ),
      told,
    );
    const secret = bar.querySelector("[name=secret]");
    const tooLarge = !tree.complete || tree.size > MOST_SAVED;
    const name = `${doc.theorem || doc.name}${doc.kind === "strategy" ? `-${tree.walk.colours}` : ""}`;
    explorer.put(
      place,
      crumbs(["Strategies", "#/strategy/mastermind-2-expected-exact"], [heading]),
      h("h1", {}, heading),
      h(
        "div",
        { class: "controls" },
        chooser(doc.kind === "strategy" ? `strategy/${doc.theorem}` : `tree/${doc.name}`),
        doc.theorem && h("a", { class: "button", href: `#/theorem/${doc.theorem}` }, "The theorem"),
      ),
      h(
        "div",
        { class: "stage" },
        h(
          "div",
          { class: "card drawing" },
          bar,
          canvas,
          h(
            "p",
            { class: "quiet legend" },
            "Each box is a ",
            term("question"),
            " of the ",
            term("strategy"),
            ". To its left stands the ",
            term("answer"),
            " that leads to it, in it the number of secrets that are left; a green question may be the secret. Click a question to choose it, and click it again to fold what follows. Drag to move the tree; pinch or scroll to zoom.",
          ),
        ),
        side,
      ),
      card("How many questions it takes", summaryOf(tree, doc)),
      tooLarge
        ? h(
            "p",
            { class: "quiet" },
            `A tree of more than ${group(MOST_SAVED)} questions cannot be saved from this page.`,
          )
        : downloads(
            name,
            () => saved(tree, doc),
            () => rows(tree),
            () => latex(tree, heading),
          ),
    );
    panel(side, tree, 0, pick);
    const watcher = new ResizeObserver(() => view.resize());
    const scheme = matchMedia("(prefers-color-scheme: dark)"),
      restyle = () => {
        view.style();
        view.draw();
      };
    scheme.addEventListener("change", restyle);
    explorer.leave = () => {
      watcher.disconnect();
      scheme.removeEventListener("change", restyle);
      clearTimeout(settle);
      clearTimeout(growth);
    };
    place.addEventListener("shown", () => {
      view.resize();
      if (params.grow) {
        delete params.grow;
        view.fold = depths;
        grow();
      } else if (params.secret) lightPath(params.secret);
      else if (params.at) pick(tree.follow(params.at).at(-1));
      const [zoom, x, y] = (params.view || "").split(",").map(Number);
      if (zoom > 0) {
        Object.assign(view, { zoom, x, y });
        view.changed();
      } else if (!params.secret && !params.at) view.begin();
      watcher.observe(canvas);
    });
  }

  explorer.pages.strategy = async (place, [id], params, onProgress) => {
    const doc = await explorer.load(`strategy/${id || "mastermind-2-expected-exact"}`, onProgress);
    const tree = new explorer.Tree(new explorer.TheoremWalk(doc, Number(params.n || Math.max(6, doc.least))));
    const heading = `${doc.title}: ${count(tree.walk.colours, "colour")}`;
    await page(place, doc, tree, params, heading);
    return heading;
  };
  explorer.pages.tree = async (place, [name], params) => {
    const doc = openedTrees.get(name) || (await explorer.load(`tree/${name}`));
    await page(place, doc, new explorer.Tree(new explorer.StoredWalk(doc)), params, `${name}: ${doc.title}`);
    return name;
  };
})();
