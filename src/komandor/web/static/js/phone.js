// The player's phone: a report that must not get lost, ticks that are remembered, a list that grows.
(() => {
  const keep = {
    get: (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
    set: (key, value) => { try { if (value === null) localStorage.removeItem(key); else localStorage.setItem(key, JSON.stringify(value)); } catch { /* private window */ } },
  };

  // A double tap sends once ---------------------------------------------------
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-once]")) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "1";
    setTimeout(() => { delete form.dataset.sent; }, 8000);
  });
  window.addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((f) => { delete f.dataset.sent; }));

  // The report: sent now, or kept and sent when the connection is back ---------
  // The same command_id goes out every time, so that the server writes it once.
  const UNSENT = "unsent/";
  async function send(unsent) {
    const answer = await fetch(unsent.url, {
      method: "POST", redirect: "manual", credentials: "same-origin",
      headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: unsent.body,
    });
    if (answer.type === "opaqueredirect") return "done";
    return answer.status >= 500 || answer.status === 429 ? "later" : "refused";
  }

  async function submit(event) {
    const form = event.target;
    if (!form.matches("form[data-keep]")) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "1";
    const unsent = { url: form.action, body: new URLSearchParams(new FormData(form)).toString(), back: form.dataset.back, at: Date.now() };
    let how = "later";
    try { how = await send(unsent); } catch { /* no connection */ }
    delete form.dataset.sending;
    if (how === "done") { keep.set(UNSENT + form.dataset.keep, null); location.assign(form.dataset.back); }
    else if (how === "refused") form.submit(); // the same command again: the page then says why not
    else { keep.set(UNSENT + form.dataset.keep, unsent); show(); document.getElementById("unsent")?.scrollIntoView({ block: "center" }); }
  }
  document.addEventListener("submit", submit);

  const box = document.getElementById("unsent");
  const mine = box ? UNSENT + "report/" + box.dataset.tournament : "";
  const waiting = () => (mine ? keep.get(mine) : null);
  function show() { if (box) box.hidden = !waiting(); }

  let busy = false;
  async function flush() {
    const unsent = waiting();
    if (!unsent || busy) return;
    busy = true;
    try {
      const how = await send(unsent);
      if (how === "later") return;
      keep.set(mine, null);
      show();
      if (how === "done") location.assign(unsent.back);
      else { const no = document.getElementById("unsent-refused"); if (no) no.hidden = false; }
    } catch { /* still none */ } finally { busy = false; }
  }
  if (box) {
    show();
    flush();
    setInterval(flush, 5000);
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
    document.addEventListener("komandor:connection", (event) => { if (event.detail.ok) flush(); });
    box.addEventListener("click", (event) => {
      if (event.target.closest("[data-unsent-send]")) flush();
      if (event.target.closest("[data-unsent-drop]")) { keep.set(mine, null); show(); }
    });
  }

  // Set-up steps: ticks stay on this phone, for this match ----------------------
  function steps() {
    document.querySelectorAll("[data-steps]").forEach((list) => {
      const key = "steps/" + list.dataset.steps, boxes = [...list.querySelectorAll("[data-step]")];
      const done = new Set(keep.get(key) || []);
      const count = () => { const c = list.querySelector("[data-steps-count]"); if (c) c.textContent = `${boxes.filter((b) => b.checked).length}/${boxes.length}`; };
      boxes.forEach((b) => { b.checked = done.has(b.dataset.step); });
      count();
      if (list._steps) return;
      list._steps = true;
      list.addEventListener("change", () => { keep.set(key, boxes.filter((b) => b.checked).map((b) => b.dataset.step)); count(); });
    });
  }
  steps();
  document.addEventListener("komandor:live", steps);

  // The list: more lines, problems while one types, a draft that survives ---------
  function grow(cards) {
    const lines = [...cards.querySelectorAll("[data-card]")], last = lines[lines.length - 1], copy = last.cloneNode(true);
    const next = lines.length;
    copy.querySelectorAll("input").forEach((input) => { input.value = ""; input.name = input.name.replace(/^(l\.[^.]+)\.\d+\./, `$1.${next}.`); });
    last.after(copy);
    return copy;
  }
  document.querySelectorAll("form[data-list]").forEach((form) => {
    form.querySelectorAll("[data-card-add]").forEach((add) => {
      add.hidden = false;
      add.addEventListener("click", () => grow(add.closest("[data-cards]")).querySelector(".phone-card-name").focus());
    });
    let timer = 0;
    form.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        const answer = await fetch(form.dataset.check, { method: "POST", body: new FormData(form), credentials: "same-origin" }).catch(() => null);
        if (answer && answer.ok) form.querySelector("[data-problems]").innerHTML = await answer.text();
      }, 600);
    });
  });

  // Copy the personal link --------------------------------------------------------
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    try { await navigator.clipboard.writeText(button.dataset.copy); } catch {
      const field = button.parentElement.querySelector("input"); // without https there is no clipboard
      field?.select(); document.execCommand("copy");
    }
    window.Komandor?.say?.({ text: button.dataset.copied });
  });
})();
