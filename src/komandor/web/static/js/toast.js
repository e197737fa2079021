// Says what was done, with Undo, and goes away by itself unless it is being read.
(() => {
  const STAY = 8_000, STAY_UNDO = 15_000;
  const box = document.getElementById("toasts");
  if (!box) return;

  function start(toast) {
    const stay = toast.querySelector(".toast-undo") ? STAY_UNDO : STAY;
    let timer = setTimeout(() => toast.remove(), stay);
    const hold = () => clearTimeout(timer);
    const go = () => { clearTimeout(timer); timer = setTimeout(() => toast.remove(), stay); };
    toast.addEventListener("pointerenter", hold);
    toast.addEventListener("focusin", hold);
    toast.addEventListener("pointerleave", go);
    toast.addEventListener("focusout", go);
  }

  function say({ text, undo, tone }) {
    const template = document.getElementById("toast-template");
    if (!template || !text) return;
    const toast = template.content.firstElementChild.cloneNode(true);
    toast.classList.remove("ok");
    toast.classList.add(tone || "ok");
    toast.querySelector("p").textContent = text;
    const form = toast.querySelector("form");
    if (undo) form.action = undo; else form?.remove();
    box.append(toast);
    start(toast);
  }

  box.querySelectorAll(".toast").forEach(start);
  box.addEventListener("click", (event) => { if (event.target.closest("[data-dismiss]")) event.target.closest(".toast").remove(); });

  // The message that came with an answer (`say` in web/rendering/responses.py).
  function sayFrom(answer) {
    const message = answer.headers.get("X-Message");
    if (message) say(JSON.parse(message));
  }
  Object.assign((window.Komandor = window.Komandor || {}), { say, sayFrom });
})();
