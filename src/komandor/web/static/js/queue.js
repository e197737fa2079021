// Typing never waits for the network. What is typed is taken out of the field at once, stands in a list as one entry,
// and is sent in the order in which it was typed. An entry turns saved or refused; while no answer of ours comes, or one
// that nothing can be saved now, it is sent again, always with the same id, so that it counts once. Until then this browser
// remembers it: if the page is left, the next page of the console sends the rest.
//
// The list is a [data-queue] with a <template>; its data-waiting, data-sending, data-saved, data-refused, data-offline and
// data-later are the words for the states.
(() => {
  const K = (window.Komandor = window.Komandor || {});
  const KEPT = 4; // saved entries that stay in the list
  const LONGEST_WAIT = 15_000, FIRST_PAUSE = 500, LONGEST_PAUSE = 4_000;
  const LATER = [429, 502, 503, 504]; // the site cannot save at the moment
  const FAILURES = 3; // so often an entry is sent at which the program fails; then the others have their turn
  const queues = [];

  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  function mark(entry, state, text) {
    const { item } = entry, list = item.closest("[data-queue]");
    item.dataset.state = state;
    item.querySelector("[data-state-word]").textContent = list.dataset[state];
    if (text !== undefined) item.querySelector("[data-entry-text]").textContent = text;
  }

  // What an answer says against an entry: a part of the page, or the whole page of an error; and where it is mended.
  function reasonIn(html) {
    const said = new DOMParser().parseFromString(html, "text/html");
    const reason = said.querySelector(".quick-no, .notice li, .notice p, .empty p")?.textContent.trim() || "";
    return { reason, mend: said.querySelector("a[data-mend]") };
  }

  // The whole answer; null if it breaks off, or if somebody between us and the site gave it.
  async function answerTo(entry) {
    const answer = await K.ask(entry.url, entry.fields, AbortSignal.timeout(LONGEST_WAIT));
    const html = answer && (await answer.text().catch(() => null));
    if (!answer || html === null) return null;
    const { reason, mend } = reasonIn(html);
    return answer.ok && !reason && !answer.headers.has("X-Message") ? null : { status: answer.status, headers: answer.headers, html, reason, mend };
  }

  const visible = (form) => [...form.querySelectorAll("input:not([type=hidden], [type=checkbox])")];

  // Not saved: it says why, and can be mended elsewhere, taken back into the field or dismissed.
  function refuse(entry, reason, mend) {
    const { item, form } = entry, back = item.querySelector("[data-bring-back]"), link = item.querySelector("[data-mend-here]");
    if (mend) {
      Object.assign(link, { href: mend.getAttribute("href"), textContent: mend.textContent, hidden: false });
      link.addEventListener("click", () => item.remove()); // whoever goes there leaves nothing behind
    }
    mark(entry, "refused", [entry.what, reason || item.closest("[data-queue]").dataset.reload].join(" – "));
    item.querySelector("[data-forget-entry]").hidden = false;
    back.hidden = !form;
    back.addEventListener("click", () => {
      const fields = visible(form);
      if (fields.every((field) => !field.value.trim())) {
        item.remove();
        fields.forEach((field) => {
          field.value = entry.fields.get(field.name) || "";
          field.dispatchEvent(new Event("input", { bubbles: true }));
        });
      }
      fields.at(-1).focus();
    });
  }

  // What is remembered of entries to one address: the token of the page is not, the next page has its own.
  const PREFIX = "unsent:", TOKEN = "csrfmiddlewaretoken";
  const place = (url) => PREFIX + new URL(url, location.href).pathname;
  const unsent = (key) => K.memory.get(key) || [];
  const idOf = (entry) => entry.fields.get("command_id");
  function forget(entry) {
    const key = place(entry.url), left = unsent(key).filter(({ id }) => id !== idOf(entry));
    if (left.length) K.memory.set(key, left); else K.memory.forget(key);
  }
  function remember(entry) {
    const fields = [...entry.fields].filter(([name, value]) => name !== TOKEN && typeof value === "string");
    K.memory.set(place(entry.url), [...unsent(place(entry.url)), { id: idOf(entry), what: entry.what, fields }]);
  }
  const remembered = (entry) => unsent(place(entry.url)).some(({ id }) => id === idOf(entry));

  // The queue of a form, or of what was typed into it on a page that was left. An entry has `what` (how it is called in the
  // list) and `fields`; `settle(entry, answer)` marks it as the answer says.
  K.queue = (list, { url, form }, settle) => {
    const waiting = [];
    let sending = false;

    async function sendOne(entry) {
      for (let wait = FIRST_PAUSE, failed = 0; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
        mark(entry, "sending");
        const answer = await answerTo(entry);
        if (answer?.status === 500) failed += 1;
        if (answer && !LATER.includes(answer.status) && (answer.status !== 500 || failed === FAILURES)) return answer;
        mark(entry, answer ? "later" : "offline", [entry.what, answer?.reason].filter(Boolean).join(" – "));
        await pause(wait);
      }
    }

    async function sendAll() {
      if (sending) return;
      sending = true;
      while (waiting.length) {
        const answer = await sendOne(waiting[0]);
        settle(waiting[0], answer);
        forget(waiting.shift());
        [...list.querySelectorAll("[data-state=saved]")].slice(KEPT).forEach((old) => old.remove());
      }
      sending = false;
    }

    function line(entry) {
      Object.assign(entry, { url, form, item: list.querySelector("template").content.firstElementChild.cloneNode(true) });
      list.prepend(entry.item);
      mark(entry, "waiting", entry.what);
      waiting.push(entry);
    }

    const queue = {
      waiting: () => waiting.length,
      lost: () => waiting.some((entry) => !remembered(entry)), // a private window remembers nothing
      add(entry) {
        entry.fields.set("command_id", newId());
        line(entry);
        remember(entry);
        sendAll();
      },
    };
    queues.push(queue);
    for (const { what, fields } of unsent(place(url))) {
      const again = new FormData();
      fields.forEach(([name, value]) => again.append(name, value));
      again.set(TOKEN, document.getElementById("toast-template").content.querySelector(`[name=${TOKEN}]`).value);
      line({ what, fields: again });
    }
    sendAll();
    return queue;
  };
  Object.assign(K, { mark, refuse });

  // Whether anything stands in a field for fast typing or is on its way: then no single key may do something.
  const typed = (form) => [...form.elements].some((field) => field.matches("input:not([type=hidden], [type=checkbox])") && field.value.trim());
  K.unsaved = () => queues.some((queue) => queue.waiting()) || [...document.querySelectorAll("form[data-fast]")].some(typed);

  // Whether something would be lost with this page: then it is not loaded again by itself, and who leaves it is asked.
  const refused = () => Boolean(document.querySelector("[data-queue] > [data-state=refused]"));
  K.standing = () => K.unsaved() || refused();

  window.addEventListener("beforeunload", (event) => {
    if (queues.some((queue) => queue.lost()) || refused()) event.preventDefault();
  });

  // What was typed on a page that was left, into a form that this page does not have.
  function sendTheRest(list) {
    const here = new Set([...document.querySelectorAll("form[data-fast]")].map((form) => place(form.action)));
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + list.dataset.left) && !here.has(key));
    for (const key of keys)
      K.queue(list.querySelector("[data-queue]"), { url: key.slice(PREFIX.length) }, (entry, answer) => {
        if (answer.reason || !answer.headers.has("X-Message")) { refuse(entry, answer.reason, answer.mend); return; }
        mark(entry, "saved");
        K.refresh();
      });
    list.addEventListener("click", (event) => event.target.closest("[data-forget-entry]")?.closest("li").remove());
  }
  window.addEventListener("load", () => {
    try { document.querySelectorAll("[data-left]").forEach(sendTheRest); } catch { /* a private window */ }
  });
})();
