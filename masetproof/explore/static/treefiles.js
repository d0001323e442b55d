// Trees as files: one that a person opened here, and a tree as JSON, as a table and as LaTeX.
"use strict";
(() => {
  const { rulesOf, StoredWalk } = explorer;

  // A file of `--tree` that a person opened here: checked by playing it against every secret.
  function openedTree(text, name) {
    let file;
    try {
      file = JSON.parse(text);
    } catch {
      throw new Error(`${name} is not a JSON file.`);
    }
    if (file.format !== "masetproof-strategy" || file.version !== 1 || !Array.isArray(file.nodes))
      throw new Error(`${name} is not a strategy tree of masetproof.`);
    const { game, pegs, colours } = file;
    if (
      typeof game !== "string" ||
      rulesOf(game)?.game !== game ||
      !Number.isInteger(pegs) ||
      !Number.isInteger(colours) ||
      file.after ||
      file.secrets !== "all"
    )
      throw new Error(
        `${name} is a tree of another kind of game, or begins in the middle of one; ` +
          "'masetproof explore --tree' shows it.",
      );
    const rules = explorer.answersOf(game, pegs);
    if (!rules) throw new Error(`${name} has more pegs than are played here.`);
    if (explorer.wordCount(game, pegs, colours) > 65536)
      throw new Error(`${name} has too many secrets to be checked here.`);
    const answers = rules.texts;
    const doc = {
      kind: "tree",
      name,
      game,
      pegs,
      colours,
      answers,
      depth: [],
      answer: [],
      question: [],
      found: [],
    };
    for (const entry of file.nodes) {
      const [depth, told, question] = Array.isArray(entry) ? entry : [];
      const answer = told === null ? -1 : answers.indexOf(String(told).replace(/[() ]/g, ""));
      const last = doc.depth.length ? doc.depth.at(-1) : -1;
      if (
        !Number.isInteger(depth) ||
        depth > last + 1 ||
        (depth === 0) !== last < 0 ||
        answer < 0 !== (depth === 0) ||
        typeof question !== "string"
      )
        throw new Error(`${name}: node ${doc.depth.length + 1} is not valid.`);
      explorer.parseWord(question, game, pegs, colours);
      doc.depth.push(depth);
      doc.answer.push(answer);
      doc.question.push(question);
      doc.found.push(0);
    }
    if (!doc.depth.length) throw new Error(`${name} has no nodes.`);
    const walk = new StoredWalk(doc);
    const questions = doc.question.map((question) => explorer.parseWord(question, game, pegs, colours));
    for (const secret of explorer.secrets(game, pegs, colours)) {
      let node = 0;
      for (;;) {
        const number = rules.number(secret, questions[node]);
        if (number === answers.length - 1) {
          doc.found[node] = 1;
          break;
        }
        const next = walk.below[node].find(([answer]) => answer === number);
        if (!next) throw new Error(`${name} does not find ${explorer.wordText(secret, colours)}.`);
        node = next[1];
      }
    }
    doc.file = text;
    doc.title = `${rulesOf(game).title}, ${explorer.count(pegs, "peg")}, ${explorer.count(colours, "colour")}`;
    return doc;
  }

  function savedTree(tree, doc) {
    if (doc.file) return doc.file;
    const { walk } = tree,
      nodes = [];
    for (const node of tree.preorder()) {
      const told = node === 0 ? null : tree.answers[tree.answer[node]];
      nodes.push(
        JSON.stringify([
          tree.depth[node],
          told?.includes(",") ? `(${told})` : told,
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

  function treeTable(tree) {
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

  function treeLatex(tree, title) {
    const lines = [`% ${title}`, "\\begin{tabular}{lr}", "question & secrets \\\\ \\hline"];
    for (const node of tree.preorder()) {
      const told = node ? `$${tree.answers[tree.answer[node]]}$ ` : "";
      lines.push(
        `\\hspace*{${(1.2 * tree.depth[node]).toFixed(1)}em}${told}\\texttt{${tree.text(node)}} & ` +
          `${tree.secrets[node]}${tree.found[node] ? "$\\star$" : ""} \\\\`,
      );
    }
    return `${lines.join("\n")}\n\\end{tabular}\n`;
  }

  Object.assign(explorer, { openedTree, savedTree, treeTable, treeLatex });
})();
