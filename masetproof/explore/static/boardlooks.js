// How words and answers look on a board: as pegs and pins, as letters, as squares with marks.
"use strict";
(() => {
  const { PegBoard, WordBoard, big, WordleBoard, MARKS, h, word, answerOf } = explorer;

  // A button for each letter, which goes through the marks; what is pressed goes to the field.
  function markKeys(question, input) {
    const marks = [...question].map(() => "b"),
      show = () => {
        input.value = marks.join("");
      };
    show();
    input.addEventListener("focus", () => input.select());
    return h(
      "div",
      {
        class: "squares",
        dir: "auto",
        role: "group",
        "aria-label": "Press a letter until its mark is right",
      },
      [...question].map((letter, i) =>
        h(
          "button",
          {
            type: "button",
            class: "square b",
            "aria-label": `${letter} ${MARKS.b}`,
            onclick: ({ currentTarget }) => {
              marks[i] = { b: "y", y: "g", g: "b" }[marks[i]];
              currentTarget.className = `square ${marks[i]}`;
              currentTarget.setAttribute("aria-label", `${letter} ${MARKS[marks[i]]}`);
              show();
            },
          },
          big(letter),
        ),
      ),
    );
  }

  Object.assign(PegBoard.prototype, {
    shown(text) {
      if (this.colours > 36) return h("code", {}, text);
      const one = word(text);
      one.setAttribute("aria-label", this.saidWord(text));
      return one;
    },
    told(text) {
      return this.isNamed ? h("span", { class: "answer said" }, this.said(text)) : answerOf(text, this.game);
    },
    // Where marks are put together, in games that have them.
    keys(question, input) {
      return this.rule === "marks" && markKeys(explorer.cellsOf(question), input);
    },
  });

  Object.assign(WordBoard.prototype, {
    shown(text) {
      return h("span", { class: "letters", dir: "auto" }, big(text));
    },
    told(text) {
      return h("span", { class: "told" }, text);
    },
  });

  Object.assign(WordleBoard.prototype, {
    line(question, told) {
      return h(
        "span",
        {
          class: "squares",
          dir: "auto",
          role: "img",
          "aria-label": `${question}: ${this.said(told, question)}`,
        },
        [...question].map((letter, i) => h("span", { class: `square ${told[i]}` }, big(letter))),
      );
    },
    told(text) {
      return this.line(text, text);
    },
    keys: markKeys,
  });
})();
