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

  function show(answer) {
    line.textContent = answer.ok ? line.dataset.ok : line.dataset.bad;
    box.dataset.state = answer.ok ? "ok" : "bad";
    steps.hidden = false;
    steps.open = !answer.ok;
    level.textContent = answer.ok ? claim(answer) : level.dataset.bad;
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

  async function check(read) {
    box.hidden = false;
    box.dataset.state = "busy";
    line.textContent = line.dataset.busy;
    level.textContent = "";
    list.replaceChildren();
    steps.hidden = true;
    try {
      const bytes = new Uint8Array(await read());
      await new Promise((done) => setTimeout(done, 30));
      show(verifyFile(bytes));
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
    if (event.target.matches("[data-verify-file]") && event.target.files.length) check(() => event.target.files[0].arrayBuffer());
  });
})();
