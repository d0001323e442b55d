// A tree on a canvas: rows by zoom, columns by depth, drawn as far as pixels tell nodes apart.
//
// Every node that is shown and has nothing shown below it takes a row; the others stand over their
// rows.  A node whose rows take less than a few pixels is drawn as a band, with all that is below it.
"use strict";
(() => {
  const ROW = 26,
    BOX = 20,
    LEAST_BOX = 13,
    GAP = 46,
    MARGIN = 12,
    READABLE = 0.65;

  class TreeView {
    constructor(canvas, tree, { fold, onSelect, onView }) {
      Object.assign(this, {
        canvas,
        tree,
        onSelect,
        onView,
        selected: 0,
        path: new Set(),
        toggled: new Set(),
        x: 0,
        y: 0,
        zoom: 1,
        drawn: 0,
      });
      this.context = canvas.getContext("2d");
      this.pegs = tree.walk.pegs;
      this.symbols = tree.walk.colours <= 36 && explorer.RULES[tree.walk.game];
      this.style();
      this.foldAt(fold);
      this.listen();
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
    // ---------------------------------------------------------------------------- what is shown
    foldAt(depth) {
      this.fold = depth;
      this.toggled.clear();
      this.layout();
    }
    isOpen(node) {
      if (this.tree.children[node] === 0) return false;
      return this.tree.depth[node] < this.fold !== this.toggled.has(node);
    }
    toggle(node) {
      this.tree.expand(node);
      if (this.tree.children[node] === 0) return;
      if (!this.toggled.delete(node)) this.toggled.add(node);
      this.layout();
    }
    reveal(path) {
      for (const node of path.slice(0, -1)) {
        this.tree.expand(node);
        if (!this.isOpen(node)) {
          if (!this.toggled.delete(node)) this.toggled.add(node);
        }
      }
      this.layout();
    }
    layout() {
      const { tree } = this,
        size = tree.size;
      this.top = new Float64Array(size).fill(-1);
      this.rows = new Float64Array(size);
      this.deep = new Int16Array(size);
      const order = [],
        waiting = [0];
      let row = 0;
      while (waiting.length) {
        const node = waiting.pop();
        order.push(node);
        this.top[node] = row;
        if (this.isOpen(node))
          for (let i = tree.children[node] - 1; i >= 0; i--) waiting.push(tree.first[node] + i);
        else {
          this.rows[node] = 1;
          row++;
        }
      }
      this.deepest = 0;
      for (let i = order.length - 1; i >= 0; i--) {
        const node = order[i],
          parent = tree.parent[node];
        this.deep[node] = Math.max(this.deep[node], tree.depth[node]);
        this.deepest = Math.max(this.deepest, this.deep[node]);
        if (parent >= 0) {
          this.rows[parent] += this.rows[node];
          this.deep[parent] = Math.max(this.deep[parent], this.deep[node]);
        }
      }
      this.total = row;
      this.shown = order.length;
      this.draw();
    }
    // ---------------------------------------------------------------------------- the view
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
    get rowHeight() {
      return ROW * this.zoom;
    }
    get least() {
      return Math.min(1, (this.height - 2 * MARGIN) / (ROW * this.total));
    }
    // At first a tree of a few pages is shown so that it can be read.
    begin() {
      this.zoom =
        this.total * ROW * READABLE <= 3 * this.height ? Math.max(this.least, READABLE) : this.least;
      this.changed();
    }
    fit() {
      this.zoom = this.least;
      this.x = this.y = 0;
      this.changed();
    }
    zoomBy(factor, at = this.height / 2) {
      const before = this.zoom;
      this.zoom = Math.min(1.6, Math.max(this.least, this.zoom * factor));
      const row = (at - MARGIN + this.y) / (ROW * before);
      this.y = row * this.rowHeight - at + MARGIN;
      this.changed();
    }
    panBy(dx, dy) {
      this.x -= dx;
      this.y -= dy;
      this.changed();
    }
    changed() {
      const wide = (this.deepest + 1) * this.column - GAP + 2 * MARGIN,
        high = this.total * this.rowHeight + 2 * MARGIN;
      this.x = Math.max(0, Math.min(this.x, wide - this.width));
      this.y = Math.max(0, Math.min(this.y, high - this.height));
      this.draw();
      if (this.onView) this.onView();
    }
    show(node) {
      // Near enough for a box; more of the rows below it need not be in view.
      const readable = READABLE / this.rows[node];
      if (this.zoom < readable) {
        this.zoom = readable;
        this.y = Infinity;
      }
      const middle = (this.top[node] + this.rows[node] / 2) * this.rowHeight + MARGIN;
      if (!(middle >= this.y + 30 && middle <= this.y + this.height - 30)) this.y = middle - this.height / 2;
      const left = this.left(node) + this.x;
      if (left < this.x || left + this.boxWidth > this.x + this.width)
        this.x = left - Math.max(MARGIN, (this.width - this.boxWidth) / 2);
      this.changed();
    }
    left(node) {
      return MARGIN + this.tree.depth[node] * this.column - this.x;
    }
    span(node) {
      const top = MARGIN + this.top[node] * this.rowHeight - this.y;
      return [top, top + this.rows[node] * this.rowHeight];
    }
    // Where the box of a node stands: in the middle of its rows, or of those that are in view.
    middle(node) {
      const [top, bottom] = this.span(node),
        half = BOX / 2 + 2;
      if (bottom - top <= 2 * half) return (top + bottom) / 2;
      const low = Math.max(top, 0),
        high = Math.min(bottom, this.height);
      return Math.min(Math.max((low + high) / 2, top + half), bottom - half);
    }
    // ---------------------------------------------------------------------------- drawing
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
        context.fillText(short(tree.secrets[node]) + (folded ? " ▸" : ""), x + this.boxWidth - 6, y + 4);
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
    // ---------------------------------------------------------------------------- people
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
    listen() {
      const { canvas } = this,
        fingers = new Map();
      let moved = 0,
        gap = 0;
      const place = (event) => {
        const box = canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
      };
      canvas.addEventListener("pointerdown", (event) => {
        fingers.set(event.pointerId, place(event));
        moved = 0;
        gap = 0;
        canvas.setPointerCapture(event.pointerId);
      });
      canvas.addEventListener("pointermove", (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const now = place(event);
        fingers.set(event.pointerId, now);
        moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
        if (fingers.size === 2) {
          const [one, other] = [...fingers.values()],
            apart = Math.abs(one[1] - other[1]) + Math.abs(one[0] - other[0]);
          if (gap > 0 && apart > 0) this.zoomBy(apart / gap, (one[1] + other[1]) / 2);
          gap = apart;
        } else if (moved > 4) this.panBy(now[0] - before[0], now[1] - before[1]);
      });
      const up = (event) => {
        if (fingers.delete(event.pointerId) && moved <= 4 && event.type === "pointerup") {
          const node = this.at(...place(event));
          if (node >= 0) {
            if (node === this.selected) this.toggle(node);
            this.select(node);
          }
        }
      };
      canvas.addEventListener("pointerup", up);
      canvas.addEventListener("pointercancel", up);
      canvas.addEventListener(
        "wheel",
        (event) => {
          event.preventDefault();
          if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
            this.panBy(-(event.deltaX || event.deltaY), 0);
          else this.zoomBy(Math.exp(-event.deltaY * 0.0016), place(event)[1]);
        },
        { passive: false },
      );
      canvas.addEventListener("keydown", (event) => {
        const { tree } = this,
          node = this.selected,
          parent = tree.parent[node];
        const sibling = (step) => {
          const next = node + step;
          return parent >= 0 &&
            next >= tree.first[parent] &&
            next < tree.first[parent] + tree.children[parent]
            ? next
            : node;
        };
        const go = (next) => {
          this.reveal([parent, next].filter((one) => one >= 0));
          this.select(next);
          this.show(next);
        };
        const actions = {
          ArrowLeft: () => parent >= 0 && go(parent),
          ArrowRight: () => {
            this.tree.expand(node);
            if (tree.children[node]) {
              if (!this.isOpen(node)) this.toggle(node);
              this.select(tree.first[node]);
              this.show(tree.first[node]);
            }
          },
          ArrowUp: () => go(sibling(-1)),
          ArrowDown: () => go(sibling(1)),
          Home: () => {
            this.select(0);
            this.show(0);
          },
          Enter: () => {
            this.toggle(node);
            this.select(node);
          },
          " ": () => {
            this.toggle(node);
            this.select(node);
          },
          "+": () => this.zoomBy(1.5),
          "-": () => this.zoomBy(1 / 1.5),
          0: () => this.fit(),
        };
        if (actions[event.key]) {
          event.preventDefault();
          actions[event.key]();
        }
      });
    }
  }
  const short = (number) => (number < 1e6 ? explorer.group(number) : number.toPrecision(3));

  explorer.TreeView = TreeView;
})();
