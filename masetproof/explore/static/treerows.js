// Which rows the questions of a tree take, and which part of them is in the window: all of a drawing
// but the drawing itself.
//
// Every node that is shown and has nothing shown below it takes a row; the others stand over their
// rows.  Columns are by depth, the height of a row by zoom.
"use strict";
(() => {
  const { group } = explorer;
  const ROW = 26;
  const BOX = 20;
  const GAP = 46;
  const MARGIN = 12;
  const READABLE = 0.65;
  const MOST_STEPS = 24;
  const MOST_FOLDS = 40;

  // Nodes are open above the depth *fold*, and folded from there on, but for those that were toggled.
  class TreeRows {
    constructor(tree) {
      Object.assign(this, { tree, toggled: new Set() });
    }
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
    // After each change; those who draw say how.
    draw() {}
  }

  // The rows in a window of *width* and *height* pixels, whose boxes have the width *boxWidth*, and
  // one depth after another takes *column* pixels.
  class TreeWindow extends TreeRows {
    constructor(tree) {
      super(tree);
      Object.assign(this, { x: 0, y: 0, zoom: 1 });
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
  }

  // Where the nodes of a complete tree stand if each one without another below it takes a place: the others
  // in the middle between the first and the last below them.
  function leafPlaces(tree) {
    const places = [];
    let leaves = 0;
    for (const node of tree.preorder()) if (tree.children[node] === 0) places[node] = leaves++;
    for (let node = tree.size - 1; node >= 0; node--) {
      const below = Array.from({ length: tree.children[node] }, (_, i) => places[tree.first[node] + i]);
      if (below.length) places[node] = (Math.min(...below) + Math.max(...below)) / 2;
    }
    return { places, leaves };
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

  Object.assign(explorer, { BOX, GAP, MARGIN, TreeRows, TreeWindow, depthsToFold, shortened, leafPlaces });
})();
