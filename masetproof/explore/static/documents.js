// Documents by their names: from the server, or from the scripts of a site without one.
"use strict";
(() => {
  const known = new Map();
  const scripts = new Map();
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  explorer.register = (name, document) => known.set(name, document);
  explorer.index = () => known.get("index");

  async function ask(address, onProgress, signal, sent = {}) {
    for (;;) {
      let response;
      try {
        response = await fetch(address, { signal, ...sent });
      } catch (error) {
        if (error.name === "AbortError") throw error;
        throw new Error("The explorer has stopped. Start it again with 'masetproof explore'.");
      }
      const document = await response.json().catch(() => ({
        error:
          response.status === 413
            ? "Lists of words have at most a million letters."
            : "The explorer did not take this.",
      }));
      if (response.status === 202) {
        if (onProgress) onProgress(document.proving);
        await pause(700);
      } else if (response.ok) return document;
      else throw new Error(document.error);
    }
  }

  function script(file) {
    if (!scripts.has(file)) {
      scripts.set(
        file,
        new Promise((done, fail) => {
          const element = explorer.h("script", { src: file });
          element.onload = done;
          element.onerror = () => fail(new Error(`The file ${file} of this site is missing.`));
          document.head.append(element);
        }),
      );
    }
    return scripts.get(file);
  }

  async function fromFiles(name) {
    const [kind, id, ...rest] = name.split("/");
    const index = explorer.index();
    if (kind === "table" && index.tables.includes(id)) await script(`data/${name}.js`);
    else if (kind === "band" && index.bands.some((one) => one.name === id)) await script(`data/${name}.js`);
    else if (kind === "bounds" && index.bounds.some((one) => one.name === id))
      await script(`data/${name}.js`);
    else if (kind === "tree" && index.trees.some(([other]) => other === id)) await script(`data/${name}.js`);
    else if (kind === "compare" && index.compared.some((two) => name === `compare/${two.join("/")}`))
      await script(`data/${name}.js`);
    else if (index.theorems.some((one) => one.theorem === id)) {
      await script(`data/${id}.js`);
      const isListed = ([place]) => place === rest.join("/");
      if (kind === "pattern" && !known.has(name) && known.get(`patterns/${id}`).patterns.some(isListed)) {
        await script(`data/${name}.js`);
      }
    }
    if (!known.has(name)) {
      const three = index.theorems.some((one) => one.theorem === id && one.pegs === 3);
      const others = three
        ? "; for three pegs it has only those of the optimal strategy ('masetproof explore' has all)"
        : "";
      throw new Error(
        kind === "pattern" || kind === "maset"
          ? `There is no ${kind === "maset" ? "explicit maset" : "pattern"} ${rest[0]} in this site${others}.`
          : "This site has no such page.",
      );
    }
    return known.get(name);
  }

  // The document of that name.  onProgress: called while a theorem is being proved.
  explorer.load = async (name, onProgress) => {
    if (known.has(name)) return known.get(name);
    if (!explorer.index().live) return fromFiles(name);
    const document = await ask(`data/${name}.json`, onProgress);
    if (known.size > 200)
      for (const key of [...known.keys()].slice(1, 100)) if (key !== "index") known.delete(key);
    known.set(name, document);
    return document;
  };

  // Where the pattern with this text is: {kind, place, normalized}.
  explorer.find = async (theorem, text, onProgress) => {
    if (explorer.index().live) return ask(`find/${theorem}?text=${encodeURIComponent(text)}`, onProgress);
    const wanted = explorer.normalized(explorer.parsePattern(text));
    const { patterns, masets } = await explorer.load(`patterns/${theorem}`);
    for (const [kind, list] of [
      ["pattern", patterns],
      ["maset", masets],
    ]) {
      const hit = list.find(([, other]) => explorer.isomorphic(explorer.parsePattern(other), wanted));
      if (hit) return { kind, place: hit[0], normalized: explorer.patternText(wanted) };
    }
    throw new Error(`${text} is isomorphic to no pattern of this site.`);
  };

  explorer.ask = (address, signal) => ask(address, null, signal);
  explorer.send = (address, text) => ask(address, null, null, { method: "POST", body: text });

  // The document of a hint; nobody waits for the one before any more, so the server need not go on with it.
  const hints = new Map();

  let hint;

  explorer.stopHint = () => {
    if (hint) hint.abort();
  };

  explorer.askHint = async (query) => {
    explorer.stopHint();
    if (!hints.has(query)) {
      hint = new AbortController();
      const document = await ask(query, null, hint.signal);
      if (hints.size > 40) hints.delete(hints.keys().next().value);
      hints.set(query, document);
    }
    return hints.get(query);
  };
})();
