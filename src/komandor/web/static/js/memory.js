// What this browser remembers for itself. A private window may refuse; then nothing is remembered.
(() => {
  const K = (window.Komandor = window.Komandor || {});
  K.memory = {
    get(key) {
      try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
    },
    set(key, value) {
      try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* a private window */ }
    },
    names(beginning) {
      try { return Object.keys(localStorage).filter((key) => key.startsWith(beginning)); } catch { return []; }
    },
    forget(key) {
      try { localStorage.removeItem(key); } catch { /* a private window */ }
    },
  };
})();
