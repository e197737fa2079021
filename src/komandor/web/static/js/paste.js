// A list that is pasted: the button data-paste reads the clipboard, where the browser allows it; a text that is
// pasted into data-paste-here is checked at once.
(() => {
  const check = (form) => {
    const button = form.querySelector("[name='do'][value='paste'], [name='do'][value='try-text']");
    if (button) form.requestSubmit(button);
  };

  if (navigator.clipboard && navigator.clipboard.readText)
    document.querySelectorAll("[data-paste]").forEach((button) => { button.hidden = false; });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-paste]");
    if (!button) return;
    const form = button.closest("form"), box = form.querySelector("[data-paste-here]");
    const text = await navigator.clipboard.readText().catch(() => "");
    if (!text.trim()) return box.focus();
    box.value = text;
    check(form);
  });

  document.addEventListener("paste", (event) => {
    const box = event.target.closest("[data-paste-here]");
    if (!box || box.value.trim()) return;
    setTimeout(() => { if (box.value.trim()) check(box.closest("form")); });
  });
})();
