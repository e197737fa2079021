// The judge's phone: a rule found by words, a choice that leads on, printing.
(() => {
  document.querySelectorAll("[data-rule-finder]").forEach((finder) => {
    const field = finder.querySelector("input"), box = finder.querySelector("[data-found]");
    let timer = 0, turn = 0;
    const find = async () => {
      const mine = ++turn, words = field.value.trim();
      if (words.length < 2) { box.textContent = ""; return; }
      const answer = await fetch(`${finder.dataset.ruleFinder}?q=${encodeURIComponent(words)}`, { credentials: "same-origin" }).catch(() => null);
      if (answer && answer.ok && mine === turn) box.innerHTML = await answer.text();
    };
    field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, 200); });
    finder.addEventListener("click", (event) => {
      const picked = event.target.closest("[data-pick-rule]");
      if (!picked) return;
      field.value = picked.dataset.pickRule;
      turn += 1;
      box.textContent = "";
    });
  });

  document.addEventListener("change", (event) => {
    const choice = event.target.closest("[data-go-choice]");
    if (choice && choice.value) window.location.assign(choice.closest("[data-go]").dataset.go.replace("{}", encodeURIComponent(choice.value)));
  });

  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) window.print(); });
})();
