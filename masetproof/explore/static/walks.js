// Strategies that are walked: a theorem's for any number of colours, or a tree that is stored.
// Both become one kind of tree, made as far as it is looked at: nodes in arrays, parents first.
"use strict";
(() => {
  const { EXTRA, RULES } = explorer;
  const MOST_NODES = 300000;

  // The strategy of a theorem for n colours, from a document `strategy/...`.  A position knows what
  // the columns and explicit colours of its place stand for, from which colour on the implicit ones
  // are, and which are excluded.
  class TheoremWalk {
    constructor(doc, n) {
      if (!(Number.isInteger(n) && n >= doc.least))
        throw new Error(`The number of colours is a whole number from ${doc.least} on.`);
      if (n > 1e6) throw new Error("Strategies are shown for at most a million colours.");
      Object.assign(this, { doc, n, game: doc.game, pegs: doc.pegs, repeats: RULES[doc.game].repeats });
      doc.clauses ||= doc.places.map((place) => explorer.parsePattern(place.text));
      doc.parsed ||= new Map();
    }
    start() {
      return {
        place: 0,
        m: this.n,
        columns: [...Array(this.pegs).keys()],
        colours: [],
        fresh: 0,
        excluded: [],
      };
    }
    ask(at) {
      const asks = this.doc.places[at.place].asks;
      if (asks[0][2] === null) return asks[0];
      const { start, period } = this.doc;
      return asks.find(([, , small, classes]) =>
        at.m < start ? small.includes(at.m) : classes.includes(at.m % period),
      );
    }
    cells(text) {
      if (!this.doc.parsed.has(text)) this.doc.parsed.set(text, explorer.parseCells(text));
      return this.doc.parsed.get(text);
    }
    question(at) {
      const word = Array(this.pegs).fill(0),
        known = at.colours.length;
      let spare = 0;
      this.cells(this.ask(at)[0]).forEach((cell, place) => {
        word[at.columns[place]] =
          cell === EXTRA
            ? at.excluded[this.repeats ? 0 : spare++]
            : cell < known
              ? at.colours[cell]
              : at.fresh + cell - known;
      });
      return word;
    }
    mayWin(at) {
      return this.ask(at)[4];
    }
    // [answer, position] for every answer that some secret gives and that does not win.
    after(at) {
      const [, used, , , , steps] = this.ask(at);
      const known = [...at.colours];
      for (let i = 0; i < used; i++) known.push(at.fresh + i);
      const below = [];
      for (const [answer, place, columns, colours] of steps) {
        const next = {
          place,
          m: at.m - used,
          columns: columns.map((column) => at.columns[column]),
          colours: colours.map((colour) => known[colour]),
          fresh: at.fresh + used,
          excluded: at.excluded,
        };
        const explicit = "maset" in this.doc.places[place];
        if (explicit) next.m = 0;
        if (this.secrets(next) === 0n) continue;
        if (next.excluded.length < this.doc.cap) {
          const lost = known.filter((_, colour) => !colours.includes(colour));
          if (explicit) for (let c = next.fresh; c < this.n && lost.length < this.doc.cap; c++) lost.push(c);
          next.excluded = [...next.excluded, ...lost].slice(0, this.doc.cap);
        }
        below.push([answer, next]);
      }
      return below;
    }
    secrets(at) {
      return explorer.secretsOf(this.game, this.doc.clauses[at.place], at.m);
    }
    get colours() {
      return this.n;
    }
    get answers() {
      return this.doc.answers;
    }
  }

  // A stored tree, from a document `tree/...`: a position is the number of its node.
  class StoredWalk {
    constructor(doc) {
      Object.assign(this, {
        doc,
        game: doc.game,
        pegs: doc.pegs,
        colours: doc.colours,
        answers: doc.answers,
      });
      const size = doc.depth.length,
        path = [];
      this.below = Array.from({ length: size }, () => []);
      for (let node = 0; node < size; node++) {
        path.length = doc.depth[node];
        if (path.length) this.below[path.at(-1)].push([doc.answer[node], node]);
        path.push(node);
      }
      this.count = doc.found.slice();
      for (let node = size - 1; node >= 0; node--)
        for (const [, child] of this.below[node]) this.count[node] += this.count[child];
    }
    start() {
      return 0;
    }
    question(at) {
      return this.doc.question[at];
    }
    mayWin(at) {
      return this.doc.found[at] === 1;
    }
    after(at) {
      return this.below[at];
    }
    secrets(at) {
      return BigInt(this.count[at]);
    }
  }

  // The nodes of a walk that are known, in arrays; `first` is -1 where those below are not.
  class Tree {
    constructor(walk, most = MOST_NODES) {
      Object.assign(this, {
        walk,
        parent: [],
        answer: [],
        depth: [],
        first: [],
        children: [],
        secrets: [],
        found: [],
        question: [],
        at: new Map(),
      });
      this.answers = walk.answers;
      this.add(-1, -1, walk.start());
      for (let node = 0; node < this.size && this.size < most; node++) this.expand(node);
    }
    get size() {
      return this.parent.length;
    }
    get complete() {
      return this.at.size === 0;
    }
    add(parent, answer, position) {
      const node = this.size;
      this.parent.push(parent);
      this.answer.push(answer);
      this.depth.push(parent < 0 ? 0 : this.depth[parent] + 1);
      this.first.push(-1);
      this.children.push(0);
      this.secrets.push(Number(this.walk.secrets(position)));
      this.found.push(this.walk.mayWin(position));
      this.question.push(this.walk.question(position));
      this.at.set(node, position);
    }
    expand(node) {
      if (!this.at.has(node)) return false;
      const position = this.at.get(node);
      this.at.delete(node);
      this.first[node] = this.size;
      for (const [answer, below] of this.walk.after(position)) {
        this.add(node, answer, below);
        this.children[node]++;
      }
      return true;
    }
    exactSecrets(node) {
      return this.at.has(node) ? this.walk.secrets(this.at.get(node)) : this.secrets[node];
    }
    text(node) {
      const question = this.question[node];
      return typeof question === "string" ? question : explorer.wordText(question, this.walk.colours);
    }
    child(node, answer) {
      this.expand(node);
      for (let i = 0; i < this.children[node]; i++)
        if (this.answer[this.first[node] + i] === answer) return this.first[node] + i;
      return -1;
    }
    // The nodes on the way given by answers like "0.2.5", as far as the tree has them.
    follow(answers) {
      const path = [0];
      for (const text of answers ? answers.split(".") : []) {
        const next = this.child(path.at(-1), Number(text));
        if (next < 0) break;
        path.push(next);
      }
      return path;
    }
    // The nodes whose questions find a secret.
    pathOf(secret) {
      const path = [0],
        { game, pegs, colours, answers } = this.walk;
      for (;;) {
        const question = this.question[path.at(-1)];
        const word =
          typeof question === "string" ? explorer.parseWord(question, game, pegs, colours) : question;
        const number = explorer.answerNumber(RULES[game].white, secret, word);
        if (number === answers.length - 1) return path;
        const next = this.child(path.at(-1), number);
        if (next < 0) throw new Error("The strategy has no answer for this secret.");
        path.push(next);
      }
    }
    way(node) {
      const answers = [];
      for (; node > 0; node = this.parent[node]) answers.push(this.answer[node]);
      return answers.reverse().join(".");
    }
    // Of a complete tree: the questions over all secrets, the most for one, and how many take 1, 2, ...
    summary() {
      const histogram = [];
      let total = 0;
      for (let node = 0; node < this.size; node++) {
        if (!this.found[node]) continue;
        const asked = this.depth[node] + 1;
        histogram[asked - 1] = (histogram[asked - 1] || 0) + 1;
        total += asked;
      }
      return { total, worst: histogram.length, histogram: Array.from(histogram, (many) => many || 0) };
    }
    // Every node before those below it, in the order of the answers: [node, depth].
    *preorder() {
      const waiting = [0];
      while (waiting.length) {
        const node = waiting.pop();
        yield node;
        for (let i = this.children[node] - 1; i >= 0; i--) waiting.push(this.first[node] + i);
      }
    }
  }

  // A file of `--tree` that a person opened here: checked by playing it against every secret.
  function opened(text, name) {
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
      !RULES[game] ||
      !Number.isInteger(pegs) ||
      !Number.isInteger(colours) ||
      file.after ||
      file.secrets !== "all"
    )
      throw new Error(
        `${name} is a tree of another kind of game, or begins in the middle of one; 'masetproof explore --tree' shows it.`,
      );
    if (explorer.wordCount(game, pegs, colours) > 65536)
      throw new Error(`${name} has too many secrets to be checked here.`);
    const pins = explorer.answersOf(game, pegs),
      answers = pins.map((one) => one.join(","));
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
    const walk = new StoredWalk(doc),
      white = RULES[game].white;
    const questions = doc.question.map((question) => explorer.parseWord(question, game, pegs, colours));
    for (const secret of explorer.words(game, pegs, colours)) {
      let node = 0;
      for (;;) {
        const number = explorer.answerNumber(white, secret, questions[node]);
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
    doc.title = `${RULES[game].title}, ${explorer.count(pegs, "peg")}, ${explorer.count(colours, "colour")}`;
    return doc;
  }

  Object.assign(explorer, { TheoremWalk, StoredWalk, Tree, openedTree: opened, MOST_NODES });
})();
