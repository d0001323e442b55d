// How people move and fold the drawing of a tree: by mouse, fingers, wheel and keys.
"use strict";
(() => {
  function controlTree(view) {
    const { canvas } = view,
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
        if (gap > 0 && apart > 0) view.zoomBy(apart / gap, (one[1] + other[1]) / 2);
        gap = apart;
      } else if (moved > 4) view.panBy(now[0] - before[0], now[1] - before[1]);
    });
    const up = (event) => {
      if (fingers.delete(event.pointerId) && moved <= 4 && event.type === "pointerup") {
        const node = view.at(...place(event));
        if (node >= 0) {
          if (node === view.selected) view.toggle(node);
          view.select(node);
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
          view.panBy(-(event.deltaX || event.deltaY), 0);
        else view.zoomBy(Math.exp(-event.deltaY * 0.0016), place(event)[1]);
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => {
      const { tree } = view,
        node = view.selected,
        parent = tree.parent[node];
      const sibling = (step) => {
        const next = node + step;
        return parent >= 0 && next >= tree.first[parent] && next < tree.first[parent] + tree.children[parent]
          ? next
          : node;
      };
      const go = (next) => {
        view.reveal([parent, next].filter((one) => one >= 0));
        view.select(next);
        view.show(next);
      };
      const actions = {
        ArrowLeft: () => parent >= 0 && go(parent),
        ArrowRight: () => {
          view.tree.expand(node);
          if (tree.children[node]) {
            if (!view.isOpen(node)) view.toggle(node);
            view.select(tree.first[node]);
            view.show(tree.first[node]);
          }
        },
        ArrowUp: () => go(sibling(-1)),
        ArrowDown: () => go(sibling(1)),
        Home: () => {
          view.select(0);
          view.show(0);
        },
        Enter: () => {
          view.toggle(node);
          view.select(node);
        },
        " ": () => {
          view.toggle(node);
          view.select(node);
        },
        "+": () => view.zoomBy(1.5),
        "-": () => view.zoomBy(1 / 1.5),
        0: () => view.fit(),
      };
      if (actions[event.key]) {
        event.preventDefault();
        actions[event.key]();
      }
    });
  }

  Object.assign(explorer, { controlTree });
})();
