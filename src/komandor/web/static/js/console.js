// The console: quick entry saves without leaving the page, a correction shows its effect before it is saved, and an
// arrow beside a name says why these two play.
(() => {
  const K = window.Komandor, { show, preview, endPreview, mark, refuse, refresh, sayFrom } = K;

  // Quick entry ---------------------------------------------------------------------------
  function quickEntry(form) {
    const { table, result } = form.elements;
    const list = document.querySelector("[data-queue=results]");
    const row = () => document.getElementById(`table-${table.value.trim()}`);

    // "25 a" in one field is table 25 and result a: in the first field as soon as the space is typed.
    function apart(field) {
      const [, number, text] = /^\s*(\d+)(?:[\s:;,]+|(?=\p{L}))(.*)$/u.exec(field.value) || [];
      if (!number || (field === result && (table.value || !text))) return;
      [table.value, result.value] = [number, text || result.value];
      result.focus();
    }

    function clear() {
      table.value = result.value = begunIn = "";
      endPreview(form);
      table.focus();
    }

    const queue = K.queue(list, { url: form.action, form }, (entry, answer) => {
      const slip = entry.item.dataset.slip = `${entry.fields.get("round")}/${entry.fields.get("table")}`;
      if (answer.status !== 204) { refuse(entry, answer.reason, answer.mend); return; }
      list.querySelectorAll(`[data-state=refused][data-slip="${slip}"]`).forEach((old) => old.remove()); // typed again
      const { text } = JSON.parse(answer.headers.get("X-Message"));
      mark(entry, "saved", text);
      document.querySelectorAll("#toasts .toast").forEach((old) => old.remove());
      sayFrom(answer);
      refresh();
    });

    // A slip belongs to the round in which it was begun, also if the next one starts before Enter.
    const roundNow = () => document.querySelector("[data-round]")?.dataset.round || "";
    let begunIn = "";
    form.addEventListener("input", () => { begunIn = begunIn || roundNow(); });

    function save() {
      apart(result);
      const [number, text] = [table.value.trim(), result.value.trim()];
      if (!number || !text) { (number ? result : table).focus(); return; }
      const fields = new FormData(form), between = row()?.dataset.find || "";
      fields.set("round", begunIn || roundNow());
      queue.add({ fields, what: `${number}: ${between} ${text}`.replace(/\s+/g, " ") });
      clear();
    }

    list.addEventListener("click", (event) => {
      if (!event.target.closest("[data-forget-entry]")) return;
      event.target.closest("li").remove();
      table.focus();
    });
    // The names at the table stand on the page already: no need to wait for the server's reading.
    table.addEventListener("input", () => {
      apart(table);
      table.value = table.value.replace(/\D/g, ""); // "t" leads into the field, also when it is there already
      endPreview(form);
      form.querySelector("[data-preview-here]").textContent = row()?.dataset.find || "";
    });

    // A line that can mean two things: one of them is chosen, and Enter saves it.
    form.addEventListener("click", (event) => {
      const choice = event.target.closest("[data-complete]");
      if (!choice) return;
      result.value = choice.dataset.complete;
      result.focus();
      preview(form);
    });

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
      if (key === "Enter" && event.target === table && !result.value.trim()) { event.preventDefault(); if (table.value) result.focus(); }
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

  // What can be done with a table is fetched when its menu is opened; without a script the menu leads to the match.
  // It opens below its row; where that is too low, beside its button, never under a pointer that may click twice.
  document.addEventListener("toggle", async (event) => {
    const menu = event.target, list = menu.open && menu.dataset?.menu && menu.querySelector(".menu-list");
    if (!list) return;
    list.style.translate = list.style.right = "";
    await show(list, menu.dataset.menu);
    const { bottom, width } = list.getBoundingClientRect(), { left } = menu.getBoundingClientRect();
    if (bottom + 8 <= innerHeight) return;
    if (left < width) return list.scrollIntoView({ block: "nearest" });
    list.style.right = "100%";
    list.style.translate = `0 ${innerHeight - 8 - bottom}px`;
  }, true);

  // A link to a setting opens the section that it is folded away in.
  function openSection() {
    const wanted = document.getElementById(location.hash.slice(1)), section = wanted?.closest("details.setting");
    if (!section) return;
    section.open = true;
    const field = wanted.matches("input, select"), shown = field ? wanted.closest("[data-find]") : section;
    shown.scrollIntoView({ block: field ? "center" : "start" });
    (field ? wanted : section.querySelector("summary")).focus({ preventScroll: true });
  }
  addEventListener("hashchange", openSection);

  // Why a form was refused is seen first, also where the address leads to a section below it.
  const refused = document.querySelector(".notice[autofocus]");
  if (refused && location.hash) {
    history.replaceState(null, "", location.pathname + location.search);
    refused.scrollIntoView({ block: "center" });
    refused.focus({ preventScroll: true });
  } else openSection();

  document.addEventListener("click", (event) => {
    const boxes = event.target.closest("[data-tick-all]")?.closest("fieldset").querySelectorAll("[type=checkbox]");
    boxes?.forEach((box) => { box.checked = true; });
  });

  // The button of the next step rests for a moment after it took the place of another: what presses it then was meant
  // for the one before. The style sheet lets it rest from the first picture on, before any script runs; this one holds
  // the keys off as long, and wakes a button that a live part has put there again for the same step.
  let step = "", since = 0;
  function wake() {
    const forms = [...document.querySelectorAll(".next-step form")].filter((form) => form.elements.step);
    const shown = forms.map((form) => form.elements.step.value).join();
    if (shown !== step) [step, since] = [shown, performance.now()];
    const moment = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--rest")) * 1_000;
    const left = since + moment - performance.now();
    forms.forEach((form) => {
      form.classList.toggle("awake", left <= 0);
      form.querySelectorAll("button").forEach((button) => { button.disabled = left > 0; });
    });
    if (left > 0) setTimeout(wake, left);
  }
  document.addEventListener("komandor:live", wake);
  wake();

  // A structure of one's own opens the fields of its stages.
  document.addEventListener("change", (event) => {
    const { name, value, form } = event.target;
    if (name === "structure" && form?.id === "structure") form.querySelector("details").open = value === "custom";
  });
})();
