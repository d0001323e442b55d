// The tree of a walk, made as far as it is looked at: nodes in arrays, parents first.
"use strict";
(() => {
  const MOST_NODES = 300000;

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
        { game, pegs, colours } = this.walk,
        rules = explorer.answersOf(game, pegs);
      for (;;) {
        const question = this.question[path.at(-1)];
        const word =
          typeof question === "string" ? explorer.parseWord(question, game, pegs, colours) : question;
        const number = rules.number(secret, word);
        if (number === rules.texts.length - 1) return path;
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

  Object.assign(explorer, { Tree });
})();
