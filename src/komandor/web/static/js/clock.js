// Counts down on every screen alike: from the server's end time, by the server's clock.
(() => {
  const now = () => (window.Komandor && window.Komandor.now ? window.Komandor.now() : Date.now());
  const DAY = 86_400; // seconds; whoever has days left does not count minutes
  const two = (n) => String(n).padStart(2, "0");

  function words(ms) {
    const past = ms < 0;
    const s = past ? Math.floor(-ms / 1000) : Math.ceil(ms / 1000);
    if (s >= 2 * DAY) return `${past ? "+" : ""}${Math.floor(s / DAY)} d ${Math.floor((s % DAY) / 3600)} h`;
    const h = Math.floor(s / 3600), m = Math.floor((s % 3600) / 60);
    return (past && s ? "+" : "") + (h ? `${h}:${two(m)}` : `${m}`) + `:${two(s % 60)}`;
  }

  function show(clock) {
    const running = clock.dataset.ends !== undefined;
    const left = running ? Number(clock.dataset.ends) - now() : Number(clock.dataset.left);
    const digits = clock.querySelector("[data-clock-digits]");
    const text = clock.dataset.up === undefined ? words(left) : words(Math.abs(left));
    if (digits && digits.textContent !== text) {
      digits.textContent = text;
      digits.dataset.signs = text.length;
    }
    if (!running) return;
    const state = left <= 0 ? "over" : left <= Number(clock.dataset.warn || 120) * 1000 ? "soon" : "running";
    if (clock.dataset.state !== state) {
      clock.dataset.state = state;
      const over = clock.querySelector("[data-clock-over]");
      if (over) over.hidden = state !== "over";
      clock.dispatchEvent(new CustomEvent("komandor:clock", { bubbles: true, detail: { state } }));
    }
  }

  const showAll = () => document.querySelectorAll("[data-clock]").forEach(show);
  showAll();
  setInterval(showAll, 250);
  document.addEventListener("komandor:live", showAll);
  document.addEventListener("visibilitychange", showAll);
})();
