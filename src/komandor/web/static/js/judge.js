// The judge's phone: a rule is found by its words, and a choice opens the next page.
(() => {
  const { show, put } = window.Komandor;
  const PAUSE = 200;

  document.querySelectorAll("[data-rule-finder]").forEach((finder) => {
    const field = finder.querySelector("input"), box = finder.querySelector("[data-found]");
    let timer = 0;
    function find() {
      const words = field.value.trim();
      if (words.length < 2) put(box);
      else show(box, `${finder.dataset.ruleFinder}?q=${encodeURIComponent(words)}`);
    }
    field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, PAUSE); });
    finder.addEventListener("click", (event) => {
      const picked = event.target.closest("[data-pick-rule]");
      if (!picked) return;
      field.value = picked.dataset.pickRule;
      put(box);
    });
  });

  document.addEventListener("change", (event) => {
    const choice = event.target.closest("[data-go-choice]");
    if (!choice || !choice.value) return;
    location.assign(choice.value);
  });

  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
})();
