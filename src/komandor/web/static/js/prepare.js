// The desk before round 1: one name after the other, a tap for "here" and "paid", a search that checks in.
(() => {
  const K = window.Komandor, { ask, sayFrom, refresh } = K;
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
    document.getElementById("unsaved").hidden = Boolean(answer?.ok);
    if (!answer?.ok) { if (answer && !K.standing()) location.reload(); return; }
    const html = await answer.text();
    sayLast(answer);
    if (button) changeRow(button, html);
    else settled(form.closest("[data-state]"), html);
  });

  // At the desk only the last message matters: it takes the place of the one before.
  function sayLast(answer) {
    document.querySelectorAll("#toasts .toast").forEach((old) => old.remove());
    sayFrom(answer);
  }

  function changeRow(button, html) {
    const { id } = button, rows = button.closest("tbody");
    button.closest("tr").outerHTML = html;
    document.getElementById(id)?.focus({ preventScroll: true });
    rows.dispatchEvent(new CustomEvent("komandor:live", { bubbles: true }));
  }

  // One name after the other: the field is free at once, the answer comes to the name in the list ----
  function settled(item, html) {
    item.querySelector("[data-entry-answer]").innerHTML = html;
    const open = item.querySelector(".notice");
    K.mark({ item }, open ? "refused" : "saved");
    if (open && !item.querySelector("[data-forget]")) item.querySelector("[data-forget-entry]").hidden = false;
    if (!open) refresh();
  }

  const queue = addForm() && K.queue(answerBox().querySelector("[data-queue]"), { url: addForm().action, form: addForm() }, (entry, answer) => {
    if (answer.status !== 200) { K.refuse(entry, answer.reason); return; }
    sayLast(answer);
    settled(entry.item, answer.html);
  });

  addForm()?.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const form = addForm(), fields = new FormData(form), here = form.elements.here?.checked;
    const names = [...form.querySelectorAll("input:not([type=hidden], [type=checkbox])")].map((field) => field.value.trim());
    answerBox().querySelectorAll(":scope > :not([data-queue])").forEach((old) => old.remove());
    queue.add({ fields, what: names.filter(Boolean).join(", ") });
    form.reset();
    // A page that came back with a refusal has the name as the field's first value.
    form.querySelectorAll("input:not([type=hidden], [type=checkbox])").forEach((field) => { field.value = ""; });
    if (form.elements.here) form.elements.here.checked = here;
    delete form.dataset.dirty;
    firstField().focus();
  });

  // A team written as "Anna + Jan" in the first field goes into both.
  document.addEventListener("input", ({ target }) => {
    const [, one, two] = (target.name === "one_name" && /^(.*\S)\s+[+&\/]\s+(.*)$/.exec(target.value)) || [];
    if (!one) return;
    const second = target.form.elements.two_name;
    target.value = one;
    second.value = two || second.value;
    second.focus();
  });

  document.addEventListener("click", (event) => {
    const forget = event.target.closest("[data-forget], [data-forget-entry]");
    if (!forget) return;
    event.preventDefault();
    (forget.closest("[data-state]") || answerBox().querySelector(".notice"))?.remove();
    firstField()?.focus();
  });

  // Enter in the search field checks in the first player found; once the rounds have begun it opens their page ---
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || !field.matches?.("[data-search=people]")) return;
    event.preventDefault();
    const row = field.value && document.querySelector("#people tr[data-find]:not([hidden])");
    if (!row) return;
    (row.querySelector("[id^=here]") || row.querySelector("a.person")).click();
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // A new event: in every structure the row that applies to the expected number of players is marked.
  document.addEventListener("input", (event) => {
    if (event.target.name !== "expected") return;
    const players = Number(event.target.value);
    for (const row of document.querySelectorAll("[data-low]"))
      row.classList.toggle("applies", players >= Number(row.dataset.low) && players <= Number(row.dataset.high));
  });

  // The tab shows how many there are, as the part that is loaded again says.
  document.addEventListener("komandor:live", () => {
    const box = document.querySelector("[data-count]"), tab = document.querySelector(".tabs [aria-current] .count");
    if (!box || !tab) return;
    tab.textContent = box.dataset.count;
    const lists = document.querySelector('.tabs [href$="/lists"] .count');
    if (lists) lists.textContent = lists.textContent.replace(/\d+$/, box.dataset.count);
  });
})();
