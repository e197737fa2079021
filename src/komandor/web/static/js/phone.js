// The player's phone: a report that must not get lost, ticks that are remembered, a link to copy.
(() => {
  const { memory, ours, say } = window.Komandor;

  // A double tap sends once ------------------------------------------------------------------
  const ENOUGH = 8_000; // after this a second tap is meant
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("[data-once]")) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "1";
    setTimeout(() => { delete form.dataset.sent; }, ENOUGH);
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("form[data-sent]").forEach((form) => { delete form.dataset.sent; });
  });

  // The report: sent now, or kept and sent when the connection is back ------------------------
  // Every try has the same command id, so the server counts it once.
  let refusal = ""; // what the server said against the last report
  async function send(report) {
    const answer = await fetch(report.url, {
      method: "POST",
      redirect: "manual",
      credentials: "same-origin",
      headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Requested-With": "fragment" },
      body: report.body,
    }).catch(() => null);
    if (!ours(answer)) return "later";
    if (answer.status === 204 && answer.headers.has("X-Message")) return "done";
    if (answer.status < 400 || answer.status >= 500 || answer.status === 429) return "later";
    if (answer.status === 409) return "other"; // another player of this phone sits here now
    const html = await answer.text().catch(() => null);
    if (html === null) return "later"; // the answer broke off
    refusal = new DOMParser().parseFromString(html, "text/html").querySelector(".notice.danger ul, .empty p")?.textContent.trim() || "";
    return "refused";
  }

  const banner = document.getElementById("unsent");
  const key = (name) => `unsent/${name}`;
  const mine = banner ? key(banner.dataset.of) : "", event = mine.slice(0, mine.lastIndexOf("/") + 1);
  const kept = () => (mine ? memory.get(mine) : null);
  const ofOthers = () => memory.names(event).filter((name) => name !== mine);
  let seatTaken = false; // this page is of one player, and the phone acts for another by now
  function showBanner() {
    const mineWaits = Boolean(kept()), waits = document.getElementById("unsent-other");
    banner.hidden = !mineWaits || seatTaken;
    waits.hidden = !(ofOthers().length || (mineWaits && seatTaken));
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-keep]")) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "1";
    const body = new URLSearchParams(new FormData(form)).toString();
    const report = { url: form.action, body, back: form.dataset.back, at: Date.now() };
    const answer = await send(report);
    delete form.dataset.sending;
    if (answer === "done") {
      memory.forget(key(form.dataset.keep));
      location.assign(form.dataset.back);
    } else if (answer === "refused" || answer === "other") form.submit(); // the same command again: the page then says why not
    else {
      memory.set(key(form.dataset.keep), report);
      showBanner();
      banner?.scrollIntoView({ block: "center" });
    }
  });

  let sending = false;
  async function sendKept() {
    const report = kept();
    if (!report || sending) return;
    sending = true;
    const answer = await send(report);
    sending = false;
    seatTaken = answer === "other";
    if (answer === "done" || answer === "refused") memory.forget(mine);
    showBanner();
    if (answer === "done") location.assign(report.back);
    else if (answer === "refused") {
      document.getElementById("news").hidden = true; // one message at a time, and this one needs an answer
      const box = document.getElementById("unsent-refused");
      box.querySelector("[data-refusal]").textContent = refusal;
      box.hidden = false;
    }
  }
  if (banner) {
    showBanner();
    sendKept();
    setInterval(sendKept, 5_000);
    window.addEventListener("online", sendKept);
    window.addEventListener("storage", showBanner); // another tab has sent or discarded it
    document.addEventListener("visibilitychange", () => { if (!document.hidden) sendKept(); });
    document.addEventListener("komandor:connection", (event) => { if (event.detail.ok) sendKept(); });
    banner.addEventListener("click", (event) => {
      if (event.target.closest("[data-unsent-send]")) sendKept();
      if (event.target.closest("[data-unsent-drop]")) { memory.forget(mine); showBanner(); }
    });
    document.querySelector("[data-other-drop]").addEventListener("click", () => {
      [...ofOthers(), ...(seatTaken ? [mine] : [])].forEach(memory.forget);
      showBanner();
    });
  }

  // Set-up steps: ticks stay on this phone, for this match -------------------------------------
  function rememberSteps(list) {
    const name = `steps/${list.dataset.steps}`, boxes = [...list.querySelectorAll("[data-step]")];
    const ticked = () => boxes.filter((box) => box.checked).map((box) => box.dataset.step);
    const count = () => { list.querySelector("[data-steps-count]").textContent = `${ticked().length}/${boxes.length}`; };
    const before = new Set(memory.get(name) || []);
    boxes.forEach((box) => { box.checked = before.has(box.dataset.step); });
    count();
    list.onchange = () => { memory.set(name, ticked()); count(); };
  }
  const rememberAllSteps = () => document.querySelectorAll("[data-steps]").forEach(rememberSteps);
  rememberAllSteps();
  document.addEventListener("komandor:live", rememberAllSteps);

  // Copy the personal link ---------------------------------------------------------------------
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    try { await navigator.clipboard.writeText(button.dataset.copy); } catch {
      button.parentElement.querySelector("input")?.select(); // without https there is no clipboard
      document.execCommand("copy");
    }
    say({ text: button.dataset.copied });
  });
})();
