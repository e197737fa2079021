// Who must act is seen wherever the organiser is: counted in the window's title and on the tab, and heard if wanted.
// In the map of the hall the arrow keys go from tile to tile.
(() => {
  const { memory, chime, unlockSound } = window.Komandor;
  const title = document.title;
  const loud = () => memory.get("chime") === true;
  let known = null;

  function count() {
    const bar = document.querySelector("[data-alerts]");
    if (!bar) return;
    const keys = bar.dataset.alerts.split(" ").filter(Boolean);
    document.title = keys.length ? `(${keys.length}) ${title}` : title;
    const tab = document.querySelector(".tabs a[href^='/j/']"), number = tab?.querySelector(".count");
    // In the console the tab stands for everything that judges have to do; on their own pages it is that of the calls.
    const here = document.body.classList.contains("judge") ? keys.filter((key) => /^(call|appeal|\d)/.test(key)) : keys;
    if (tab && !number && here.length) tab.append(Object.assign(document.createElement("span"), { className: "count" }));
    const shown = tab?.querySelector(".count");
    if (shown) { shown.textContent = here.length || ""; shown.hidden = !here.length; shown.classList.toggle("urgent", here.length > 0); }
    if (known && loud() && keys.some((key) => !known.has(key))) chime();
    known = new Set(keys);
  }
  count();
  document.addEventListener("komandor:live", count);

  const bell = document.querySelector("[data-chime]");
  if (bell) {
    const show = () => bell.setAttribute("aria-pressed", String(loud()));
    bell.hidden = false;
    show();
    bell.addEventListener("click", () => {
      memory.set("chime", !loud());
      show();
      unlockSound();
      if (loud()) setTimeout(chime, 120);
    });
  }

  // A double click is one click: its second half must not press what the page that follows shows in the same place.
  document.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest?.("form[method=post] button")?.type === "submit") event.preventDefault();
  }, true);

  // Names that are cut, and those behind a tile, are shown under the pointer.
  document.addEventListener("pointerover", (event) => {
    const cut = event.target.closest?.(".compact .player a, .hall-map a");
    if (!cut || cut.title) return;
    const row = document.getElementById(`table-${cut.textContent.match(/\d+/)?.[0]}`);
    cut.title = cut.matches("a[data-tile]") ? row?.dataset.find || "" : cut.textContent;
  });

  // Left and right by one tile; up and down to the nearest tile of the next line.
  function neighbour(tiles, at, key) {
    if (key === "ArrowLeft") return tiles[at - 1];
    if (key === "ArrowRight") return tiles[at + 1];
    const box = (tile) => tile.getBoundingClientRect(), here = box(tiles[at]), down = key === "ArrowDown";
    const line = tiles.filter((tile) => (down ? box(tile).top > here.top + 2 : box(tile).top < here.top - 2));
    const near = (tile) => Math.abs(box(tile).top - here.top) * 1000 + Math.abs(box(tile).left - here.left);
    return line.sort((a, b) => near(a) - near(b))[0];
  }
  document.addEventListener("keydown", (event) => {
    const map = event.target.closest?.("[data-map]");
    if (!map || !event.key.startsWith("Arrow")) return;
    const tiles = [...map.querySelectorAll("a[data-tile]")], next = neighbour(tiles, tiles.indexOf(event.target), event.key);
    event.preventDefault();
    next?.focus();
  });
})();
