// What is known in the middle of a game, as `masetproof hint` tells it, without the search.
// Where questions are many they are compared a piece at a time, so that the page can be used meanwhile.
"use strict";
(() => {
  const { answersOf, compared } = explorer;
  const MOST_WORDS = 65536;
  const MOST_PAIRS = 12e6;
  const PIECE = 25;
  const lists = new Map();

  function wordsOf(game, pegs, colours) {
    const key = `${game}-${pegs}-${colours}`;
    if (!lists.has(key)) lists.set(key, explorer.words(game, pegs, colours));
    return lists.get(key);
  }

  const secretsOf = (game, pegs, colours) =>
    wordsOf(game, pegs, colours).filter((word) => explorer.isSecret(game, word));

  // history: steps [question as cells, number of the answer].
  const isListable = (game, pegs, colours) => explorer.wordCount(game, pegs, colours) <= MOST_WORDS;

  function leftOf(game, pegs, colours, history) {
    const answers = answersOf(game, pegs);
    return secretsOf(game, pegs, colours).filter((word) =>
      history.every(([question, number]) => answers.number(word, question) === number),
    );
  }

  function sizesOf(game, question, left) {
    const answers = answersOf(game, question.length),
      sizes = new Array(answers.texts.length).fill(0);
    for (const secret of left) sizes[answers.number(secret, question)]++;
    return sizes;
  }

  // As Python has them; the less the better; products of k^k decide what rounded entropies leave open.
  const RATE = {
    "most-parts": (sizes) => -sizes.filter(Boolean).length,
    "expected-size": (sizes) => sizes.reduce((sum, k) => sum + k * k, 0),
    minimax: (sizes) => Math.max(...sizes),
    entropy: (sizes) => sizes.reduce((sum, k) => (k > 1 ? sum + k * Math.log2(k) : sum), 0),
  };

  // The registered rules; a site without Python has those of them that are written here.
  const written = () => explorer.index().rules.filter((name) => RATE[name]);

  const ruleNames = () => (explorer.index().live ? explorer.index().rules : written());

  // Beside the hints of a site without Python: what they are, and what needs it.
  function siteText() {
    const others = explorer.index().rules.filter((name) => !RATE[name]);
    const more = others.length
      ? `; it has the rule${others.length > 1 ? "s" : ""} ${others.join(", ")}, too`
      : "";
    return (
      "On this static site hints come from rules only. " +
      `'masetproof explore' also searches, and says which question is optimal${more}.`
    );
  }

  const product = (sizes) =>
    sizes.reduce((result, k) => (k > 1 ? result * BigInt(k) ** BigInt(k) : result), 1n);

  function isLess(rule, one, other) {
    if (rule !== "entropy" || Math.abs(one.rate - other.rate) > 1e-6)
      return one.rate < other.rate ? -1 : one.rate > other.rate ? 1 : 0;
    const [a, b] = [product(one.sizes), product(other.sizes)];
    return a < b ? -1 : a > b ? 1 : 0;
  }

  // Nothing was asked yet: of questions that are the same up to names only the first is looked at.
  const isFirst = (word) => word.every((cell, place) => cell <= Math.max(-1, ...word.slice(0, place)) + 1);

  // Where they are too many: some that may be the secret, and some of all.
  function someOf(all, left) {
    const most = Math.ceil(MOST_PAIRS / left.length / 2),
      every = (words) => words.filter((_, i) => i % Math.ceil(words.length / most) === 0);
    return [...new Set([...every(left), ...every(all)])];
  }

  async function choices(game, pegs, colours, history, left, rules, onProgress, signal) {
    if (left.length === 1)
      return {
        best: Object.fromEntries(
          rules.map((rule) => [rule, { question: left[0], sizes: sizesOf(game, left[0], left) }]),
        ),
      };
    const every = history.length
      ? wordsOf(game, pegs, colours)
      : wordsOf(game, pegs, colours).filter(isFirst);
    const isSome = every.length * left.length > MOST_PAIRS,
      all = isSome ? someOf(every, left) : every;
    const best = {};
    let begin = performance.now();
    for (const [place, question] of all.entries()) {
      if (performance.now() - begin > PIECE) {
        if (onProgress) onProgress(place / all.length);
        await new Promise((done) => setTimeout(done));
        if (signal && signal.aborted) throw new DOMException("given up", "AbortError");
        begin = performance.now();
      }
      const sizes = sizesOf(game, question, left),
        possible = sizes.at(-1) > 0;
      if (sizes.filter(Boolean).length === 1) continue;
      for (const rule of rules) {
        const rated = { question, sizes, possible, rate: RATE[rule](sizes) };
        const order = best[rule] ? isLess(rule, rated, best[rule]) : -1;
        if (order < 0 || (order === 0 && possible && !best[rule].possible)) best[rule] = rated;
      }
    }
    return { best, compared: isSome ? all.length : null };
  }

  // By how much two answers differ: by pegs, or by marks.
  function distance(one, other) {
    const [mine, yours] = [one, other].map((text) => text.split(/,|(?=[a-z])/));
    return mine.reduce(
      (sum, part, i) =>
        sum + (/^\d+$/.test(part + yours[i]) ? Math.abs(part - yours[i]) : Number(part !== yours[i])),
      0,
    );
  }

  function conflictOf(game, pegs, colours, history) {
    const answers = answersOf(game, pegs);
    const numbers = secretsOf(game, pegs, colours).map((word) =>
      history.map(([question]) => answers.number(word, question)),
    );
    const masks = new Set(),
      repairs = new Map();
    for (const row of numbers) {
      const wrong = row
        .map((number, step) => (number === history[step][1] ? -1 : step))
        .filter((step) => step >= 0);
      masks.add(wrong.reduce((mask, step) => mask | (1 << step), 0));
      if (wrong.length === 1) {
        const key = `${wrong[0]} ${row[wrong[0]]}`;
        repairs.set(key, (repairs.get(key) || 0) + 1);
      }
    }
    const subsets = Array.from({ length: 2 ** history.length }, (_, mask) => mask)
      .map((mask) => [mask, history.map((_, step) => step).filter((step) => (mask >> step) & 1)])
      .sort(([, a], [, b]) => a.length - b.length || compared(a, b));
    const [, steps] = subsets.find(([mask]) => mask && [...masks].every((wrong) => wrong & mask));
    const apart = (one, other) => distance(answers.texts[one], answers.texts[other]);
    const changes = [...repairs]
      .map(([key, remaining]) => {
        const [index, answer] = key.split(" ").map(Number);
        return [apart(history[index][1], answer), -remaining, index, answer];
      })
      .sort(compared);
    const repair = changes.length
      ? { index: changes[0][2], answer: answers.texts[changes[0][3]], remaining: -changes[0][1] }
      : null;
    return { steps, repair };
  }

  function direction(best, history) {
    const asked = new Set(history.flatMap(([question]) => question));
    const kinds = new Set(best.question),
      fresh = [...kinds].filter((cell) => !asked.has(cell)).length;
    const parts = best.sizes.filter(Boolean).length,
      largest = Math.max(...best.sizes);
    const said = [
      `that ${best.sizes.at(-1) ? "may" : "cannot"} be the secret`,
      `with ${explorer.count(kinds.size, "colour")}`,
    ];
    if (asked.size) said.push(`${fresh || "none"} of them new`);
    const secrets = explorer.count(largest, "secret");
    const left = parts > 1 ? `which leave at most ${secrets} each` : `which leaves ${secrets}`;
    return `ask a question ${said.join(", ")}; it has ${explorer.count(parts, "possible answer")}, ${left}`;
  }

  // The document `hint`, as the server has it; without the search nothing is called optimal.
  async function hintOf(game, pegs, colours, history, rules = written(), onProgress = null, signal = null) {
    const left = leftOf(game, pegs, colours, history);
    const base = {
      kind: "hint",
      remaining: left.length,
      rough: "",
      possible: [],
      direction: "nothing can be asked: the answers contradict each other",
      questions: [],
      total: null,
      by: null,
      conflict: null,
      repair: null,
    };
    if (!left.length) {
      const { steps, repair } = conflictOf(game, pegs, colours, history);
      return { ...base, conflict: steps, repair };
    }
    const { best, compared } = await choices(game, pegs, colours, history, left, rules, onProgress, signal),
      asked = new Map();
    for (const rule of rules) {
      const text = explorer.wordText(best[rule].question, colours);
      if (!asked.has(text)) asked.set(text, { ...best[rule], rules: [] });
      asked.get(text).rules.push(rule);
    }
    return {
      ...base,
      compared,
      possible: left.length <= 100 ? left.map((word) => explorer.wordText(word, colours)) : [],
      direction:
        left.length === 1 ? "ask the only secret that is left" : direction([...asked.values()][0], history),
      questions: [...asked].map(([question, { sizes, rules: told }]) => ({
        question,
        rules: told,
        parts: sizes.filter(Boolean).length,
        largest: Math.max(...sizes),
        expected_size: fraction(
          sizes.reduce((sum, k) => sum + k * k, 0),
          left.length,
        ),
        consistent: sizes.at(-1) > 0,
      })),
    };
  }

  function fraction(above, below) {
    let [a, b] = [above, below];
    while (b) [a, b] = [b, a % b];
    return below === a ? String(above / a) : `${above / a}/${below / a}`;
  }

  Object.assign(explorer, { isListable, leftOf, ruleNames, siteText, conflictOf, hintOf, someOf });
})();
