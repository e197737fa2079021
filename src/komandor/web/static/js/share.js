"use strict";
// Copies the text of its panel: as it is shown (0), as a block of code for Discord (1), or as Markdown (2).
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy-text]");
  if (!button) return;
  const area = button.closest(".panel").querySelectorAll("textarea")[Number(button.dataset.copyText)];
  try { await navigator.clipboard.writeText(area.value); } catch {
    area.hidden = false; // without https there is no clipboard: the text is selected and copied from the page
    area.select();
    document.execCommand("copy");
  }
  button.querySelector("span").textContent = button.dataset.copied;
});
