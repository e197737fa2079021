// Says what is new: banner, title, vibration and a short sound. What is new is read off the page, which always
// carries everything that holds now; the phone remembers what it has said. A phone that slept misses nothing.
(() => {
  const box = document.getElementById("news");
  if (!box) return;
  const text = box.querySelector("[data-news-text]");
  const title = document.title;
  const SAID = "said/", KEPT = 200;
  const read = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };
  const write = (key, value) => { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* private window */ } };
  const loud = () => read("sound") !== false;

  // Sound needs one touch of the page first; any touch will do.
  let audio = null;
  function unlock() {
    const Audio = window.AudioContext || window.webkitAudioContext;
    if (!Audio) return;
    audio = audio || new Audio();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  }
  document.addEventListener("pointerdown", unlock, { passive: true });
  document.addEventListener("keydown", unlock);

  function chime() {
    if (!audio || audio.state !== "running") return;
    [660, 880].forEach((pitch, n) => {
      const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + n * 0.16;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(0.2, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.15);
      tone.connect(volume).connect(audio.destination);
      tone.start(at); tone.stop(at + 0.16);
    });
  }

  let flashing = 0;
  function flash(words) {
    clearInterval(flashing);
    let on = false;
    flashing = setInterval(() => { on = !on; document.title = on ? `● ${words}` : title; }, 1000);
  }
  function calm() { clearInterval(flashing); document.title = title; }

  function tell(words, tone = "info", urgent = true) {
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
  box.querySelector("[data-news-close]").addEventListener("click", hush);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) setTimeout(calm, 3000); });

  function said(list) {
    const key = SAID + list.dataset.moments;
    return { first: read(key) === null, keys: new Set(read(key) || []), keep: (keys) => write(key, [...keys].slice(-KEPT)) };
  }

  // The latest of what is new is shown; a phone that opens the page for the first time is told nothing old.
  function look() {
    const list = document.querySelector("[data-moments]");
    if (!list) return;
    const memory = said(list);
    const fresh = [...list.children].filter((one) => !memory.keys.has(one.dataset.key));
    fresh.forEach((one) => memory.keys.add(one.dataset.key));
    memory.keep(memory.keys);
    const worth = fresh.filter((one) => one.dataset.urgent === "1");
    const last = worth[worth.length - 1] || fresh[fresh.length - 1];
    if (last && !memory.first) tell(last.textContent, last.dataset.tone, worth.length > 0);
  }

  // The last two minutes and the end, by this table's own clock.
  function clock() {
    const list = document.querySelector("[data-moments]"), shown = document.querySelector("[data-clock][data-ends]");
    if (!list || !shown) return;
    const state = shown.dataset.state;
    if (state !== "soon" && state !== "over") return;
    const memory = said(list), key = `${state}-${shown.dataset.ends}`;
    if (memory.keys.has(key)) return;
    memory.keys.add(key);
    memory.keep(memory.keys);
    const late = (window.Komandor?.now?.() || Date.now()) - Number(shown.dataset.ends);
    if (state === "over" && late > 60_000) return; // long past
    const words = document.getElementById(state === "soon" ? "soon-text" : "over-text");
    tell(words.content.textContent, "warn");
  }

  look();
  clock();
  document.addEventListener("komandor:live", () => { look(); clock(); });
  document.addEventListener("komandor:clock", clock);

  const sound = document.querySelector("[data-sound]");
  if (sound) {
    sound.checked = loud();
    sound.addEventListener("change", () => write("sound", sound.checked));
    document.querySelector("[data-sound-try]")?.addEventListener("click", (event) => { unlock(); setTimeout(() => tell(event.target.closest("[data-sound-try]").dataset.soundTry), 120); });
  }
})();
