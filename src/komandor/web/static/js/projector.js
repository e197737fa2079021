// Turns the pages of a hall's screen. ?show=pairings,clock&every=12 chooses slides and seconds; without, the
// event's phase does. Keys: arrows and space turn, p stops, f fills the screen.
(() => {
  const asked = new URLSearchParams(location.search);
  const every = Math.min(120, Math.max(3, Number(asked.get("every")) || 12)) * 1000;
  const slides = new Map([...document.querySelectorAll("[data-slide]")].map((s) => [s.dataset.slide, s]));
  const letters = document.querySelector("[data-letters]"), pageText = document.querySelector("[data-page]");
  let now = "", page = 0, held = false, timer = 0;

  const empty = (name) => Boolean(slides.get(name).querySelector("[data-empty]"));

  // Which slides come, in order: those asked for, or those of the phase; empty ones are passed over.
  function order() {
    const auto = document.querySelector("[data-rotation]")?.dataset.rotation || "";
    const wanted = (asked.get("show") || (slides.size > 1 ? auto : "")).split(",").filter((s) => slides.has(s));
    const list = wanted.length ? wanted : [...slides.keys()];
    const full = list.filter((name) => !empty(name));
    if (full.length) return full;
    return slides.has("join") ? ["join"] : list.slice(0, 1);
  }

  // Columns ---------------------------------------------------------------------------------------------
  function fit(list) {
    const items = [...list.children];
    items.forEach((item) => { item.hidden = false; });
    list.dataset.measure = "";
    const gap = parseFloat(getComputedStyle(list).columnGap) || 0;
    const widest = Math.max(...items.map((item) => item.getBoundingClientRect().width));
    const row = items[0].getBoundingClientRect().height;
    delete list.dataset.measure;
    const rows = Math.max(1, Math.floor((list.clientHeight + 1) / row));
    const columns = Math.max(1, Math.floor((list.clientWidth + gap) / (widest + gap)));
    return { items, rows, columns, pages: Math.ceil(items.length / (rows * columns)), narrow: widest <= list.clientWidth };
  }

  // The largest type with which everybody is on one page: first with opponents, then without; else the smallest.
  const SIZES = [...[19, 16.5, 14, 12.5, 11.2, 10, 9.2, 8.5, 7.8, 7.2, 6.6, 6.1, 5.6].map((row) => [row, true]), ...[9.2, 8.5, 7.8, 7.2, 6.6, 6.1, 5.6, 5, 4.4].map((row) => [row, false])];

  // Where one page is not enough: the largest type that needs no more pages than the smallest.
  function layout(list) {
    let plan, row, others;
    function largest(sizes, pages) {
      for ([row, others] of sizes) {
        list.classList.toggle("with-others", others);
        list.style.setProperty("--row", `${row}vh`);
        list.style.setProperty("--size", `${row * 0.72}vh`);
        plan = fit(list);
        if (plan.pages <= pages && plan.narrow) break;
      }
    }
    largest(SIZES, 1);
    if (plan.pages > 1) largest(SIZES.filter((size) => !size[1]), plan.pages);
    const share = Math.ceil(plan.items.length / plan.pages);
    const columns = plan.pages > 1 ? plan.columns : Math.min(plan.columns, Math.max(1, Math.ceil(plan.items.length / plan.rows)));
    const rows = plan.pages > 1 ? Math.ceil(share / columns) : Math.min(plan.rows, Math.ceil(plan.items.length / columns));
    const high = (100 * list.clientHeight) / rows / innerHeight;  // what is left of the height goes between the lines
    list.style.setProperty("--row", `${Math.max(row, Math.min(high, row * 1.35))}vh`);
    list.style.setProperty("--rows", rows);
    list.style.setProperty("--columns", columns);
    return { ...plan, share };
  }

  const first = (item) => item.dataset.letter || "";

  // Shows page `wanted` of a slide; says how many it has.
  function turn(slide, wanted) {
    const list = slide.querySelector(".hall-list[data-columns]"), sheets = slide.querySelector("[data-sheets]");
    let pages = 1, from = "";
    if (list && list.children.length) {
      const plan = layout(list);
      pages = plan.pages;
      page = Math.min(wanted < 0 ? pages - 1 : wanted, pages - 1);
      const start = page * plan.share;
      plan.items.forEach((item, i) => { item.hidden = i < start || i >= start + plan.share; });
      const shown = plan.items.slice(start, start + plan.share);
      if (list.dataset.lettersOf !== undefined && pages > 1) from = [...new Set([first(shown[0]), first(shown[shown.length - 1])])].join("–");
    } else if (sheets) {
      pages = sheets.children.length || 1;
      page = Math.min(wanted < 0 ? pages - 1 : wanted, pages - 1);
      [...sheets.children].forEach((sheet, i) => { sheet.hidden = i !== page; });
    } else page = 0;
    letters.textContent = from;
    pageText.textContent = pages > 1 ? pageText.dataset.text.replace("{page}", page + 1).replace("{pages}", pages) : "";
    return pages;
  }

  function show(name, wanted) {
    now = name;
    slides.forEach((slide, key) => { slide.classList.toggle("shown", key === name); slide.toggleAttribute("inert", key !== name); });
    document.body.dataset.shown = name;
    return turn(slides.get(name), wanted);
  }

  function step(by) {
    const list = order(), slide = slides.get(now);
    const pages = slide && list.includes(now) ? turn(slide, page) : 0;
    if (pages && page + by >= 0 && page + by < pages) turn(slide, page + by);
    else {
      const at = Math.max(0, list.indexOf(now));
      show(list[list.includes(now) ? (at + by + list.length) % list.length : 0], by < 0 ? -1 : 0);
    }
    again();
  }

  function again() { clearTimeout(timer); if (!held) timer = setTimeout(() => step(1), every); }

  function refit() {
    const list = order();
    if (!list.includes(now)) show(list[0], 0); else show(now, page);
  }

  function hold() {
    held = !held;
    document.querySelector("[data-hold]")?.setAttribute("aria-pressed", String(held));
    document.body.toggleAttribute("data-held", held);
    again();
  }
  const full = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.());
  const KEYS = { ArrowRight: () => step(1), PageDown: () => step(1), " ": () => step(1), ArrowLeft: () => step(-1), PageUp: () => step(-1), f: full, p: hold };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key] || event.target.closest("button, dialog[open]")) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-turn], [data-hold], [data-full]");
    if (!button) return;
    if (button.dataset.turn) step(Number(button.dataset.turn));
    else if (button.dataset.hold !== undefined) hold();
    else full();
  });
  let idle = 0;
  document.addEventListener("pointermove", () => {
    document.body.dataset.tools = "";
    clearTimeout(idle);
    idle = setTimeout(() => { delete document.body.dataset.tools; }, 2500);
  });
  document.addEventListener("komandor:live", refit);
  window.addEventListener("resize", refit);
  document.fonts?.ready.then(refit);
  document.documentElement.classList.add("turning");
  show(order()[0], 0);
  again();
  // A hall's screen must not fall asleep (where the browser allows it).
  const awake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", awake);
  awake();
})();
