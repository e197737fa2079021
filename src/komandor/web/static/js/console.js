// The console: quick entry reads while one types and saves without leaving the page; a correction shows its
// effect before it is saved; an arrow says why.
(() => {
  const post = (url, body, headers = {}) => fetch(url, { method: "POST", body, headers, credentials: "same-origin" }).catch(() => null);

  // Quick entry ----------------------------------------------------------------
  const quick = document.querySelector("form[data-quick]");
  if (quick) {
    let timer = 0, turn = 0, busy = false;
    const { table, result, command_id: id } = quick.elements;
    const box = quick.querySelector("[data-quick-reading]"), trouble = quick.querySelector("[data-quick-trouble]");
    const read = async () => {
      const mine = ++turn;
      const answer = await post(quick.dataset.quick, new FormData(quick));
      if (answer && answer.ok && mine === turn) box.innerHTML = await answer.text();
    };
    const clear = () => { turn += 1; clearTimeout(timer); table.value = result.value = ""; box.textContent = ""; trouble.hidden = true; table.focus(); };
    const save = async () => {
      if (busy) return;
      busy = true;
      clearTimeout(timer);
      const answer = await post(quick.action, new FormData(quick), { "X-Requested-With": "quick" });
      busy = false;
      trouble.hidden = Boolean(answer);
      if (!answer) return; // the id stays: whatever reached the server is counted once
      if (answer.status === 204) {
        const said = JSON.parse(answer.headers.get("HX-Trigger") || "{}").toast;
        id.value = answer.headers.get("X-Command-Id");
        clear();
        if (said) window.Komandor.say(said);
        window.Komandor.refresh();
      } else if (answer.status === 422) {
        turn += 1;
        box.innerHTML = await answer.text();
        (table.value.trim() && !result.value.trim() ? result : document.activeElement === table ? table : result).focus();
      } else quick.submit();
    };
    quick.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(read, 150); });
    quick.addEventListener("submit", (event) => { event.preventDefault(); save(); });
    quick.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && (table.value || result.value)) { clear(); event.preventDefault(); event.stopPropagation(); }
      if (event.key === "Enter" && event.target === table && !result.value.trim()) { event.preventDefault(); result.focus(); }
      if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        const open = [...document.querySelectorAll("tr[data-open][id^=table-]")].map((el) => el.id.slice(6));
        const at = open.indexOf(table.value.trim()), step = event.key === "ArrowDown" ? 1 : -1;
        if (!open.length) return;
        event.preventDefault();
        table.value = open[at < 0 ? (step > 0 ? 0 : open.length - 1) : (at + step + open.length) % open.length];
        quick.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    if (table.value) read();
  }

  // The effect of a correction -----------------------------------------------------
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-show-effect]");
    if (!button) return;
    const form = button.closest("form"), box = form.querySelector("[data-effect]");
    const answer = await post(box.dataset.effect, new FormData(form));
    if (answer && answer.ok) { box.innerHTML = await answer.text(); box.scrollIntoView({ block: "nearest" }); }
  });

  // Why: the arrow's answer in a dialog; without a script the link leads to the match ------------
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-why]"), dialog = document.getElementById("why-dialog");
    if (!link || !dialog || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const answer = await fetch(link.dataset.why, { credentials: "same-origin" }).catch(() => null);
    if (!answer || !answer.ok) { location.href = link.href; return; }
    dialog.querySelector("[data-why-text]").innerHTML = await answer.text();
    dialog.showModal();
  });

  // Looking for a name among hundreds of rows --------------------------------------------
  const plain = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ł/g, "l");
  let wanted = "";
  const find = () => document.querySelectorAll("tr[data-names]").forEach((row) => { row.hidden = wanted !== "" && !plain(row.dataset.names).includes(plain(wanted.trim())); });
  document.addEventListener("input", (event) => { if (event.target.matches("[data-find]")) { wanted = event.target.value; find(); } });
  document.addEventListener("komandor:live", () => { const look = document.querySelector("[data-find]"); if (look && wanted) { look.value = wanted; find(); } });
})();
