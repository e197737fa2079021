// Before a form is posted, asks whether the server answers. If not, nothing is sent, nothing typed is lost, and the
// page says so. Every form carries its own command id, so a post that did arrive counts once.
(() => {
  const banner = document.getElementById("unsaved"), topic = document.body.dataset.topic;
  if (!banner || !topic) return;
  const PATIENCE = 4_000, AGAIN = 3_000;

  async function serverAnswers() {
    const options = { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) };
    const answer = await fetch(`/live/${encodeURIComponent(topic)}/version`, options).catch(() => null);
    return window.Komandor.ours(answer) && answer.ok;
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter;
    if (event.defaultPrevented || form._checked) return;
    if (form.matches("[data-in-place], [data-fast], [data-keep]") || button?.matches("[data-in-place]")) return; // its own script says so
    if ((button?.getAttribute("formmethod") || form.method) !== "post") return;
    event.preventDefault();
    if (form._checking) return;
    form._checking = true;
    const clean = form.dataset.dirty === undefined;
    form.dataset.dirty = ""; // live.js leaves the form as it is meanwhile
    const connected = await serverAnswers();
    form._checking = false;
    banner.hidden = connected;
    if (connected) {
      form._checked = true;
      form.requestSubmit(button?.isConnected ? button : undefined);
    } else {
      if (clean) delete form.dataset.dirty;
      banner.scrollIntoView({ block: "nearest" });
    }
  });
  window.addEventListener("pageshow", () => document.querySelectorAll("form").forEach((form) => { delete form._checked; }));

  // It goes when the connection is back, also if live.js never missed it.
  async function lookAgain() {
    if (!banner.hidden && (await serverAnswers())) banner.hidden = true;
    setTimeout(lookAgain, AGAIN);
  }
  setTimeout(lookAgain, AGAIN);
  document.addEventListener("komandor:connection", (event) => { if (event.detail.ok) banner.hidden = true; });
})();
