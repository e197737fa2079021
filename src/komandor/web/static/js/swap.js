// Swapping two players of a draw: tick both, or take one by the name and drop it on another.
(() => {
  const form = () => document.querySelector("form[data-swap]");
  const boxes = () => [...(form()?.querySelectorAll("input[name=player]") || [])];
  let order = [], held = null, from = null, ghost = null, target = null;

  function preview() {
    const f = form(), box = f.querySelector("[data-swap-preview]");
    const chosen = boxes().filter((el) => el.checked);
    boxes().forEach((el) => el.closest("[data-player]").classList.toggle("chosen", el.checked));
    f._hint = f._hint ?? box.innerHTML;
    if (chosen.length === 2) window.Komandor.show(box, f.dataset.swap, new FormData(f));
    else window.Komandor.put(box, f._hint);
  }

  function choose(...numbers) {
    order = numbers;
    boxes().forEach((el) => { el.checked = numbers.includes(el.value); });
    form().dataset.dirty = "";
    preview();
  }

  // Never more than two: the oldest tick gives way.
  document.addEventListener("change", (event) => {
    if (event.target.name !== "player" || !event.target.closest("form[data-swap]")) return;
    order = order.filter((n) => n !== event.target.value);
    if (event.target.checked) order.push(event.target.value);
    choose(...order.slice(-2));
    if (!order.length) delete form().dataset.dirty;
    if (order.length === 2) form().elements.reason.focus({ preventScroll: false });
  });

  // Dragging, with mouse, pen or finger --------------------------------------------------
  const seat = (el) => el?.closest?.("form[data-swap] [data-player]");
  document.addEventListener("pointerdown", (event) => {
    const el = seat(event.target);
    if (!el || event.button || event.target.closest("input, [data-why]") || event.pointerType === "touch") return;
    held = el; from = [event.clientX, event.clientY];
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 8) return;
      ghost = held.cloneNode(true);
      ghost.classList.add("swap-ghost");
      ghost.removeAttribute("data-player");
      document.body.append(ghost);
      held.classList.add("held");
      document.getSelection()?.removeAllRanges();
    }
    event.preventDefault();
    ghost.style.translate = `${event.clientX + 12}px ${event.clientY + 12}px`;
    const over = seat(document.elementFromPoint(event.clientX, event.clientY));
    if (over !== target) { target?.classList.remove("over"); target = over && over !== held ? over : null; target?.classList.add("over"); }
  });
  function drop(done) {
    if (ghost && done && target) {
      choose(held.dataset.player, target.dataset.player);
      form().elements.reason.focus();
    }
    const dragged = Boolean(ghost);
    ghost?.remove(); target?.classList.remove("over"); held?.classList.remove("held");
    held = ghost = target = null;
    return dragged;
  }
  let swallow = false;
  document.addEventListener("pointerup", () => { swallow = drop(true); setTimeout(() => { swallow = false; }); });
  document.addEventListener("pointercancel", () => drop(false));
  document.addEventListener("click", (event) => { if (swallow) { event.preventDefault(); event.stopPropagation(); } }, true);
  document.addEventListener("dragstart", (event) => { if (seat(event.target)) event.preventDefault(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && held) drop(false); });
  if (form() && boxes().some((el) => el.checked)) { order = boxes().filter((el) => el.checked).map((el) => el.value); preview(); }
})();
