// A press that comes twice was meant once: where the last one was, no button of the page that follows takes another for
// a moment. Until it is known which button that is, all of them rest. Keys press at once, and are not remembered.
(() => {
  const KEY = "pressed", LATELY = 30_000, page = document.documentElement;
  let last = null;
  try {
    last = JSON.parse(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
  } catch { /* a private window */ }
  document.addEventListener("click", ({ detail, clientX: x, clientY: y }) => {
    try { if (detail) sessionStorage.setItem(KEY, JSON.stringify({ x, y, at: Date.now() })); } catch { /* a private window */ }
  }, true);

  if (!last || Date.now() - last.at > LATELY) return;
  page.classList.add("just-pressed");
  document.addEventListener("DOMContentLoaded", () => {
    page.classList.remove("just-pressed");
    document.elementFromPoint(last.x, last.y)?.closest("button:not([type=button])")?.classList.add("rests");
  });
})();
