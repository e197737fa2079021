// The offline page: asks every few seconds whether the server answers again, then loads what was asked for.
(() => {
  const EVERY = 3_000;
  const ask = () => fetch("/healthz", { cache: "no-store" }).then((answer) => { if (answer.ok) location.reload(); }, () => {});
  setInterval(ask, EVERY);
  addEventListener("online", ask);
})();
