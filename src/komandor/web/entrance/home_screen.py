"""What makes the site at home on a phone: manifest, icons, and a page of our own for when nobody answers.

The service worker keeps that page and its style, and nothing else: no page of a seat, no link, no answer of
the server ever lies in its store. Browsers run it in a secure context only (https, or this computer itself);
elsewhere `home-screen.js` does not ask for it.
"""

import json

from komandor.texts.catalogue import Lang
from komandor.web.rendering.i18n import translations
from komandor.web.rendering.jinja import render
from komandor.web.rendering.records import Page
from komandor.web.routing.request import url
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site

BAND, PAPER = "#14222f", "#f5f4ef"  # as in tokens.css
KEPT = ("komandor.css", "js/offline.js", "fonts/atkinson-next-latin.woff2", "img/favicon.svg")
"""What the offline page needs to look like ours, and to go away by itself."""

WORKER = """// Keeps the offline page and its style, never an answer of the server.
const PAGE = %(page)s;
const KEPT = %(kept)s;
const STORE = %(store)s;
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(KEPT)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== STORE);
  const forget = (names) => Promise.all(old(names).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const path = new URL(event.request.url).pathname;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
  } else if (path !== PAGE && KEPT.includes(path)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(path)));
  }
});
"""


class OfflinePage(Page, template="entrance/offline.html"):
    """Shown by the browser itself when the server does not answer."""


def offline(site: Site, lang: Lang) -> str:
    return render(site.assets, lang, OfflinePage())


def worker(site: Site, lang: Lang) -> str:
    page = url("offline")
    kept = [page, *map(site.assets.url, KEPT)]
    names = {"page": page, "kept": kept, "store": f"komandor-{lang}-{site.assets.stamp}"}
    return WORKER % {key: json.dumps(value) for key, value in names.items()}


def manifest(site: Site, lang: Lang) -> str:
    _ = translations(lang).gettext
    sizes = (192, 512)
    return json.dumps(
        {
            "name": "Komandor",
            "short_name": "Komandor",
            "description": _("Tournaments by the book"),
            "lang": lang,
            "start_url": url("home"),
            "scope": url("home"),
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": BAND,
            "icons": [
                {
                    "src": site.assets.url(f"img/icon-{n}.png"),
                    "sizes": f"{n}x{n}",
                    "type": "image/png",
                    "purpose": "any maskable",
                }
                for n in sizes
            ],
        },
        ensure_ascii=False,
    )


PAGES = (
    CachedPage("/offline", offline, "offline"),
    CachedPage("/sw.js", worker, "service-worker", "text/javascript; charset=utf-8"),
    CachedPage("/manifest.webmanifest", manifest, "manifest", "application/manifest+json"),
)
