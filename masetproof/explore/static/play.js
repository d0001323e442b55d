// The page of play.  The address holds the game: the seed of the secret, the questions, the answers.
"use strict";
(() => {
  const { crumbs, h, card, gameSettings, guessing, answering, hasMarks, lacking } = explorer;

  explorer.pages.play = async (place, [name = "mastermind-4-6"], params, onProgress) => {
    const lists = explorer.listsKnown(),
      isWords = explorer.isWords(name);
    if (isWords && !params.list && lists.length) params.list = lists[0].name;
    const board = explorer.boardOf(name, params.list),
      title = `${board.short}: ${board.sized}`;
    if (params.hard && explorer.index().live && hasMarks(board)) {
      board.hard = true;
      board.size.push(["hard", 1]);
    }
    explorer.put(
      place,
      crumbs(["Play", "#/play/mastermind-4-6"], [title]),
      h("h1", {}, `Play ${board.short}`),
      gameSettings(board, params),
    );
    const needs =
      isWords &&
      (!explorer.index().live
        ? "Games of words need Python: 'masetproof explore --words FILE' plays them with a list of yours."
        : !params.list &&
          "Load a list of words, or start the explorer with one: 'masetproof explore --words FILE'.");
    if (needs) explorer.put(place, card(null, h("p", {}, needs)));
    else {
      try {
        await (params.side === "answer" ? answering : guessing)(place, board, params, onProgress);
      } catch (error) {
        if (!isWords || error.name === "AbortError") throw error;
        explorer.put(place, card(null, h("p", { role: "alert" }, error.message)));
      }
    }
    explorer.put(place, h("p", { class: "small quiet lacking" }, lacking(board).join(" ")));
    return title;
  };
})();
