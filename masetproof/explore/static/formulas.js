// Formulas that the package writes as text: as MathML, and their values.
"use strict";
(() => {
  // A formula as the package writes it in text: f3^1(n - 2) + 1/2*n^2, with max( ) and signs.
  const TOKEN = /max|f(\d+)(?:\^(\d+))?|([mn])(\d+)?(?:\^(\d+))?|(\d+)\/(\d+)|\d+|[()]|<=|[,=+-]/g;

  const indexed = (letter, index, power) => {
    const parts = [`<mi>${letter}</mi>`, index && `<mn>${index}</mn>`, power && `<mn>${power}</mn>`]
      .filter(Boolean)
      .join("");
    const tag = index && power ? "msubsup" : index ? "msub" : power && "msup";
    return tag ? `<${tag}>${parts}</${tag}>` : parts;
  };

  function markup(text) {
    return text
      .replaceAll("*", "")
      .replace(TOKEN, (token, pattern, excluded, letter, index, power, above, below) => {
        if (pattern) return indexed("f", pattern, excluded);
        if (letter) return indexed(letter, index, power);
        if (above) return `<mfrac><mn>${above}</mn><mn>${below}</mn></mfrac>`;
        if (token === "max") return "<mi>max</mi>";
        if (/\d/.test(token)) return `<mn>${token}</mn>`;
        if ("()".includes(token))
          return `<mo form="${token === "(" ? "prefix" : "postfix"}" stretchy="false">${token}</mo>`;
        return `<mo>${{ "<=": "≤", "-": "−" }[token] || token}</mo>`;
      });
  }

  // A polynomial, whose terms are a coefficient and the powers of the numbers.
  function evaluated(terms, numbers) {
    let above = 0n,
      below = 1n;
    for (const [coefficient, powers] of terms) {
      const [top, bottom = 1n] = coefficient.split("/").map(BigInt);
      const value = powers.reduce(
        (product, power, column) => product * numbers[column] ** BigInt(power),
        top,
      );
      above = above * bottom + value * below;
      below *= bottom;
    }
    return [above, below];
  }

  const exact = ([above, below]) => String(above / below);

  // A polynomial in n as the package writes it in text: 1/2*n^2 - n + 3.
  const polynomialAt = (text, n) =>
    exact(
      evaluated(
        text
          .replaceAll(" ", "")
          .match(/[+-]?[^+-]+/g)
          .map((one) => {
            const [, sign, coefficient, letter, power] = /^\+?(-?)([\d/]*)\*?(n?)\^?(\d*)$/.exec(one);
            return [sign + (coefficient || 1), [letter ? Number(power || 1) : 0]];
          }),
        [BigInt(n)],
      ),
    );

  // A polynomial in n by its coefficients, that of n^0 first.
  const branchAt = (branch, n) =>
    exact(
      evaluated(
        branch.map((coefficient, power) => [coefficient, [power]]),
        [BigInt(n)],
      ),
    );

  function valueAt(doc, n) {
    return doc.formula.exceptions[n] ?? branchAt(doc.formula.branches[n % doc.formula.period], n);
  }

  // What f(n) is at least, and at most.
  function boundsAt(doc, n) {
    const { lower, upper } = doc.classes[n % doc.classes.length];
    return doc.small[n]?.map(String) ?? [branchAt(lower, n), branchAt(upper, n)];
  }

  const holds = ([sign, terms, divisor], board) => {
    const [above, below] = evaluated(terms, board);
    return (sign === "=" ? above === 0n : above >= 0n) && (above / below) % BigInt(divisor) === 0n;
  };

  function boardValue(doc, numbers) {
    const board = numbers.map(BigInt);
    return exact(
      evaluated(
        doc.boards.regions.find((one) => one.conditions.every((condition) => holds(condition, board))).terms,
        board,
      ),
    );
  }

  // How many questions more than the least; null where there are too few colours to ask it.
  function excessOf(split, n) {
    if (!split.excess) return null;
    const early = n - split.onset + split.early.length;
    if (n < split.onset) return early < 0 ? null : split.early[early];
    return Number(explorer.polynomialAt(split.excess[n % split.excess.length], n));
  }

  Object.assign(explorer, { markup, polynomialAt, valueAt, boundsAt, boardValue, excessOf });
})();
