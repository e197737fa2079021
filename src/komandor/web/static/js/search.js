// Search by typing: a field with data-search="ID" hides those rows (data-find="text", or by their own text where that is
// empty) of that element in which one of the words does not appear. Accents do not matter (l finds ł). [data-search-none="ID"] is shown if no row is left.
(() => {
  const plain = (text) => text.toLowerCase().replace(/ł/g, "l").normalize("NFD").replace(/\p{M}/gu, "");
  const initials = (text) => text.match(/\p{L}+(?=\.)/gu) || []; // of surnames that are shortened
  const typed = new Map(); // by ID, because a part that is loaded again comes with an empty field

  const unfolded = []; // closed again with the search

  // Whatever the row is folded away in is opened.
  function unfold(row) {
    for (let fold = row.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      if (!fold.open) unfolded.push(fold);
      fold.open = true;
    }
  }

  function search(field) {
    const id = field.dataset.search, words = plain(field.value).split(/\s+/).filter(Boolean);
    const rows = [...(document.getElementById(id)?.querySelectorAll("[data-find]") || [])];
    const texts = rows.map((row) => plain(row.dataset.find || row.textContent));
    const has = (text) => words.every((word) => text.includes(word));
    const begins = (text) => words.every((word) => text.includes(word) || initials(text).some((one) => word.startsWith(one)));
    const fits = texts.some(has) ? has : begins; // "Kowalska" finds "Anna K." where nobody's whole name is shown
    let found = 0;
    rows.forEach((row, n) => {
      row.hidden = !fits(texts[n]);
      if (!row.hidden) found += 1;
      if (!row.hidden && words.length) unfold(row);
    });
    if (!words.length) unfolded.splice(0).forEach((fold) => { fold.open = false; });
    document.querySelectorAll(`[data-search-none="${id}"]`).forEach((none) => { none.hidden = found > 0 || !words.length; });
  }

  function searchAgain() {
    document.querySelectorAll("[data-search]").forEach((field) => {
      if (typed.has(field.dataset.search)) field.value = typed.get(field.dataset.search);
      search(field);
    });
  }

  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches("[data-search]")) return;
    typed.set(field.dataset.search, field.value);
    search(field);
  });
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Escape" || !field.matches?.("[data-search]") || !field.value) return;
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    event.preventDefault();
    event.stopPropagation(); // Escape in an empty field leaves it (keys.js)
  }, true);
  document.addEventListener("komandor:live", searchAgain);
  searchAgain();
})();
