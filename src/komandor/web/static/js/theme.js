// Light or dark: the system's wish unless the person chose. Runs before the first paint.
(() => {
  const root = document.documentElement;
  const saved = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const wish = matchMedia("(prefers-color-scheme: dark)");
  const apply = (theme) => { if (theme) root.dataset.theme = theme; else delete root.dataset.theme; };
  apply("overlay" in root.dataset ? "dark" : saved());
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    const dark = (root.dataset.theme || (wish.matches ? "dark" : "light")) === "dark";
    const next = dark ? "light" : "dark";
    const chosen = next === (wish.matches ? "dark" : "light") ? null : next; // back to the system's wish
    try { if (chosen) localStorage.setItem("theme", chosen); else localStorage.removeItem("theme"); } catch { /* private window */ }
    apply(chosen);
  });
})();
