// A player's list: the button data-more-lines="ID" adds a line of cards, with the next number in its names.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-more-lines]");
  if (!button) return;
  const lines = document.getElementById(button.dataset.moreLines), line = lines.lastElementChild.cloneNode(true);
  line.querySelectorAll("input, select").forEach((field) => {
    field.name = field.name.replace(/\.(\d+)\.([^.]+)$/, (_, number, key) => `.${Number(number) + 1}.${key}`);
    field.removeAttribute("id");
    field.value = "";
  });
  lines.append(line);
  line.querySelector("input[name$='.name']").focus();
});
