// The address is the state: #/PAGE/PLACE?KEY=VALUE.  Pages are made again when it changes.
"use strict";
(() => {
  const { writeAddress, readAddress, h } = explorer;

  const main = document.getElementById("main");
  let turn = 0;
  let last = location.hash.split("?")[0];

  // Keep the state of the page in the address, without a step of the history or a new page.
  explorer.keep = (params) => history.replaceState(null, "", writeAddress(location.hash, params) || "#/");

  // The same as a step of the history; the page is made again.
  explorer.go = (params) => {
    location.hash = writeAddress(location.hash, params);
  };

  const NAV = [
    ["theorems", "#/theorems", "Theorems"],
    ["pattern", "#/pattern/mastermind-2-expected-exact/0", "Patterns"],
    ["strategy", "#/strategy/mastermind-2-expected-exact", "Strategies"],
    ["play", "#/play/mastermind-4-6", "Play"],
    ["table", "#/table/mastermind", "Tables"],
  ];

  const SECTION = {
    theorem: "theorems",
    band: "theorems",
    bounds: "theorems",
    maset: "pattern",
    tree: "strategy",
    compare: "strategy",
  };

  function showNav(page) {
    document.getElementById("nav").replaceChildren(
      h(
        "ul",
        {},
        NAV.map(([id, href, text]) =>
          h("li", {}, h("a", { href, "aria-current": (SECTION[page] || page) === id ? "page" : null }, text)),
        ),
      ),
    );
    document.querySelector(".brand").setAttribute("aria-current", page === "home" ? "page" : "false");
  }

  function progress(place) {
    const told = h("p", { role: "status" }),
      bar = h("progress", { max: 1 });
    let begun = false;
    return ({ stage, done, total }) => {
      if (!begun)
        place.replaceChildren(
          h(
            "div",
            { class: "card waiting" },
            h("h1", {}, "The theorem is being proved"),
            h("p", {}, "This page shows the theorem when it is ready."),
            told,
            bar,
          ),
        );
      begun = true;
      told.textContent =
        total > 0 ? `${stage}: ${explorer.group(done)} of ${explorer.group(total)}` : `${stage}…`;
      if (total > 0 && done > 0) bar.value = Math.min(1, done / total);
      else bar.removeAttribute("value");
    };
  }

  async function show(event) {
    const mine = ++turn,
      { page, place, params } = readAddress(location.hash);
    showNav(page);
    if (explorer.leave) explorer.leave();
    explorer.leave = null;
    const content = h("div", { class: `page ${page}` });
    // What is there stays until the new page is ready, unless a proof takes its time.
    const onProgress = (stage) => {
      if (mine !== turn) return;
      if (main.firstElementChild !== content) main.replaceChildren(content);
      waiting(stage);
    };
    const waiting = progress(content);
    const busy = setTimeout(() => {
      if (mine === turn) main.setAttribute("aria-busy", "true");
    }, 400);
    try {
      const make = explorer.pages[page];
      if (!make) throw new Error("There is no such page in the explorer.");
      const ready = h("div", { class: `page ${page}` });
      const title = await make(ready, place, params, onProgress);
      clearTimeout(busy);
      if (mine !== turn) return;
      document.title = `${title} – masetproof explorer`;
      main.replaceChildren(ready);
      ready.dispatchEvent(new CustomEvent("shown"));
    } catch (error) {
      clearTimeout(busy);
      if (mine !== turn) return;
      document.title = "Not found – masetproof explorer";
      main.replaceChildren(
        h(
          "div",
          { class: "page error", role: "alert" },
          h("h1", {}, "That is not here"),
          h("p", {}, error.message),
          h("p", {}, h("a", { class: "button", href: "#/" }, "To the first page")),
        ),
      );
    }
    main.removeAttribute("aria-busy");
    const path = location.hash.split("?")[0];
    if (event && path !== last) {
      window.scrollTo(0, 0);
      main.focus({ preventScroll: true });
    }
    last = path;
  }

  // What scrolls is reached by keys, in browsers that do not see to it by themselves, too.
  const SCROLLED = ".statement, pre, .wrap, .detail p, .answers, .pins";

  let looks = 0;

  function reach() {
    looks = 0;
    for (const one of main.querySelectorAll(SCROLLED)) {
      const scrolls = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
      if (scrolls === one.hasAttribute("tabindex")) continue;
      if (!scrolls) {
        one.removeAttribute("tabindex");
        continue;
      }
      one.tabIndex = 0;
      if (one.tagName !== "UL" && !one.hasAttribute("role")) one.setAttribute("role", "region");
      if (!one.hasAttribute("aria-label")) one.setAttribute("aria-label", "Scroll to see all of it");
    }
  }

  const reachSoon = () => {
    looks ||= requestAnimationFrame(reach);
  };

  new MutationObserver(reachSoon).observe(main, { childList: true, subtree: true });
  window.addEventListener("resize", reachSoon);
  const { version, live, theorems, marks } = explorer.index();

  for (const [mark, [ground, ink]] of Object.entries(marks)) {
    document.documentElement.style.setProperty(`--mark-${mark}`, ground);
    document.documentElement.style.setProperty(`--ink-${mark}`, ink);
  }

  document.querySelectorAll(".mark i").forEach((dot, number) => {
    dot.style.background = explorer.look([5, 3, 0][number]).ground;
  });

  const three = theorems.some((theorem) => theorem.pegs === 3)
    ? "; for three pegs only the patterns of the optimal strategy"
    : "";

  document
    .getElementById("foot")
    .append(`masetproof ${version}`, live ? "" : ` · static site${three}; hints by rules only`);

  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });

  window.addEventListener("hashchange", show);
  show(null);
})();
