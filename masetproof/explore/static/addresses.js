// Addresses: #/PAGE/PLACE?KEY=VALUE, read and written.
"use strict";
(() => {
  // What is no text in UTF-8, such as %ff, stays as it is.
  function decoded(part) {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  }
  function readAddress(hash) {
    const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
    const [page, ...place] = path.split("/").map(decoded);
    return { page: page || "home", place, params: Object.fromEntries(new URLSearchParams(query)) };
  }
  // The same page with other parameters, of which empty ones are left out.
  function writeAddress(hash, params) {
    const query = new URLSearchParams(
      Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== ""),
    );
    const text = query
      .toString()
      .replaceAll("%2C", ",")
      .replaceAll("%3A", ":")
      .replaceAll("%7C", "|")
      .replaceAll("%2A", "*");
    return hash.split("?")[0] + (text ? `?${text}` : "");
  }

  Object.assign(explorer, { readAddress, writeAddress });
})();
