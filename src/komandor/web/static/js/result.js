// Result slips: fields that do not apply are hidden, and what the result is worth is shown while it is filled in.
(() => {
  function value(form, name) {
    const field = form.elements[name];
    if (!field) return "";
    if (field instanceof RadioNodeList || field.type !== "checkbox") return field.value;
    return field.checked ? field.value : "";
  }

  function hideWhatDoesNotApply(form) {
    for (const row of form.querySelectorAll("[data-when]")) {
      const [name, allowed] = row.dataset.when.split("=");
      const applies = allowed.split(",").includes(value(form, name));
      row.hidden = !applies;
      row.querySelectorAll("input, select").forEach((field) => { field.disabled = !applies; });
    }
  }

  // A value that settles the same field of the next game, which may still be changed afterwards.
  function settleNextGame(form, field) {
    const row = field.closest("[data-next]");
    const [chosen, next] = row ? row.dataset.next.split("=") : [];
    const [, game, key] = /^g(\d+)\.(.+)$/.exec(field.name) || [];
    if (!row || field.value !== chosen) return;
    const option = [...form.elements].find((one) => one.name === `g${+game + 1}.${key}` && one.value === next);
    if (option) option.checked = true;
  }

  // A side that lost its last ship: that ended the game, and the whole fleet counts for the other (ARM-SCORE-2).
  function settleDestruction(form, field) {
    const row = form.querySelector("[data-unticked]");
    if (!row) return;
    const [end, whole] = row.dataset.unticked.split("="), game = row.dataset.field.split(".")[0];
    const pair = (key) => ["a", "b"].map((side) => form.elements[`${game}.${key}.${side}`]);
    const ticks = pair(row.dataset.field.slice(game.length + 1)), scores = pair("scores"), ends = form.elements[`${game}.end`];
    const [a, b] = scores.map((score) => (score.value ? Number(score.value) : NaN));
    const lost = ticks.indexOf(field);
    if (lost >= 0) row.dataset.byHand = "1"; // ticks set by hand stay until another end is chosen
    else if (field.name === `${game}.end`) delete row.dataset.byHand;
    if (lost >= 0 && !field.checked) {
      if (ends.value !== "concession") ends.value = end;
      if (!scores[1 - lost].value) scores[1 - lost].value = whole;
    } else if (ends.value === end && !row.dataset.byHand && (field.name === `${game}.end` || scores.includes(field))) {
      if (a !== b && !Number.isNaN(a + b)) ticks.forEach((tick, side) => { tick.checked = (side === 0) === (a > b); });
    } else if (field.name === `${game}.end` && ![end, "concession"].includes(field.value)) {
      ticks.forEach((tick) => { tick.checked = true; });
    }
  }

  // A match to two wins by one click: who won which game; a third game that was not played is left empty.
  function fillSeries(form, won) {
    for (let game = 0; game < 3; game += 1) {
      const wanted = { end: won[game] ? "win" : "", winner: won[game] || "" };
      for (const [key, value] of Object.entries(wanted)) {
        for (const option of form.querySelectorAll(`[name="g${game}.${key}"]`)) { option.disabled = false; option.checked = option.value === value; }
      }
    }
    hideWhatDoesNotApply(form);
    markSeries(form);
    window.Komandor.preview(form);
    if (form.matches("[data-focus-first]")) form.querySelector("button.primary")?.focus(); // Enter saves
  }

  // The chip that says what the games below it say.
  function markSeries(form) {
    const won = [0, 1, 2].map((game) => value(form, `g${game}.winner`)).join("");
    for (const chip of form.querySelectorAll("[data-series]")) chip.setAttribute("aria-pressed", chip.dataset.series === won);
  }

  // A fold opens if a field in it is needed.
  function openFolds(form) {
    const needs = form.querySelector("[data-needs]")?.dataset.needs || "";
    const needed = new Set(needs.split(" ").filter(Boolean));
    for (const row of form.querySelectorAll("[data-field]")) {
      const asked = needed.has(row.dataset.field) && !row.hidden;
      row.classList.toggle("asked", asked);
      const fold = row.closest("details");
      if (asked && fold) fold.open = true;
    }
  }

  // Filled in before this script ran, or by the browser after "back".
  const changed = (field) =>
    (field.defaultChecked ?? field.checked) !== field.checked || (field.defaultValue ?? field.value) !== field.value;

  document.querySelectorAll("form[data-result]").forEach((form) => {
    hideWhatDoesNotApply(form);
    form.querySelectorAll(".series").forEach((chips) => { chips.hidden = false; });
    markSeries(form);
    if (form.matches("[data-focus-first]") && document.activeElement === document.body && !location.hash) {
      const first = [...form.querySelectorAll(".slip input")].find((one) => one.type !== "hidden" && one.getClientRects().length && !one.closest("[hidden]"));
      const score = [...form.querySelectorAll(".slip input[inputmode=numeric]")].find((one) => one.getClientRects().length);
      (form.querySelector("[data-series]") || score || first)?.focus({ preventScroll: true });
    }
    form.addEventListener("input", (event) => {
      settleNextGame(form, event.target);
      settleDestruction(form, event.target);
      hideWhatDoesNotApply(form);
      markSeries(form);
    });
    form.addEventListener("click", (event) => {
      const chip = event.target.closest("[data-series]");
      if (chip) fillSeries(form, chip.dataset.series);
    });
    form.addEventListener("reset", () => setTimeout(() => {
      hideWhatDoesNotApply(form);
      markSeries(form);
      window.Komandor.endPreview(form);
    }));
    form.addEventListener("komandor:preview", () => openFolds(form));
    function read() {
      const before = [...form.elements].filter(changed);
      before.filter((field) => field.type === "checkbox").forEach((field) => settleDestruction(form, field));
      hideWhatDoesNotApply(form);
      if (form.querySelector("[data-preview-here]")?.childElementCount || before.length) window.Komandor.preview(form);
    }
    read();
    const back = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
    if (back) window.addEventListener("pageshow", read); // only now the browser has filled it in again
  });
})();
