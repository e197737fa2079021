"use strict";
// Moves what does not fit the picture of a stream: standings run from right to left, a bracket turns its pages.
(() => {
  const SPEED = 110; // pixels a second
  const SHEET = 12_000; // milliseconds
  let running = null, page = 0;

  function run() {
    const list = document.querySelector("[data-ticker]");
    const passed = running?.currentTime ?? 0;
    running?.cancel();
    running = null;
    const over = list ? list.offsetWidth - list.parentNode.clientWidth : 0;
    if (over <= 0) return; // everybody is in sight
    const way = list.offsetWidth + list.parentNode.clientWidth;
    running = list.animate(
      [{ transform: `translateX(${list.parentNode.clientWidth}px)` }, { transform: `translateX(${-list.offsetWidth}px)` }],
      { duration: (way / SPEED) * 1000, iterations: Infinity },
    );
    running.currentTime = passed || (list.parentNode.clientWidth / SPEED) * 1000; // it begins with the first in sight
  }

  function sheets() {
    const all = [...(document.querySelector("[data-sheets]")?.children ?? [])];
    all.forEach((sheet, n) => { sheet.hidden = n !== page % all.length; });
  }

  function again() { run(); sheets(); }
  document.addEventListener("komandor:live", again);
  window.addEventListener("resize", again);
  setInterval(() => { page += 1; sheets(); }, SHEET);
  document.fonts.ready.then(again);
})();
