// Typing never waits for the network. What is typed is taken out of the field at once, stands in a list as one entry,
// and is sent in the order in which it was typed. An entry turns saved or refused; without a connection it is sent
// again until an answer comes, always with the same id, so that it counts once.
//
// The list is a [data-queue] with a <template>; its data-sending, data-saved, data-refused and data-offline are the words
// for the states.
(() => {
  const K = (window.Komandor = window.Komandor || {});
  const KEPT = 4; // saved entries that stay in the list
  const LONGEST_WAIT = 15_000, FIRST_PAUSE = 500, LONGEST_PAUSE = 4_000;
  const queues = [];

  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  function mark(entry, state, text) {
    const { item } = entry, list = item.closest("[data-queue]");
    item.dataset.state = state;
    item.querySelector("[data-state-word]").textContent = list.dataset[state];
    if (text !== undefined) item.querySelector("[data-entry-text]").textContent = text;
  }

  // `url`, `what` (how the entry is called in the list), `fields`; `settle(entry, answer)` marks it as the answer says.
  K.queue = (list, settle) => {
    const waiting = [];
    let sending = false;

    async function sendOne(entry) {
      for (let wait = FIRST_PAUSE; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
        mark(entry, "sending");
        const answer = await K.ask(entry.url, entry.fields, AbortSignal.timeout(LONGEST_WAIT));
        if (answer) return answer;
        mark(entry, "offline");
        await pause(wait);
      }
    }

    async function sendAll() {
      if (sending) return;
      sending = true;
      while (waiting.length) {
        const answer = await sendOne(waiting[0]);
        await settle(waiting[0], answer);
        waiting.shift();
        [...list.querySelectorAll("[data-state=saved]")].slice(KEPT).forEach((old) => old.remove());
      }
      sending = false;
    }

    const queue = {
      waiting: () => waiting.length,
      add(entry) {
        entry.fields.set("command_id", newId());
        entry.item = list.querySelector("template").content.firstElementChild.cloneNode(true);
        list.prepend(entry.item);
        mark(entry, "sending", entry.what);
        waiting.push(entry);
        sendAll();
      },
    };
    queues.push(queue);
    return queue;
  };
  K.mark = mark;

  // Whether anything stands in a field for fast typing or is on its way: then no single key may do something.
  const typed = (form) => [...form.elements].some((field) => field.matches("input:not([type=hidden], [type=checkbox])") && field.value.trim());
  K.unsaved = () => queues.some((queue) => queue.waiting()) || [...document.querySelectorAll("form[data-fast]")].some(typed);

  window.addEventListener("beforeunload", (event) => {
    if (queues.some((queue) => queue.waiting())) event.preventDefault();
  });
})();
