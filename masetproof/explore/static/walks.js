// Strategies that are walked: a theorem's for any number of colours, or a tree that is stored.
// Both have the same methods, of which `trees.js` makes one kind of tree.
"use strict";
(() => {
  const { rulesOf, answersOf, EXTRA } = explorer;

  // The strategy of a theorem for n colours, from a document `strategy/...`.  A position knows what
  // the columns and explicit colours of its place stand for, from which colour on the implicit ones
  // are, and which are excluded.
  class TheoremWalk {
    constructor(doc, n) {
      if (!(Number.isInteger(n) && n >= doc.least))
        throw new Error(`The number of colours is a whole number from ${doc.least} on.`);
      if (n > 1e6) throw new Error("Strategies are shown for at most a million colours.");
      Object.assign(this, { doc, n, game: doc.game, pegs: doc.pegs, repeats: rulesOf(doc.game).repeats });
      this.rules = answersOf(doc.game, doc.pegs);
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
      const known = [...at.colours],
        asked = this.cells(this.ask(at)[0]);
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
        // The place has the columns in its own order, and marks stand in that order, too.
        below.push([this.rules.moved(answer, asked, at.columns), next]);
      }
      return below.sort(([one], [other]) => one - other);
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

  Object.assign(explorer, { TheoremWalk, StoredWalk });
})();
