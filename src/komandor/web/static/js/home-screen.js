// The offline page, where a service worker may run: https, or this computer itself. Elsewhere nothing is asked for.
(() => {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  const worker = document.currentScript.dataset.worker;
  addEventListener("load", () => navigator.serviceWorker.register(worker).catch(() => { /* refused: no offline page */ }));
})();
