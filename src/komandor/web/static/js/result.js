// Result slips: fields that do not apply are hidden, and the reading is shown while one types.
(() => {
  const value = (form, name) => {
    const el = form.elements[name];
    return el ? (el instanceof RadioNodeList ? el.value : el.type === "checkbox" ? (el.checked ? el.value : "") : el.value) : "";
  };

  function arrange(form) {
    for (const row of form.querySelectorAll("[data-when]")) {
      const [name, allowed] = row.dataset.when.split("=");
      const on = allowed.split(",").includes(value(form, name));
      row.hidden = !on;
      row.querySelectorAll("input, select").forEach((el) => { el.disabled = !on; });
    }
  }

  // Filled in before this script ran, or by the browser after "back".
  const changed = (el) => (el.defaultChecked ?? el.checked) !== el.checked || (el.defaultValue ?? el.value) !== el.value;

  let timer = 0, turn = 0;
  async function read(form) {
    const box = form.querySelector("[data-outcome]");
    if (!box || !form.dataset.preview) return;
    const mine = ++turn;
    const answer = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form), credentials: "same-origin" }).catch(() => null);
    if (!answer || mine !== turn || !answer.ok) return;
    box.innerHTML = await answer.text();
    open(form, box.querySelector("[data-needs]")?.dataset.needs || "");
  }

  // What the reading asks for is never hidden in a fold.
  function open(form, needs) {
    const wanted = new Set(needs.split(" ").filter(Boolean));
    for (const row of form.querySelectorAll("[data-field]")) {
      const asked = wanted.has(row.dataset.field) && !row.hidden;
      row.classList.toggle("asked", asked);
      const fold = row.closest("details");
      if (asked && fold) fold.open = true;
    }
  }

  function attach(root) {
    for (const form of root.querySelectorAll("form[data-result]")) {
      if (form._attached) continue;
      form._attached = true;
      arrange(form);
      form.addEventListener("input", () => { arrange(form); clearTimeout(timer); timer = setTimeout(() => read(form), 250); });
      if (form.querySelector("[data-outcome]")?.childElementCount || [...form.elements].some(changed)) read(form);
    }
  }

  document.addEventListener("DOMContentLoaded", () => attach(document));
  document.addEventListener("htmx:load", (event) => attach(event.target));
  document.addEventListener("komandor:part", (event) => attach(event.target));
})();
