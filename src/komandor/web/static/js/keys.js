// Keyboard first. Anything with data-key="n" (or "g s": one after the other) is pressed by that key;
// a field is focused, everything else clicked. "?" shows the keys of this page.
(() => {
  let first = "", timer = 0;
  const typing = (el) => el && (el.matches("input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select") || el.isContentEditable);
  const visible = (el) => el.getClientRects().length > 0;
  const find = (key) => [...document.querySelectorAll("[data-key]")].find((el) => el.dataset.key === key && visible(el));
  const begins = (key) => [...document.querySelectorAll("[data-key]")].some((el) => el.dataset.key.startsWith(key + " "));

  function name(el) {
    const copy = el.cloneNode(true);
    copy.querySelectorAll("kbd, .count").forEach((k) => k.remove());
    return el.dataset.keyLabel || el.getAttribute("aria-label") || (el.labels && el.labels[0]?.textContent) || copy.textContent.trim();
  }

  function list() {
    const box = document.querySelector("[data-keys]");
    if (!box) return;
    box.replaceChildren();
    const seen = new Set();
    for (const el of document.querySelectorAll("[data-key]")) {
      if (seen.has(el.dataset.key) || !visible(el)) continue;
      seen.add(el.dataset.key);
      const dt = document.createElement("dt"), dd = document.createElement("dd");
      for (const part of el.dataset.key.split(" ")) {
        const kbd = document.createElement("kbd");
        kbd.className = "key"; kbd.textContent = part.length === 1 && part !== part.toLowerCase() ? `Shift+${part}` : part; dt.append(kbd, " ");
      }
      dd.textContent = name(el);
      box.append(dt, dd);
    }
  }

  function open(id) {
    const dialog = document.getElementById(id);
    if (!dialog || dialog.open) return;
    if (id === "keys") list();
    dialog.showModal();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape") {
      document.querySelectorAll("details.menu[open], details.quick-help[open]").forEach((menu) => { menu.open = false; menu.querySelector("summary")?.focus(); });
      if (typing(document.activeElement)) document.activeElement.blur();
      return;
    }
    if (typing(event.target) || document.querySelector("dialog[open]")) return;
    if (event.repeat) return; // a key that is held down is pressed once
    if (event.key === "?") { event.preventDefault(); open("keys"); return; }
    const key = first ? `${first} ${event.key}` : event.key;
    first = "";
    const target = find(key);
    if (target && !typing(target) && (event.target.closest?.("form[data-fast]") || window.Komandor?.unsaved?.())) return;
    if (target) {
      event.preventDefault();
      if (typing(target)) { target.focus(); target.select?.(); } else target.click();
    } else if (begins(key)) {
      first = key; clearTimeout(timer); timer = setTimeout(() => { first = ""; }, 1200);
    }
  });

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-dialog]");
    if (opener) open(opener.dataset.dialog);
    document.querySelectorAll("details.menu[open]").forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; });
  });
})();
