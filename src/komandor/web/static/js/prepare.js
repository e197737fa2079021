// The desk before round 1: the name field stays, the roster is searched by typing, lists get more lines.
(() => {
  const plain = (text) => text.toLowerCase().replace(/ł/g, "l").normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  let wanted = "";

  // A form with data-stay keeps the focus and is emptied only when what it asked for was done.
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest?.("form[data-stay]") || (event.target.matches?.("form[data-stay]") ? event.target : null);
    if (!form || !event.detail.successful) return;
    const answer = document.getElementById("answer");
    const question = answer?.querySelector("[data-focus]");
    if (question) { question.focus(); return; }
    if (answer?.querySelector(".notice")) return;
    const main = document.querySelector("form.add");
    const here = main?.elements.here?.checked;
    main?.reset();
    if (main?.elements.here) main.elements.here.checked = here;
    delete main?.dataset.dirty;
    main?.querySelector("input:not([type=hidden], [type=checkbox])")?.focus();
    window.Komandor?.refresh?.();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-forget]")) {
      event.preventDefault();
      document.getElementById("answer").replaceChildren();
      const field = document.querySelector("form.add input:not([type=hidden], [type=checkbox])");
      if (field) { field.value = ""; field.focus(); }
    }
    if (event.target.closest("[data-print]")) window.print();
    const more = event.target.closest("[data-more-lines]");
    if (more) addLine(more);
  });

  // At the desk only the last deed matters: its word takes the place of the one before.
  document.body.addEventListener("toast", () => document.querySelectorAll("#toasts .toast").forEach((old) => old.remove()), true);

  // Search: every word must stand somewhere in the row; Enter checks in the first one found.
  const field = () => document.querySelector("[data-find-in]");
  const rows = () => [...document.querySelectorAll("#roster tbody tr")];
  function search() {
    const words = plain(wanted).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const row of rows()) {
      const shown = words.every((word) => ` ${row.dataset.find}`.includes(` ${word}`) || row.dataset.find.includes(word));
      row.hidden = !shown;
      found += shown ? 1 : 0;
    }
    const none = document.querySelector("[data-find-none]");
    if (none) none.hidden = found > 0 || !words.length;
  }
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-find-in]")) { wanted = event.target.value; delete event.target.closest("form")?.dataset.dirty; search(); }
  });
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches?.("[data-find-in]")) return;
    if (event.key === "Escape" && wanted) { wanted = event.target.value = ""; search(); event.preventDefault(); event.stopPropagation(); }
    if (event.key === "Enter") {
      event.preventDefault();
      const row = wanted && rows().find((r) => !r.hidden);
      if (row) { row.querySelector(".tap")?.click(); wanted = event.target.value = ""; search(); }
    }
  }, true);
  function countTab() {
    const box = document.querySelector("[data-count]"), tab = document.querySelector(".tabs [aria-current] .count");
    if (box && tab) tab.textContent = box.dataset.count;
  }
  const again = () => { countTab(); const f = field(); if (f && f.value !== wanted) f.value = wanted; search(); };
  document.addEventListener("komandor:live", again);
  document.addEventListener("htmx:afterSwap", again);

  // One more line of cards, with the next number in its names.
  function addLine(button) {
    const box = document.getElementById(button.dataset.moreLines);
    const last = box?.lastElementChild;
    if (!last) return;
    const line = last.cloneNode(true);
    line.querySelectorAll("input, select").forEach((input) => {
      input.name = input.name.replace(/\.(\d+)\.([^.]+)$/, (_, n, key) => `.${Number(n) + 1}.${key}`);
      input.removeAttribute("id");
      input.value = "";
    });
    box.append(line);
    line.querySelector("input")?.focus();
  }
})();
