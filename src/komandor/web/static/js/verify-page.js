// Lets a visitor check the draws: reads the log, asks verify.js, and says each line in the page's language.
(() => {
  const box = document.querySelector("[data-verdict]");
  if (!box || typeof verifyFile !== "function") return;
  const line = box.querySelector(".verdict-line"), level = box.querySelector("[data-level]");
  const list = box.querySelector("ul"), steps = box.querySelector("[data-steps]");
  const sayings = new Map([...document.querySelectorAll("[data-sayings] dt")].map((dt) => [dt.textContent, dt.nextElementSibling.textContent]));
  const say = (code, params) => (sayings.get(code) || code).replace(/\{(\w+)\}/g, (_, key) => String(params[key] ?? "–"));
  const SIGNS = new Map([[true, "✓"], [false, "✕"], [null, "·"]]);

  // What is proved, and not more: in how many Swiss rounds the pairs were computed again.
  function claim({ level, lines }) {
    const rounds = (...codes) => new Set(lines.filter((one) => codes.includes(one.code)).map((one) => one.params.round));
    const open = rounds("draw.pairs_open"), all = rounds("draw.pairs", "draw.pairs_open");
    const pairs = all.size ? ` ${say("level.pairs", { done: all.size - open.size, rounds: all.size })}` : "";
    return say(`level.${level}`, {}) + pairs;
  }

  const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

  // `compared`: what a file is to this event; the public log itself is not compared.
  function show(answer, compared) {
    const foreign = compared && compared.ok === false, right = answer.ok && !foreign;
    const about = compared ? sentence(say(compared.code, compared.params)) : "";
    line.textContent = foreign ? about : `${answer.ok ? line.dataset.ok : line.dataset.bad} ${about}`.trim();
    box.dataset.state = right ? "ok" : "bad";
    steps.hidden = false;
    steps.open = !right;
    level.textContent = foreign ? "" : answer.ok ? claim(answer) : level.dataset.bad;
    const wrongFirst = [...answer.lines].sort((a, b) => (b.ok === false) - (a.ok === false));
    list.replaceChildren(...wrongFirst.map(({ ok, code, params }) => {
      const item = document.createElement("li"), sign = document.createElement("span");
      item.className = ok === false ? "bad" : ok ? "ok" : "note";
      sign.className = "sign"; sign.textContent = SIGNS.get(ok) || "";
      const text = say(code, params);
      item.append(sign, ok === false ? say("not_so", { line: text }) : text);
      return item;
    }));
  }

  // A damaged file is not compared: it says nothing that could be believed.
  async function compare(bytes, answer) {
    if (answer.lines.some((one) => one.ok === false && /^(file|log)\./.test(one.code))) return null;
    try {
      const own = await fetch(document.querySelector("[data-verify]").dataset.verify, { cache: "no-store" });
      if (!own.ok) throw new Error(own.status);
      const { logAll, logHead } = document.querySelector("[data-log-all]").dataset;
      return sameEvent(bytes, new Uint8Array(await own.arrayBuffer()), { all: Number(logAll), head: logHead });
    } catch {
      return { ok: null, code: "same.unknown", params: {} };
    }
  }

  async function check(read, foreign = false) {
    box.hidden = false;
    box.dataset.state = "busy";
    line.textContent = line.dataset.busy;
    level.textContent = "";
    list.replaceChildren();
    steps.hidden = true;
    try {
      const bytes = new Uint8Array(await read());
      await new Promise((done) => setTimeout(done, 30));
      const answer = verifyFile(bytes);
      show(answer, foreign ? await compare(bytes, answer) : null);
    } catch {
      box.dataset.state = "bad";
      line.textContent = line.dataset.unread;
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-verify]");
    if (!button) return;
    check(async () => {
      const answer = await fetch(button.dataset.verify, { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.status);
      return answer.arrayBuffer();
    });
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-verify-file]") && event.target.files.length) check(() => event.target.files[0].arrayBuffer(), true);
  });
})();
