// Another language, or "reload", loads the page again: what was typed in its forms is carried over.
(() => {
  const KEY = "typed";
  const fields = (form) => [...form.elements].filter((f) => f.name && !f.matches("[type=hidden], [type=file], [type=password], button"));
  const ticks = (field) => field.matches("[type=radio], [type=checkbox]");
  // What a form is about: its hidden fields name the match, so that nothing typed for one game lands in the next.
  const about = (form) => [...form.querySelectorAll("[type=hidden]:not([name=csrfmiddlewaretoken], [name=command_id], [name=seen])")].map((f) => `${f.name}=${f.value}`).join();
  const typedIn = (form) => (form.dataset.dirty === undefined ? null : { about: about(form), values: fields(form).map((f) => [f.name, ticks(f) ? f.checked : f.value]) });

  let another = false;
  document.addEventListener("click", (event) => { if (event.target.closest(".languages a")) another = true; });
  window.addEventListener("pagehide", () => {
    try { sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, another, forms: [...document.forms].map(typedIn) })); } catch { /* a private window */ }
  });

  function fill(form, { about: wanted, values }) {
    const known = fields(form);
    if (about(form) !== wanted || known.length !== values.length || known.some((field, i) => field.name !== values[i][0])) return;
    known.forEach((field, i) => {
      const value = values[i][1], property = ticks(field) ? "checked" : "value";
      if (field[property] === value) return;
      field[property] = value;
      if (value !== false) for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
    });
  }

  // After "back" the browser fills in again what was sent. That is the form that was sent: as it stands it counts once.
  const SENT = "sent";
  const whose = (form) => `${form.action} ${about(form)}`;
  const changed = (field) => (ticks(field) ? field.checked !== field.defaultChecked : "defaultValue" in field && field.value !== field.defaultValue);
  const sent = () => { try { return JSON.parse(sessionStorage.getItem(SENT)) || {}; } catch { return {}; /* a private window */ } };
  document.addEventListener("submit", ({ target: form }) => {
    const id = form.elements.namedItem("command_id")?.value;
    try { if (id) sessionStorage.setItem(SENT, JSON.stringify({ ...sent(), [whose(form)]: id })); } catch { /* a private window */ }
  });
  function theSameForm() {
    if (performance.getEntriesByType("navigation")[0]?.type !== "back_forward") return;
    const ids = sent();
    for (const form of document.forms) if (ids[whose(form)] && fields(form).some(changed)) form.elements.namedItem("command_id").value = ids[whose(form)];
  }

  // If the page is of another match, seat or step by now, what was filled in belongs to none of its forms.
  const OF = ["about", "made_for", "between", "step"];
  const of = (form) => [form.action, ...OF.map((name) => form.elements.namedItem(name)?.value)].join();
  function notOfAnother() {
    const before = history.state?.forms, now = [...document.forms];
    if (before) for (const form of now) if (!before.includes(of(form)) && fields(form).some(changed)) form.reset();
    history.replaceState({ ...history.state, forms: now.map(of) }, "");
  }

  window.addEventListener("pageshow", () => { notOfAnother(); theSameForm(); }); // at "load" the browser has not filled it in yet

  window.addEventListener("load", () => {
    try {
      const { path, another: language, forms } = JSON.parse(sessionStorage.getItem(KEY)) || {};
      sessionStorage.removeItem(KEY);
      const again = language || performance.getEntriesByType("navigation")[0]?.type === "reload";
      if (again && path === location.pathname) forms.forEach((typed, i) => { if (typed && document.forms[i]) fill(document.forms[i], typed); });
    } catch { /* a private window */ }
  });
})();
