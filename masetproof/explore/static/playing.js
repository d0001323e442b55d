// Both sides of a game: which strategies there are, what they ask, and what is said of a state of play.
"use strict";
(() => {
  const { count, group, decimal } = explorer;

  const leftText = (doc) => `${doc.rough ? `${doc.rough} ` : ""}${count(doc.remaining, "secret")}`;
  const isOnly = (doc) => String(doc.remaining) === "1" && !doc.rough;

  // With one decimal.
  const meanLeft = (one) => group(Math.round(decimal(one.expected_size) * 10) / 10);
  const outlook = (one) =>
    String(one.largest) === "1"
      ? `${count(one.parts, "possible answer")}; whichever comes, only one secret is left`
      : `${count(one.parts, "possible answer")}; on average ${meanLeft(one)} of the secrets will be left, ` +
        `at most ${group(one.largest)}`;

  const brief = (doc, one) =>
    `${doc.rough ? `${doc.rough} ` : ""}${group(doc.remaining)} left; ` +
    `after your answer ${meanLeft(one)} on average`;

  const isRule = (by) => by === "best" || explorer.ruleNames().includes(by);

  function strategiesOf(board) {
    const theorems = board.theorems.map((one) => [one.theorem, `the theorem, ${one.objective} case`]);
    const stored = board.trees.map((name) => [`tree/${name}`, `the tree ${name}`]);
    const rules = board.hasHints
      ? [
          ...(explorer.index().live ? [["best", "the best question it finds"]] : []),
          ...explorer.ruleNames().map((rule) => [rule, rule]),
        ]
      : [];
    // What a theorem or a tree asks need not be legal in hard mode.
    return board.hard ? rules : [...theorems, ...stored, ...rules];
  }

  // The questions so far and the one that is asked now, with what is known: {questions, doc, one}.
  async function played(board, by, given, answers, onProgress) {
    const questions = [];
    if (!isRule(by)) {
      const walk = await board.walk(by, onProgress);
      let at = walk.start();
      for (const told of answers) {
        questions.push(board.asked(walk, at));
        const next = walk.after(at).find(([number]) => board.answers[number] === told);
        if (!next) return { questions, impossible: true };
        at = next[1];
      }
      const sizes = [
          ...walk.after(at).map(([, below]) => Number(walk.secrets(below))),
          ...(walk.mayWin(at) ? [1] : []),
        ],
        all = Number(walk.secrets(at));
      return {
        questions: [...questions, board.asked(walk, at)],
        doc: { remaining: String(walk.secrets(at)), rough: "", possible: [] },
        one: {
          parts: sizes.length,
          largest: Math.max(...sizes),
          expected_size: String(sizes.reduce((sum, size) => sum + size * (size / all), 0)),
        },
      };
    }
    for (;;) {
      const history = questions.map((question, i) => [question, answers[i]]);
      if (questions.length < answers.length && given[questions.length]) {
        questions.push(board.parse(given[questions.length]));
        continue;
      }
      const doc = await board.hint(history, by === "best" ? null : by);
      if (doc.conflict) return { questions, impossible: true, doc };
      const one = doc.questions.find(({ rules }) => rules.includes(by)) || doc.questions[0];
      questions.push(one.question);
      if (questions.length > answers.length) return { questions, doc, one };
    }
  }

  function conflicting(board, history) {
    const { steps, repair } = explorer.conflictOf(
      board.game,
      board.pegs,
      board.colours,
      board.steps(history),
    );
    return { conflict: steps, repair };
  }

  // How good a strategy is beside somebody's game, in a sentence.
  function comparison({ name, average, how, asked }, taken) {
    const mean = average === null ? "" : ` takes ${decimal(average).toFixed(2)} on average (${how}), and`;
    const those = asked.length === 1 ? "this question" : `these ${asked.length} questions`;
    return `You ${taken === null ? "gave up" : `took ${taken}`}; ${name}${mean} would have asked ${those}.`;
  }

  Object.assign(explorer, {
    leftText,
    isOnly,
    outlook,
    brief,
    isRule,
    strategiesOf,
    played,
    conflicting,
    comparison,
  });
})();
