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
  const pixels = () => Math.min(innerHeight / 100, innerWidth * 0.009);  // as in projector.css, of one step
  const steps = (count) => `calc(${count} * var(--step))`;
  const width = (thing) => (thing ? thing.getBoundingClientRect().width : 0);
  const ONE_LINE = 0.66, TWO_LINES = 0.62, SMALL = 0.5, LEAST = 0.34;  // the least type of a long name in one line; the largest and the least in two; of a long word
  const HALVES = 0.62;  // how uneven two lines may be
  const LONG = 0.1;  // so many of the names may need two lines: one long name must not cost everybody a column

  // How wide a line is, and how wide it must be at least, with its names in two lines. Dots do not shrink.
  function needs(item) {
    const parts = [...item.querySelectorAll(item.parentNode.matches(".hall-table") ? ".hall-name" : ".hall-name, .hall-other")];
    const whole = width(item), words = parts.reduce((sum, part) => sum + width(part), 0);
    return { whole, words, least: whole - words * (1 - SMALL * HALVES) };
  }

  function fit(list) {
    const items = [...list.children];
    items.forEach((item) => { item.hidden = false; item.classList.remove("long", "two-lines", "parted"); });
    list.dataset.measure = "";
    const gap = parseFloat(getComputedStyle(list).columnGap) || 0, room = list.clientWidth + gap;
    const wanted = items.map(needs), row = items[0].getBoundingClientRect().height;
    delete list.dataset.measure;
    const wide = wanted.map((one) => one.whole).sort((a, b) => b - a)[Math.min(items.length - 1, Math.max(1, Math.floor(items.length * LONG)))];
    const widest = Math.max(wide, ...wanted.map((one) => one.least));
    const rows = Math.max(1, Math.floor((list.clientHeight + 1) / row));
    const columns = Math.max(1, Math.floor(room / (widest + gap)));
    return { items, wanted, rows, columns, pages: Math.ceil(items.length / (rows * columns)), narrow: widest <= list.clientWidth };
  }

  // Names that are longer than their column get smaller, and much longer ones two lines; nothing of them is cut off.
  function wrapLong(list, plan, columns) {
    const gap = parseFloat(getComputedStyle(list).columnGap) || 0, column = (list.clientWidth + gap) / columns - gap;
    plan.items.forEach((item, i) => {
      const { whole, words } = plan.wanted[i], share = (column - 2 - (whole - words)) / words;
      item.classList.toggle("long", share < 1);
      item.classList.toggle("two-lines", share < ONE_LINE);
      item.style.setProperty("--share", share < ONE_LINE ? Math.max(SMALL, Math.min(TWO_LINES, share / HALVES)) : share);
    });
  }

  // A long word gets smaller before it is parted where its line ends. Only what this page shows is measured: other lines would take room.
  function keepWords(items) {
    for (const item of items.filter((one) => one.classList.contains("two-lines"))) {
      const over = () => [...item.children].some((part) => part.offsetHeight > item.clientHeight || part.scrollWidth > part.clientWidth + 1);
      for (let share = Number(item.style.getPropertyValue("--share")); over() && share > LEAST; share -= 0.02) item.style.setProperty("--share", share);
      if (!over()) continue;
      item.style.setProperty("--share", SMALL);
      item.classList.add("parted");
    }
  }

  // The largest type with which everybody is on one page: first with opponents, then without; else the smallest.
  const SIZES = [...[19, 16.5, 14, 12.5, 11.2, 10, 9.2, 8.5, 7.8, 7.2, 6.6, 6.1, 5.6].map((row) => [row, true]), ...[9.2, 8.5, 7.8, 7.2, 6.6, 6.1, 5.6, 5, 4.4].map((row) => [row, false])];

  // Where one page is not enough: the largest type that needs no more pages than the smallest.
  function layout(list) {
    let plan, row, others;
    function largest(sizes, pages) {
      for ([row, others] of sizes) {
        list.classList.toggle("with-others", others);
        list.style.setProperty("--row", steps(row));
        list.style.setProperty("--size", steps(row * 0.72));
        plan = fit(list);
        if (plan.pages <= pages && plan.narrow) break;
      }
    }
    largest(SIZES, 1);
    if (plan.pages > 1) largest(SIZES.filter((size) => !size[1]), plan.pages);
    const share = Math.ceil(plan.items.length / plan.pages);
    const columns = plan.pages > 1 ? plan.columns : Math.min(plan.columns, Math.max(1, Math.ceil(plan.items.length / plan.rows)));
    const rows = plan.pages > 1 ? Math.ceil(share / columns) : Math.min(plan.rows, Math.ceil(plan.items.length / columns));
    const high = list.clientHeight / rows / pixels();  // what is left of the height goes between the lines
    list.style.setProperty("--row", steps(Math.max(row, Math.min(high, row * 1.35))));
    list.style.setProperty("--rows", rows);
    list.style.setProperty("--columns", columns);
    wrapLong(list, plan, columns);
    return { ...plan, share };
  }

  // An announcement, or the prizes, in the largest type with which the whole of it is on the wall.
  function fitText(text, sheet, room) {
    for (const size of [22, 18, 15, 12.5, 10.5, 9, 8, 7, 6, 5, 4.2, 3.4, 2.8, 2.4]) {
      text.style.setProperty("--size", steps(size));
      if (sheet.scrollHeight <= room && text.scrollWidth <= text.clientWidth + 1) return;
    }
  }

  // One page in the largest type in which nothing of it leaves the wall.
  function fitPage(part) {
    for (let size = Number(part.dataset.fit); size > 1.6; size *= 0.94) {
      part.style.setProperty("--size", steps(size));
      if (part.scrollHeight <= part.clientHeight + 1 && part.scrollWidth <= part.clientWidth + 1) return;
    }
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
      keepWords(shown);
      if (list.dataset.lettersOf !== undefined && pages > 1) from = [...new Set([first(shown[0]), first(shown[shown.length - 1])])].join("–");
    } else if (sheets) {
      pages = sheets.children.length || 1;
      page = Math.min(wanted < 0 ? pages - 1 : wanted, pages - 1);
      [...sheets.children].forEach((sheet, i) => { sheet.hidden = i !== page; });
      const sheet = sheets.children[page], said = sheet.matches(".hall-prizes") ? sheet : sheet.querySelector(".hall-notice > p");
      if (said) fitText(said, sheet, sheets.clientHeight);
    } else {
      page = 0;
      slide.querySelectorAll("[data-fit]").forEach(fitPage);
    }
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
  document.addEventListener("komandor:clock", refit);  // a word under the clock makes the heading higher
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
