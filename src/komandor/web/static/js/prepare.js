// The desk before round 1: one name after the other, a tap for "here" and "paid", a search that checks in.
(() => {
  const { ask, sayFrom, refresh } = window.Komandor;
  const answerBox = () => document.getElementById("answer");
  const addForm = () => document.querySelector("form.add");
  const firstField = () => addForm()?.querySelector("input:not([type=hidden], [type=checkbox])");

  // Forms and buttons with data-in-place: without a script they load the page -----------------
  document.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter?.matches("[data-in-place]") ? event.submitter : null;
    if (!button && !form.matches("[data-in-place]")) return;
    event.preventDefault();
    if (form._busy) return;
    form._busy = true;
    const fields = new FormData(form);
    if (button) fields.append(button.name, button.value);
    const answer = await ask(button ? button.formAction : form.action, fields);
    form._busy = false;
    document.getElementById("unsaved").hidden = Boolean(answer);
    if (!answer) return;
    if (!answer.ok) { location.reload(); return; }
    const html = await answer.text();
    // At the desk only the last message matters: it takes the place of the one before.
    document.querySelectorAll("#toasts .toast").forEach((old) => old.remove());
    sayFrom(answer);
    if (button) changeRow(button, html);
    else added(html);
  });

  function changeRow(button, html) {
    const { id } = button, rows = button.closest("tbody");
    button.closest("tr").outerHTML = html;
    document.getElementById(id)?.focus({ preventScroll: true });
    rows.dispatchEvent(new CustomEvent("komandor:live", { bubbles: true }));
  }

  // The form is emptied only if the player is registered: a question or a refusal leaves what was typed.
  function added(html) {
    answerBox().innerHTML = html;
    const question = answerBox().querySelector("[data-focus]");
    if (question) { question.focus(); return; }
    if (answerBox().querySelector(".notice")) return;
    const form = addForm(), here = form.elements.here?.checked;
    form.reset();
    if (form.elements.here) form.elements.here.checked = here;
    delete form.dataset.dirty;
    firstField().focus();
    refresh();
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-forget]")) return;
    event.preventDefault();
    answerBox().replaceChildren();
    firstField().value = "";
    firstField().focus();
  });

  // Enter in the search field checks in the first player found ---------------------------------
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || !field.matches?.("[data-search=people]")) return;
    event.preventDefault();
    const row = field.value && document.querySelector("#people tr[data-find]:not([hidden])");
    if (!row) return;
    row.querySelector(".tap")?.click();
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // The tab shows how many there are, as the part that is loaded again says.
  document.addEventListener("komandor:live", () => {
    const box = document.querySelector("[data-count]"), tab = document.querySelector(".tabs [aria-current] .count");
    if (box && tab) tab.textContent = box.dataset.count;
  });
})();
