// Numbers and words as texts, and what all scripts share.
"use strict";
const explorer = { pages: Object.create(null) };
(() => {
  const SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const cellsOf = (text) => (text.includes(",") ? text.split(",") : [...text]);
  const group = (value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
  const count = (number, noun) => `${group(number)} ${noun}${String(number) === "1" ? "" : "s"}`;

  // A fraction such as "7/3" as a number.
  const decimal = (text) =>
    text
      .split("/")
      .map(Number)
      .reduce((above, below) => above / below);

  const pretty = (text) => text.replaceAll(">=", "≥").replaceAll("<=", "≤");
  const briefNumber = (number) => (number < 1e6 ? explorer.group(number) : number.toPrecision(3));

  Object.assign(explorer, { SYMBOLS, cellsOf, group, count, decimal, pretty, briefNumber });
})();
