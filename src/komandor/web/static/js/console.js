// The console: quick entry reads while one types; a correction shows its effect before it is saved.
(() => {
  const quick = document.querySelector("form[data-quick]");
  if (quick) {
    let timer = 0, turn = 0;
    const box = quick.querySelector("[data-quick-reading]");
    const read = async () => {
      const mine = ++turn;
      const answer = await fetch(quick.dataset.quick, { method: "POST", body: new FormData(quick), credentials: "same-origin" }).catch(() => null);
      if (answer && answer.ok && mine === turn) box.innerHTML = await answer.text();
    };
    quick.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(read, 150); });
    quick.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { quick.reset(); box.textContent = ""; quick.elements.table.focus(); event.preventDefault(); event.stopPropagation(); }
      if (event.key === "Enter" && event.target.name === "table") { event.preventDefault(); quick.elements.result.focus(); }
    });
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-show-effect]");
    if (!button) return;
    const form = button.closest("form"), box = form.querySelector("[data-effect]");
    const answer = await fetch(box.dataset.effect, { method: "POST", body: new FormData(form), credentials: "same-origin" }).catch(() => null);
    if (answer && answer.ok) box.innerHTML = await answer.text();
  });

  // Swapping: never more than two ticked; the oldest tick gives way.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-swap]");
    if (!form || event.target.name !== "player" || !event.target.checked) return;
    const ticked = [...form.querySelectorAll("input[name=player]:checked")];
    ticked.filter((el) => el !== event.target).slice(0, -1).forEach((el) => { el.checked = false; });
  });
})();
