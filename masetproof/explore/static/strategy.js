// Strategies: the tree of a theorem for any n, or a stored one, on a canvas and in words.
"use strict";
(() => {
  const {
    count,
    group,
    savedTree,
    treeTable,
    treeLatex,
    depthsToFold,
    h,
    choice,
    field,
    crumbs,
    term,
    card,
    downloads,
    nodePanel,
    summaryOf,
  } = explorer;

  const openedTrees = new Map();
  const MOST_SAVED = 131072;
  const MOST_ADDRESS = 1000;

  function chooser(current) {
    const index = explorer.index();
    const options = [
      ...index.theorems
        .filter((one) => one.real && !one.boards)
        .map((one) => [
          `strategy/${one.theorem}`,
          `${one.title}${one.extra === "exact" ? "" : `, ${explorer.READINGS[one.extra]}`}`,
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
      explorer.index().compared.length > 0 &&
        h("a", { class: "button", href: "#/compare" }, "Two trees side by side"),
      input,
      told,
    ];
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
        "The strategy tree. Arrow keys move, Enter folds, plus and minus zoom. " +
        "The panel beside it says the same in words.",
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
        nodePanel(side, tree, node, pick);
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
      explorer.rulesOf(tree.walk.game) &&
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
            " that leads to it, in it the number of secrets that are left; a green question may be the secret. " +
              "Click a question to choose it, and click it again to fold what follows. " +
              "Drag to move the tree; pinch or scroll to zoom.",
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
            () => savedTree(tree, doc),
            () => treeTable(tree),
            () => treeLatex(tree, heading),
          ),
    );
    nodePanel(side, tree, 0, pick);
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
