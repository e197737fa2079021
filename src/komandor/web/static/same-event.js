/* Says whether a file is the log of this event: promise by promise, entry by entry.
 *
 *   sameEvent(file, own, now) -> { ok, code, params }
 *
 * `file` and `own` are Uint8Arrays: the file of a visitor and the public log of this event; `now` has the
 * event's newest entry, { all, head }, which may not be public yet. `ok` is null where nothing can be said.
 */
"use strict";

var sameEvent = (function () {
  /* The event, its promise and the hash of every entry. */
  function read(bytes) {
    const lines = new TextDecoder().decode(bytes).split("\n"), { tournament, count } = JSON.parse(lines[0]);
    const records = lines.slice(1, 1 + count).map((line) => JSON.parse(line));
    const promise = records.length ? records[0].event.commitment : "";
    return { tournament, promise, hashes: records.map((record) => record.hash) };
  }

  return function sameEvent(file, own, { all, head }) {
    const given = read(file), here = read(own), count = given.hashes.length, reach = here.hashes.length;
    if (given.tournament !== here.tournament || given.promise !== here.promise) {
      return { ok: false, code: "same.other", params: { tournament: given.tournament } };
    }
    const seq = given.hashes.findIndex((hash, at) => at < reach && hash !== here.hashes[at]) + 1;
    if (seq) return { ok: false, code: "same.differs", params: { seq } };
    if (count > all) return { ok: false, code: "same.beyond", params: { count, all } };
    if (count === all && given.hashes[count - 1] !== head) return { ok: false, code: "same.differs_later", params: { reach } };
    if (count === all) return { ok: true, code: "same.whole", params: { count } };
    if (count > reach) return { ok: null, code: "same.unpublished", params: { count, reach } };
    return { ok: true, code: "same.prefix", params: { count, all } };
  };
})();

if (typeof module !== "undefined") module.exports = { sameEvent };
