// What is said of questions before they are asked and afterwards, and who answers: sentences and addresses.
"use strict";
(() => {
  const { count, group, decimal, query } = explorer;
  const live = () => explorer.index().live;

  // The goals for which questions are compared; one has a number K of questions.
  const GOALS = [
    ["expected", "fewest questions on average"],
    ["worst", "fewest questions in the worst case"],
    ["within", "most secrets within K questions"],
  ];
  const goalOf = (text = "") => text.split(":")[0] || "expected";
  const withinOf = (text = "") => Number(text.split(":")[1]) || 4;

  const CODEMAKERS = [
    ["", "draws a secret"],
    ["largest", "has no secret: leaves the most"],
    ["costliest", "has no secret: costs you the most"],
  ];

  // What all secrets together, or one of them, cost after a question, as far as it is known.
  function totalText({ total, worst, lower_bound: least, optimal }, goal) {
    const most = goal === "worst" ? worst : total;
    if (most === null || most === undefined) return "";
    return optimal || least === most ? group(most) : `${group(least)} to ${group(most)}`;
  }
  function meanText({ total, lower_bound: least, optimal }, secrets) {
    if (total === null || total === undefined) return "";
    const mean = (value) => (value / secrets).toFixed(4);
    return optimal || least === total ? mean(total) : `${mean(least)} to ${mean(total)}`;
  }

  function withinText({ questions, first, found, most, whole, weighted, optimal }) {
    const many = (text) => group(Math.round(decimal(text) * 100) / 100);
    const all = weighted
      ? `the weight ${many(found)} of ${many(whole)}`
      : `${many(found)} of ${many(whole)} secrets`;
    const end = optimal
      ? "no strategy finds more"
      : `the search did not end, and at most ${many(most)} can be found`;
    return `A strategy that begins with ${first} finds ${all} with at most ${count(questions, "question")}; ${end}.`;
  }

  // A share in percent, of which only all is 100 and only nothing 0.
  function percent(share) {
    const value = decimal(share);
    return String(value === 1 ? 100 : Math.min(99, Math.max(value > 0 ? 1 : 0, Math.round(100 * value))));
  }

  function meanRating(rated) {
    const mean = (key) =>
      percent(String(rated.reduce((sum, one) => sum + decimal(one[key]), 0) / rated.length));
    return `On average: skill ${mean("skill")}, luck ${mean("luck")}, of 100.`;
  }

  // The rating of the question of that number.
  const rated = async (board, history, number) => {
    const [question, told] = history[number];
    const step = [["step", `${question}:${told}`]];
    return (await explorer.ask(`review/${query(board, history.slice(0, number), step)}`)).questions[0];
  };

  const ranked = (board, history, goal, about, signal) =>
    explorer.ask(
      `rank/${query(board, history, [["goal", goal], ...(about ? [["question", about]] : [])])}`,
      signal,
    );

  // The best questions as a table, with the names of the program.
  function rankingRows({ first, named }, goal) {
    const rows = [...first, ...named],
      measured = goal === "worst" ? "worst" : "total",
      costs = rows.some((row) => totalText(row, goal)) ? [measured, "lower_bound"] : [];
    const heads = ["place", "question", "class_size", "parts", "largest", "expected_size", "possible", ...costs];
    const values = (row) => ({ ...row, possible: row.consistent });
    return [heads, ...rows.map((row) => heads.map((name) => values(row)[name]))];
  }

  // The answer that a text means; with the program in all the forms that players write.
  async function meant(board, text) {
    if (!text) throw new Error("Nothing is no answer of this game.");
    if (live()) {
      const { answer, why } = await explorer.ask(`typed/${query(board, [], [["text", text]])}`);
      if (why) throw new Error(why);
      return answer;
    }
    const plain = board.typed(text.toLowerCase());
    if (!board.answers.includes(plain)) throw new Error(`${text} is no answer of this game.`);
    return plain;
  }

  // A game so far: {answers, won, secret}.  Of a codemaker without a secret the address has the answers.
  async function keptGame(board, params, questions) {
    const { codemaker, seed, up } = params;
    if (!codemaker && !board.hard) return board.kept(Number(seed), questions, up);
    const known = codemaker && params.a ? params.a.split(".") : [];
    if (params.won) return { answers: known, won: true, secret: questions.at(-1) };
    const rest = questions.slice(known.length);
    if (codemaker && !rest.length && !up) return { answers: known, won: false, secret: null };
    const more = [
      codemaker ? ["codemaker", codemaker] : ["seed", seed],
      ...rest.map((text) => ["asked", text]),
      ...(up ? [["up", 1]] : []),
    ];
    const history = known.map((told, i) => [questions[i], told]);
    const game = await explorer.ask(`keep/${query(board, history, more)}`);
    return { ...game, answers: [...known, ...game.answers] };
  }

  const hasMarks = (board) => board.rule === "marks" || board.name === "wordle";
  const isListed = (board) => !board.game || explorer.isListable(board.game, board.pegs, board.colours);

  const isWeighted = (board) => explorer.listsKnown().some((one) => one.name === board.list && one.weighted);

  // Why a game lacks what others have here, a sentence each.
  function lacking(board) {
    if (!live())
      return [
        "The program that runs ('masetproof explore') has more: tables of the best questions, a rating of each " +
          "question after the game, codemakers without a secret, hard mode, weights, and answers in more forms.",
      ];
    return [
      !hasMarks(board) && "Hard mode is for games that mark each cell.",
      !isListed(board) &&
        "This game has too many words to list, so questions are not compared or rated, and the secret is drawn.",
      !board.list && "Weights are for lists of words.",
      isListed(board) &&
        !isWeighted(board) &&
        "What the game costs if the codemaker chooses as well, 'masetproof optimize --codemaker mixed' finds.",
      isWeighted(board) &&
        "The words of this list have weights: secrets are drawn and means are taken by them. " +
          "What each question costs on average is searched by 'masetproof optimize --first'.",
      isListed(board) &&
        "Several secrets with one question for all are for the terminal: 'masetproof play --boards 2'.",
    ].filter(Boolean);
  }

  Object.assign(explorer, {
    GOALS,
    CODEMAKERS,
    goalOf,
    withinOf,
    totalText,
    meanText,
    withinText,
    percent,
    meanRating,
    rated,
    ranked,
    rankingRows,
    meant,
    keptGame,
    hasMarks,
    isListed,
    isWeighted,
    lacking,
  });
})();
