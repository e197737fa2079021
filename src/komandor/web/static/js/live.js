// Keeps the page up to date. The server says only "version n"; parts marked data-live="URL" are then fetched
// again by conditional GET. Nothing moves under the finger: a part in use waits until it is let go.
(() => {
  const body = document.body;
  const topic = body.dataset.topic;
  const SILENCE = 40_000;   // two missed heartbeats and a bit: the connection is gone, whatever onLine says
  const POLL = 5_000, POLL_HIDDEN = 30_000;
  const RETRY = 3_000;
  const HANDS_OFF = 1_500;  // after a touch inside a part

  const K = (window.Komandor = window.Komandor || {});
  let version = Number(body.dataset.version || 0);
  let heard = Date.now(), source = null, failures = 0, pollTimer = 0;
  const offsets = [];

  // The server's time: of the last samples the one that travelled fastest. Counted from when the page was
  // opened, because somebody may set the clock of the device.
  K.now = () => (offsets.length ? performance.now() + Math.max(...offsets) : Date.now());
  function tick(server) {
    if (!server) return;
    offsets.push(server - performance.now());
    if (offsets.length > 8) offsets.shift();
  }

  function news(next, server) {
    heard = Date.now();
    tick(server);
    connection(true);
    if (next !== version) { // smaller after an older copy was restored: the page shows a history that is gone
      version = next;
      body.dataset.version = next;
      refreshAll();
    }
  }

  function connection(ok) {
    const banner = document.getElementById("offline");
    if (banner) banner.hidden = ok;
    const state = ok ? "open" : "lost";
    if (body.dataset.connection !== state) {
      body.dataset.connection = state;
      document.dispatchEvent(new CustomEvent("komandor:connection", { detail: { ok } }));
    }
  }

  // Parts of the page ------------------------------------------------------
  const parts = () => document.querySelectorAll("[data-live]");

  function refreshAll() { parts().forEach((part) => later(part)); }

  // A random delay: a thousand phones must not ask in the same millisecond.
  function later(part) {
    if (part._due) return;
    const spread = Number(part.dataset.jitter || body.dataset.jitter || 600);
    part._due = setTimeout(() => { part._due = 0; refresh(part); }, Math.random() * spread);
  }

  async function refresh(part) {
    if (part._busy) { part._again = true; return; }
    part._busy = true;
    try {
      const headers = { "X-Requested-With": "live", "X-Version": version };
      part._etag = part._etag || part.dataset.etag;
      if (part._etag) headers["If-None-Match"] = part._etag;
      const answer = await fetch(part.dataset.live, { headers, cache: "no-store", credentials: "same-origin" });
      if (!K.ours(answer)) throw new Error("somebody else answered");
      heard = Date.now();
      if (answer.status === 200) {
        part._etag = answer.headers.get("ETag");
        part._fresh = await answer.text();
        settle(part);
      } else if (answer.status === 404 || answer.status === 403) {
        if (!K.standing?.() && !document.querySelector("form[data-dirty]")) location.reload(); // nothing typed goes
      } else if (answer.status !== 304) throw new Error(answer.status);
    } catch { setTimeout(later, RETRY, part); /* the news came, the page did not: nothing may be lost */ } finally {
      part._busy = false;
      if (part._again) { part._again = false; later(part); }
    }
  }

  function inUse(part) {
    const active = document.activeElement;
    if (active && part.contains(active) && active.matches("input, textarea, select, [contenteditable]")) return true;
    if (part.querySelector("dialog[open], details.menu[open], [data-dirty]")) return true;
    return Date.now() - (part._touched || 0) < HANDS_OFF;
  }

  function settle(part) {
    if (part._fresh === undefined || !part.isConnected) return;
    if (inUse(part)) { part.dataset.waiting = ""; clearTimeout(part._settle); part._settle = setTimeout(() => settle(part), 400); return; }
    delete part.dataset.waiting;
    if (part._fresh !== part._shown) swap(part, part._fresh);
    part._shown = part._fresh;
    part._fresh = undefined;
  }

  // Whatever had the focus is found again by what it is called and does; if it is gone, what took its place has it.
  const NAMES = ["id", "href", "formaction", "name", "value", "data-key", "aria-label"];
  const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  function keepFocus(part) {
    const old = document.activeElement;
    if (!old || old === part || !part.contains(old)) return () => {};
    const same = (el) => el.tagName === old.tagName && NAMES.every((name) => el.getAttribute(name) === old.getAttribute(name));
    const all = () => [...part.querySelectorAll(FOCUSABLE)], before = all(), at = before.indexOf(old), which = before.filter(same).indexOf(old);
    return () => {
      const after = all(), alike = after.filter(same);
      (alike[which] || alike[0] || after[Math.min(at, after.length - 1)])?.focus({ preventScroll: true });
    };
  }

  function swap(part, html) {
    const focusAgain = keepFocus(part);
    const open = [...part.querySelectorAll("details[open][id]")].map((d) => d.id);
    const scrolls = [...part.querySelectorAll("[data-scroll][id]")].map((e) => [e.id, e.scrollTop, e.scrollLeft]);
    part.innerHTML = html;
    open.forEach((id) => { const d = document.getElementById(id); if (d) d.open = true; });
    scrolls.forEach(([id, top, left]) => { const e = document.getElementById(id); if (e) { e.scrollTop = top; e.scrollLeft = left; } });
    focusAgain();
    part.dispatchEvent(new CustomEvent("komandor:live", { bubbles: true }));
  }

  const dirty = (event) => { const form = event.target.closest("form"); if (form) form.dataset.dirty = ""; };
  const clean = (event) => { const form = event.target.closest?.("form"); if (form) delete form.dataset.dirty; };
  document.addEventListener("input", dirty);
  document.addEventListener("reset", clean);
  document.addEventListener("pointerdown", (event) => { const part = event.target.closest("[data-live]"); if (part) part._touched = Date.now(); });
  K.refresh = refreshAll;
  // data-every="60000": also without news, for parts that change with the time; and at once when a clock runs out.
  const timed = () => [...parts()].filter((part) => part.dataset.every);
  timed().forEach((part) => setInterval(() => { if (!document.hidden) later(part); }, Number(part.dataset.every)));
  document.addEventListener("komandor:clock", (event) => { if (event.detail.state === "over") timed().forEach(later); });

  // The stream, and polling when there is none --------------------------------
  function listen() {
    if (!topic || source || document.hidden || !window.EventSource) return;
    source = new EventSource(`/live/${encodeURIComponent(topic)}`);
    const hear = (event) => { failures = 0; const [v, t] = event.data.split(" "); news(Number(v), Number(t)); };
    source.addEventListener("version", hear);
    source.addEventListener("beat", hear);
    source.addEventListener("again", (event) => { hear(event); refreshAll(); }); // the plan for the day has changed
    source.onerror = () => { failures += 1; if (source && source.readyState === EventSource.CLOSED) hush(); if (failures > 1) poll(); };
  }

  // A browser opens six connections to one host: a hidden tab must not hold one of them.
  function hush() { if (source) { source.close(); source = null; } }

  async function poll() {
    if (!topic) return;
    try {
      const answer = await fetch(`/live/${encodeURIComponent(topic)}/version`, { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.status);
      const { version: v, now, watching } = await answer.json();
      news(v, now);
      document.querySelectorAll("[data-watching]").forEach((e) => { e.textContent = Math.max(1, watching); });
    } catch { if (Date.now() - heard > POLL) connection(false); }
  }

  function watch() {
    clearTimeout(pollTimer);
    const silent = Date.now() - heard > SILENCE;
    if (silent) { connection(false); hush(); }
    if (source?.readyState !== 1 || silent || failures > 1) poll(); // 1: the stream is open
    if (!source) listen();
    pollTimer = setTimeout(watch, (document.hidden ? POLL_HIDDEN : POLL) + Math.random() * 1_000);
  }

  // After sleep, after "back", after the tab was hidden: ask at once.
  function wake() {
    if (document.hidden) { hush(); return; }
    offsets.length = 0;
    hush(); listen(); poll();
  }

  if (topic) {
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
    window.addEventListener("online", wake);
    window.addEventListener("offline", () => { heard = 0; poll(); }); // the site may be on this very machine
    window.addEventListener("pagehide", hush);
    listen();
    poll();
    pollTimer = setTimeout(watch, POLL);
    setInterval(() => { if (!document.hidden && document.querySelector("[data-watching]")) poll(); }, 20_000);
  }
})();
