// A tree on a canvas: rows by zoom, columns by depth, drawn as far as pixels tell nodes apart.
//
// A node whose rows take less than a few pixels is drawn as a band, with all that is below it.
"use strict";
(() => {
  const { briefNumber, TreeWindow, GAP, BOX, MARGIN, controlTree } = explorer;
  const LEAST_BOX = 13;

  class TreeView extends TreeWindow {
    constructor(canvas, tree, { fold, onSelect, onView }) {
      super(tree);
      Object.assign(this, { canvas, onSelect, onView, selected: 0, path: new Set(), drawn: 0 });
      this.context = canvas.getContext("2d");
      this.pegs = tree.walk.pegs;
      this.symbols = tree.walk.colours <= 36 && explorer.rulesOf(tree.walk.game);
      this.style();
      this.foldAt(fold);
      controlTree(this);
    }
    style() {
      const style = getComputedStyle(document.documentElement);
      const get = (name) => style.getPropertyValue(name).trim();
      this.colours = {
        ink: get("--ink"),
        quiet: get("--quiet"),
        edge: get("--edge"),
        paper: get("--paper"),
        card: get("--card"),
        soft: get("--soft"),
        accent: get("--accent"),
        accentSoft: get("--accent-soft"),
        good: get("--good"),
        goodSoft: get("--good-soft"),
      };
      const context = this.context;
      context.font = "600 12px ui-monospace, 'DejaVu Sans Mono', monospace";
      const sample = this.tree.size > 1 ? this.tree.text(this.tree.size - 1) : this.tree.text(0);
      this.wordWidth = this.symbols
        ? this.pegs * 17
        : Math.max(
            ...[0, this.tree.size - 1].map((node) => context.measureText(this.tree.text(node)).width),
            context.measureText(sample).width,
          );
      this.boxWidth = this.wordWidth + 62;
      this.column = this.boxWidth + GAP;
    }
    resize() {
      const box = this.canvas.getBoundingClientRect(),
        ratio = window.devicePixelRatio || 1;
      this.width = box.width;
      this.height = box.height;
      this.canvas.width = Math.round(box.width * ratio);
      this.canvas.height = Math.round(box.height * ratio);
      this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.draw();
    }
    draw() {
      if (this.waiting || !this.width) return;
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        this.paint();
      });
    }
    paint() {
      const { context, tree, colours } = this;
      context.clearRect(0, 0, this.width, this.height);
      this.hits = [];
      this.drawn = 0;
      const waiting = [0],
        labels = [];
      while (waiting.length) {
        const node = waiting.pop(),
          [top, bottom] = this.span(node);
        if (bottom < 0 || top > this.height) continue;
        this.drawn++;
        if (bottom - top < LEAST_BOX) {
          this.band(node, top, bottom);
          continue;
        }
        const x = this.left(node),
          y = this.middle(node);
        if (this.isOpen(node)) {
          for (let i = 0; i < tree.children[node]; i++) {
            const child = tree.first[node] + i,
              [start, end] = this.span(child);
            if (end < -40 || start > this.height + 40) continue;
            this.edge(x + this.boxWidth, y, child, end - start);
            waiting.push(child);
            if (end - start >= LEAST_BOX) labels.push(child);
          }
          labels.splice(0).forEach((child) => this.label(child));
        }
        if (x < this.width && x + this.boxWidth > 0) this.box(node, x, y, Math.min(BOX, bottom - top - 2));
      }
      context.fillStyle = colours.quiet;
    }
    // A node that is too thin for a box, with all that is below it.
    band(node, top, bottom) {
      const { context, colours } = this,
        x = this.left(node),
        high = Math.max(bottom - top, 0.5);
      context.globalAlpha = this.path.has(node) ? 1 : 0.55;
      context.fillStyle = this.path.has(node)
        ? colours.accent
        : this.tree.found[node]
          ? colours.good
          : colours.quiet;
      context.fillRect(x, top + high * 0.12, Math.min(26, this.boxWidth), high * 0.76);
      if (this.isOpen(node)) {
        const end = MARGIN + this.deep[node] * this.column - this.x + 26;
        context.globalAlpha = 0.16;
        context.fillRect(x + 26, top + high * 0.12, end - x - 26, high * 0.76);
      }
      context.globalAlpha = 1;
      if (node === this.selected) {
        context.fillStyle = colours.accent;
        context.fillRect(x - 6, (top + bottom) / 2 - Math.max(high, 4) / 2, 32, Math.max(high, 4));
      }
      if (high > 4) this.hits.push([node, x, top, x + this.boxWidth, bottom]);
    }
    edge(x, y, child, high) {
      const { context, colours } = this,
        end = this.left(child),
        to = high < LEAST_BOX ? this.span(child)[0] + high / 2 : this.middle(child);
      const lit = this.path.has(child);
      context.strokeStyle = lit ? colours.accent : colours.edge;
      context.lineWidth = lit ? 2.5 : high < 2 ? 0.5 : 1.2;
      context.beginPath();
      context.moveTo(x, y);
      context.bezierCurveTo(x + GAP * 0.55, y, end - GAP * 0.55, to, end, to);
      context.stroke();
    }
    // The answer before a question, above all edges that come from the same one.
    label(child) {
      const { context, colours } = this,
        right = this.left(child) - 4,
        bottom = this.middle(child) - 3;
      const text = this.tree.answers[this.tree.answer[child]];
      context.font = "10px ui-monospace, 'DejaVu Sans Mono', monospace";
      context.textAlign = "right";
      context.fillStyle = colours.paper;
      context.fillRect(right - 6.1 * text.length - 1, bottom - 8.5, 6.1 * text.length + 2, 10);
      context.fillStyle = this.path.has(child) ? colours.accent : colours.quiet;
      context.fillText(text, right, bottom);
    }
    box(node, x, y, high) {
      const { context, colours, tree } = this,
        found = tree.found[node],
        lit = this.path.has(node);
      context.beginPath();
      context.roundRect(x, y - high / 2, this.boxWidth, high, 6);
      context.fillStyle =
        node === this.selected ? colours.accentSoft : found ? colours.goodSoft : colours.card;
      context.fill();
      context.lineWidth = node === this.selected ? 4 : lit ? 2.5 : 1;
      context.strokeStyle =
        node === this.selected || lit ? colours.accent : found ? colours.good : colours.edge;
      context.stroke();
      this.word(node, x + 6, y, high);
      const folded = !this.isOpen(node) && (tree.children[node] > 0 || tree.at.has(node));
      context.font = "11px system-ui, 'DejaVu Sans', sans-serif";
      context.textAlign = "right";
      context.fillStyle = folded ? colours.accent : colours.quiet;
      if (tree.secrets[node] > 1)
        context.fillText(
          briefNumber(tree.secrets[node]) + (folded ? " ▸" : ""),
          x + this.boxWidth - 6,
          y + 4,
        );
      this.hits.push([node, x, y - BOX / 2, x + this.boxWidth, y + BOX / 2]);
    }
    word(node, x, y, high) {
      const { context, tree } = this,
        text = tree.text(node);
      context.textAlign = "center";
      if (!this.symbols) {
        context.textAlign = "left";
        context.font = "600 12px ui-monospace, 'DejaVu Sans Mono', monospace";
        context.fillStyle = this.colours.ink;
        context.fillText(text, x, y + 4);
        return;
      }
      const radius = Math.min(7.5, high / 2 - 2);
      context.font = `600 ${Math.max(8, radius * 1.35)}px ui-monospace, 'DejaVu Sans Mono', monospace`;
      for (let i = 0; i < text.length; i++) {
        const { ground, ink } = explorer.look(explorer.SYMBOLS.indexOf(text[i]));
        context.beginPath();
        context.arc(x + 8 + i * 17, y, radius, 0, 2 * Math.PI);
        context.fillStyle = ground;
        context.fill();
        context.fillStyle = ink;
        context.fillText(text[i], x + 8 + i * 17, y + radius * 0.47);
      }
    }
    select(node, { quiet = false } = {}) {
      this.selected = node;
      this.draw();
      if (!quiet) this.onSelect(node);
    }
    at(x, y) {
      const hit = (this.hits || []).findLast(
        ([, left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom,
      );
      return hit ? hit[0] : -1;
    }
  }

  explorer.TreeView = TreeView;
})();
