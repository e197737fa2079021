// Draws the line of whoever is looked for into the picture of places by round, from the rows of its table.
(() => {
  const SVG = "http://www.w3.org/2000/svg", MOST = 8;  // more lines than this say nothing

  function drawn(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    if (text) made.textContent = text;
    return made;
  }

  function line(row, picture) {
    const { unit, first, xs } = picture.dataset, group = drawn("g", { class: "places-found" });
    const dots = [...row.querySelectorAll("td")].map((cell, n) => [xs.trim().split(" ")[n], Number(cell.textContent)]).filter(([, place]) => place)
      .map(([x, place]) => [Number(x), Number(first) + (place - 1) * Number(unit), place]);
    if (!dots.length) return group;
    group.append(drawn("path", { d: `M${dots.map(([x, y]) => `${x} ${y}`).join("L")}` }));
    dots.forEach(([x, y, place]) => group.append(drawn("circle", { cx: x, cy: y, r: 4 }), drawn("text", { x, y: y - 8, "text-anchor": "middle" }, place)));
    const [x, y] = dots[dots.length - 1];
    group.append(drawn("text", { x: x - 10, y: y + 20, "text-anchor": "end" }, row.dataset.find));
    return group;
  }

  function found() {
    const field = document.querySelector("[data-search='places-rows']"), picture = document.querySelector("[data-places]");
    const group = picture?.querySelector("[data-places-found]");
    if (!field || !group) return;
    const rows = [...document.querySelectorAll("#places-rows tr:not([hidden])")];
    group.replaceChildren(...(field.value.trim() && rows.length <= MOST ? rows.map((row) => line(row, picture)) : []));
  }

  document.addEventListener("input", (event) => { if (event.target.matches("[data-search='places-rows']")) found(); });
  document.addEventListener("komandor:live", found);
})();
