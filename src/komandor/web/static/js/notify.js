// Tells the player what is new: banner, title, vibration and a short sound. The page always lists everything that
// holds now ([data-moments]), and the phone remembers what it has shown, so a phone that slept misses nothing.
(() => {
  const box = document.getElementById("news");
  if (!box) return;
  const text = box.querySelector("[data-news-text]");
  const title = document.title;
  const MOST = 200; // moments that are remembered
  const LONG_AGO = 60_000;
  const { memory, now, chime, unlockSound } = window.Komandor;
  const loud = () => memory.get("sound") !== false;

  let flashing = 0;
  function flash(words) {
    clearInterval(flashing);
    let on = false;
    flashing = setInterval(() => { on = !on; document.title = on ? `● ${words}` : title; }, 1000);
  }
  function calm() { clearInterval(flashing); document.title = title; }

  let holds = () => true; // whether what the banner says is still so
  function tell(words, tone = "info", urgent = true, stillSo = () => true) {
    holds = stillSo;
    text.textContent = words;
    box.dataset.tone = tone;
    box.hidden = false;
    if (!urgent) return;
    if (document.hidden) flash(words);
    if (!loud()) return;
    try { navigator.vibrate?.([120, 80, 120]); } catch { /* not allowed */ }
    chime();
  }
  function hush() { box.hidden = true; calm(); }
  function hushIfOver() { if (!box.hidden && !holds()) hush(); }
  box.querySelector("[data-news-close]").addEventListener("click", hush);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) setTimeout(calm, 3000); });

  // Which of these keys are new to this phone; from now on they are not. On the first visit nothing is news.
  function notYetTold(list, keys) {
    const name = `said/${list.dataset.moments}`, before = memory.get(name);
    const shown = new Set(before || []), fresh = keys.filter((key) => !shown.has(key));
    memory.set(name, [...shown, ...fresh].slice(-MOST));
    return { fresh: new Set(fresh), firstVisit: before === null };
  }

  // The latest urgent moment, or else the latest.
  const ownAnswer = (key) => document.querySelector("#toasts .toast") && /^(confirmed|disputed)-/.test(key); // on the page, twice
  function tellMoments(opening = false) {
    const list = document.querySelector("[data-moments]");
    if (!list) return;
    const moments = [...list.children];
    const { fresh, firstVisit } = notYetTold(list, moments.map((one) => one.dataset.key));
    const news = moments.filter((one) => fresh.has(one.dataset.key));
    const urgent = news.filter((one) => one.dataset.urgent === "1");
    const last = urgent.at(-1) || news.at(-1);
    const { key, tone } = last?.dataset || {};
    const refused = document.getElementById("unsent-refused"); // says more about the same result
    if (refused && !refused.hidden && key?.startsWith("confirmed-")) return;
    if (last && !firstVisit && !(opening && ownAnswer(key))) tell(last.textContent.trim(), tone, urgent.length > 0, () => listed(key));
  }
  const listed = (key) => [...document.querySelectorAll("[data-moments] > li")].some((one) => one.dataset.key === key);

  // The last two minutes and the end, by this table's own clock.
  function tellClock() {
    const list = document.querySelector("[data-moments]"), clock = document.querySelector("[data-clock][data-ends]");
    if (!list || !clock) return;
    const { state, ends } = clock.dataset, key = `${state}-${ends}`;
    if (state !== "soon" && state !== "over") return;
    if (!notYetTold(list, [key]).fresh.has(key)) return;
    if (state === "over" && now() - Number(ends) > LONG_AGO) return;
    const words = document.getElementById(state === "soon" ? "soon-text" : "over-text");
    tell(words.content.textContent.trim(), "warn", true, () => document.querySelector("[data-clock][data-ends]")?.dataset.state === state);
  }

  tellMoments(true);
  tellClock();
  document.addEventListener("komandor:live", () => { hushIfOver(); tellMoments(); tellClock(); });
  document.addEventListener("komandor:clock", tellClock);

  const sound = document.querySelector("[data-sound]");
  if (sound) {
    sound.checked = loud();
    sound.addEventListener("change", () => memory.set("sound", sound.checked));
    document.querySelector("[data-sound-try]")?.addEventListener("click", (event) => {
      const words = event.currentTarget.dataset.soundTry;
      unlockSound();
      setTimeout(() => tell(words), 120);
    });
  }
})();
