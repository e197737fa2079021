// Knocks before it posts: without an answer nothing is sent, nothing typed is lost, and the page says so.
// Every form carries its own command id, so a try that did arrive is answered and not repeated.
(() => {
  const banner = document.getElementById("unsaved"), topic = document.body.dataset.topic;
  if (!banner || !topic) return;
  const WAIT = 4_000;

  async function reached() {
    const answer = await fetch(`/live/${encodeURIComponent(topic)}/version`, { cache: "no-store", signal: AbortSignal.timeout(WAIT) }).catch(() => null);
    return Boolean(answer && answer.ok);
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter;
    if (event.defaultPrevented || form._reached || form.dataset.quick || form.hasAttribute("hx-post")) return;
    if ((button?.getAttribute("formmethod") || form.method) !== "post") return;
    event.preventDefault();
    if (form._knocking) return;
    form._knocking = true;
    const clean = form.dataset.dirty === undefined;
    form.dataset.dirty = ""; // the live part holds still meanwhile
    const there = await reached();
    form._knocking = false;
    banner.hidden = there;
    if (there) {
      form._reached = true;
      form.requestSubmit(button?.isConnected ? button : undefined);
    } else {
      if (clean) delete form.dataset.dirty;
      banner.scrollIntoView({ block: "nearest" });
    }
  });
  window.addEventListener("pageshow", () => document.querySelectorAll("form").forEach((form) => { delete form._reached; }));
  document.addEventListener("komandor:connection", (event) => { if (event.detail.ok) banner.hidden = true; });
})();
