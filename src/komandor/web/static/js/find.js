// Ctrl+K: a field over the page; whatever is typed is looked up, the arrow keys choose, Enter opens.
(() => {
  const { ask } = window.Komandor;
  const dialog = document.getElementById("find-all");
  if (!dialog) return;
  const field = dialog.querySelector("input"), list = dialog.querySelector("[data-found]");
  const WAIT = 120;
  let timer = 0, asked = 0;

  const links = () => [...list.querySelectorAll("a")];
  function choose(link) {
    links().forEach((one) => one.classList.toggle("chosen", one === link));
    link?.scrollIntoView({ block: "nearest" });
  }

  async function look() {
    const mine = (asked += 1), typed = field.value;
    const answer = await ask(`${dialog.dataset.lookup}?q=${encodeURIComponent(typed)}`);
    if (!answer?.ok || mine !== asked) return;
    list.innerHTML = await answer.text();
    list.dataset.found = typed;
    choose(links()[0]);
  }

  function open() {
    if (dialog.open) return;
    field.value = "";
    dialog.showModal();
    field.focus();
    look();
  }

  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    open();
  });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-find-all]")) open(); });
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(look, WAIT); });
  field.addEventListener("keydown", async (event) => {
    const all = links(), at = all.findIndex((one) => one.classList.contains("chosen"));
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(all[(at + (event.key === "ArrowDown" ? 1 : all.length - 1)) % all.length]);
    } else if (event.key === "Escape") {
      event.preventDefault(); // a search field would only empty itself
      dialog.close();
    } else if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(timer);
      if (list.dataset.found !== field.value) await look(); // what was typed last counts, also if its answer is on its way
      list.querySelector("a.chosen")?.click();
    }
  });
})();
