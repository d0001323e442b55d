// From one turn to the next: the rows of a game, where the focus goes and what is said.
"use strict";
(() => {
  const { h, downloads } = explorer;

  // Where the focus goes when the page is made again, and what is said then.
  let wanted = null;
  let news = "";

  function follow(params, key, text = "") {
    [wanted, news] = [key, text];
    explorer.go(params);
  }

  // When the page is there: focus where it was, the last row in sight, and what changed is said; *more*
  // is said behind it.
  function settle(place, fallback, more = "") {
    news += more;
    place.addEventListener("shown", () => {
      const key = wanted ?? (isTouched() ? null : fallback);
      const element =
        key && (place.querySelector(`[data-keep="${key}"]`) || place.querySelector("[data-keep=fresh]"));
      if (element) element.focus({ preventScroll: true });
      const row = place.querySelector(".lead, .board > li:last-child"),
        foot = place.querySelector(".now, .asking");
      if (row) {
        if (foot && getComputedStyle(foot).position === "sticky")
          row.style.scrollMarginBottom = `${foot.offsetHeight + 8}px`;
        row.scrollIntoView({ block: "nearest" });
      }
      if (wanted && news) explorer.say(news);
      [wanted, news] = [null, ""];
    });
  }

  const isTouched = () => matchMedia("(pointer: coarse)").matches;
  const isSmall = () => isTouched() || matchMedia("(max-width: 600px)").matches;

  function boardRows(board, history, notes = []) {
    return h(
      "ol",
      { class: "board", "aria-label": "Questions and answers" },
      history.map(([question, told], i) =>
        h(
          "li",
          {},
          board.line ? board.line(question, told) : [board.shown(question), board.told(told)],
          !board.isNamed && board.rule === "pegs" && h("span", { class: "plain-answer", "aria-hidden": "true" }, told),
          notes[i],
        ),
      ),
    );
  }

  function gameData(board, history, doc) {
    const list = [
        ["number", "question", "answer"],
        ...history.map(([question, told], i) => [i + 1, question, told]),
      ],
      name = `game-${board.address}`;
    const about = { game: board.game || board.name, ...Object.fromEntries(board.size) };
    return downloads(
      name,
      { ...about, ...doc, questions: history.map(([question, told]) => ({ question, answer: told })) },
      () => list,
      name,
    );
  }

  Object.assign(explorer, { follow, settle, isTouched, isSmall, boardRows, gameData });
})();
