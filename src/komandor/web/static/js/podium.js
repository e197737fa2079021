// Saves the podium as a picture: the drawing on the page, painted on a canvas, as a PNG file.
(() => {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-save-podium]"), drawing = document.querySelector("[data-podium]");
    if (!button || !drawing) return;
    const picture = new Image();
    picture.addEventListener("load", () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [1200, 630];
      canvas.getContext("2d").drawImage(picture, 0, 0, 1200, 630);
      const link = document.createElement("a");
      link.download = button.dataset.savePodium;
      link.href = canvas.toDataURL("image/png");
      link.click();
    });
    const copy = drawing.cloneNode(true);
    copy.setAttribute("width", "1200");
    copy.setAttribute("height", "630");
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  });
})();
