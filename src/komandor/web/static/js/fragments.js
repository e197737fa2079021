// Parts of a page that the server writes: asked for by a script and put in their place.
//
// An element with data-preview="URL" in a form asks again while somebody types; the answer is shown in its
// [data-preview-here], which then gets the event komandor:preview. data-preview-method="get" sends the form as a
// query, data-preview-wait is the pause in typing that is waited for, in milliseconds.
(() => {
  const K = (window.Komandor = window.Komandor || {});
  const PAUSE = 200;

  // Whether the site gave this answer, and not a network that wants a log-in first, or a proxy.
  K.ours = (answer) => answer?.headers.get("X-Answered-By") === "komandor";

  // The answer to a POST of `body`, or to a GET without one; null if the site did not answer, or if `signal` ends it.
  K.ask = (url, body, signal) =>
    fetch(url, {
      method: body ? "POST" : "GET",
      body,
      signal,
      credentials: "same-origin",
      headers: { "X-Requested-With": "fragment" },
    }).then((answer) => (K.ours(answer) ? answer : null), () => null);

  // Shows this HTML (or nothing) in `box`; whatever was asked for before is not shown any more.
  K.put = (box, html = "") => {
    box._asked = (box._asked || 0) + 1;
    box.innerHTML = html;
  };

  // Asks and shows the answer in `box`, unless something else was asked for meanwhile. Gives back whether it did.
  K.show = async (box, url, body) => {
    const asked = (box._asked = (box._asked || 0) + 1);
    const answer = await K.ask(url, body);
    const html = answer && answer.ok ? await answer.text() : null;
    if (html === null || asked !== box._asked) return false;
    box.innerHTML = html;
    return true;
  };

  // What works only with a script is hidden without one.
  const unhide = () => document.querySelectorAll("[data-script-only]").forEach((part) => { part.hidden = false; });
  document.addEventListener("komandor:live", unhide);
  unhide();

  const here = (part) => part.querySelector("[data-preview-here]");

  K.preview = async (part) => {
    clearTimeout(part._pause);
    const fields = new FormData(part.closest("form")), { preview, previewMethod } = part.dataset;
    let shown;
    if (previewMethod === "get") {
      fields.delete("csrfmiddlewaretoken");
      shown = await K.show(here(part), `${preview}?${new URLSearchParams(fields)}`);
    } else shown = await K.show(here(part), preview, fields);
    if (shown) here(part).dispatchEvent(new CustomEvent("komandor:preview", { bubbles: true }));
  };

  // Shows this instead of a preview that may be under way.
  K.endPreview = (part, html) => {
    clearTimeout(part._pause);
    K.put(here(part), html);
  };

  document.addEventListener("input", (event) => {
    const part = event.target.closest("[data-preview]");
    if (!part) return;
    clearTimeout(part._pause);
    part._pause = setTimeout(K.preview, Number(part.dataset.previewWait || PAUSE), part);
  });
})();
