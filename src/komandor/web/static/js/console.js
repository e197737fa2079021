// The console: quick entry saves without leaving the page, a correction shows its effect before it is saved, and an
// arrow beside a name says why these two play.
(() => {
  const { ask, show, preview, endPreview, refresh, sayFrom } = window.Komandor;

  // Quick entry ---------------------------------------------------------------------------
  function quickEntry(form) {
    const { table, result, command_id: id } = form.elements;
    const trouble = form.querySelector("[data-quick-trouble]");
    let saving = false;

    function clear() {
      table.value = result.value = "";
      endPreview(form);
      trouble.hidden = true;
      table.focus();
    }

    async function save() {
      if (saving) return;
      saving = true;
      clearTimeout(form._pause);
      const answer = await ask(form.action, new FormData(form));
      saving = false;
      trouble.hidden = Boolean(answer);
      if (!answer) return; // the id stays: if this did reach the server, the next try counts once
      if (answer.status === 204) {
        id.value = answer.headers.get("X-Command-Id");
        clear();
        sayFrom(answer);
        refresh();
      } else if (answer.status === 422) {
        endPreview(form, await answer.text());
        const wrong = document.activeElement === table && (result.value.trim() || !table.value.trim()) ? table : result;
        wrong.focus();
      } else form.submit();
    }

    // The arrow keys go through the tables that have no result yet.
    function nextOpenTable(step) {
      const open = [...document.querySelectorAll("tr[data-open][id^=table-]")].map((row) => row.id.slice("table-".length));
      if (!open.length) return false;
      const at = open.indexOf(table.value.trim());
      table.value = open[at < 0 ? (step > 0 ? 0 : open.length - 1) : (at + step + open.length) % open.length];
      table.dispatchEvent(new Event("input", { bubbles: true }));
      return true;
    }

    form.addEventListener("submit", (event) => { event.preventDefault(); save(); });
    form.addEventListener("keydown", (event) => {
      const { key } = event;
      if (key === "Escape" && (table.value || result.value)) { clear(); event.preventDefault(); event.stopPropagation(); }
      if (key === "Enter" && event.target === table && !result.value.trim()) { event.preventDefault(); result.focus(); }
      if ((key === "ArrowUp" || key === "ArrowDown") && nextOpenTable(key === "ArrowDown" ? 1 : -1)) event.preventDefault();
    });
    if (table.value) preview(form);
  }
  document.querySelectorAll("form[data-quick]").forEach(quickEntry);

  // The effect of a correction ------------------------------------------------------------
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-show-effect]");
    if (!button) return;
    const form = button.closest("form"), box = form.querySelector("[data-effect]");
    if (await show(box, box.dataset.effect, new FormData(form))) box.scrollIntoView({ block: "nearest" });
  });

  // Why these two: in a dialog; without a script the link leads to the match ---------------
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-why]"), dialog = document.getElementById("why-dialog");
    if (!link || !dialog || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (await show(dialog.querySelector("[data-why-text]"), link.dataset.why)) dialog.showModal();
    else location.href = link.href;
  });
})();
