// Shows only the rows whose name holds what is typed; letters count without their tails (l finds ł).
(() => {
  const plain = (text) => text.toLowerCase().replace(/ł/g, "l").normalize("NFD").replace(/\p{M}/gu, "");

  function apply(finder) {
    const list = document.getElementById(finder.dataset.finder);
    const input = finder.querySelector("input"), found = finder.querySelector("[data-found]");
    if (!list || !input) return;
    finder.hidden = false;
    const wanted = plain(input.value.trim());
    let shown = 0;
    for (const row of list.querySelectorAll("[data-find]")) {
      row.hidden = Boolean(wanted) && !plain(row.dataset.find).includes(wanted);
      if (!row.hidden) shown += 1;
    }
    const said = wanted && !shown ? found.dataset.nothing : "";
    if (found && found.textContent !== said) found.textContent = said;
  }

  const all = () => document.querySelectorAll("[data-finder]").forEach(apply);
  let kept = "";
  document.addEventListener("input", (event) => {
    const finder = event.target.closest("[data-finder]");
    if (finder) { kept = event.target.value; apply(finder); }
  });
  document.addEventListener("komandor:live", () => {
    document.querySelectorAll("[data-finder] input").forEach((input) => { if (!input.value) input.value = kept; });
    all();
  });
  all();
})();
