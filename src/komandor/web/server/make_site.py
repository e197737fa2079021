"""The composition root: a site over a store, with all its pages."""

from pathlib import Path

from komandor.app.access import HOST
from komandor.app.identity import HOST_EVENT, issue
from komandor.app.ledger import Ledger
from komandor.log.store import EventStore
from komandor.store.catalogues import CatalogueStore
from komandor.web.routing.paths import url
from komandor.web.routing.urls import cached_pages
from komandor.web.server.assets import Assets
from komandor.web.server.cache import CachedPage, PageCache
from komandor.web.server.live import Hub
from komandor.web.server.services import Services
from komandor.web.server.site import Site


def make_site(
    store: EventStore,
    *,
    secret: str,
    pages: tuple[CachedPage, ...] | None = None,
    addresses: tuple[str, ...] = (),
    hosts: frozenset[str] = frozenset(),
    data: Path | None = None,
) -> Site:
    """A site over this store. `pages` defaults to all cached pages of the site."""
    hub = Hub(store.version)
    site = Site(
        store=store,
        secret=secret,
        hub=hub,
        pages=PageCache(cached_pages if pages is None else pages),
        assets=Assets.load(),
        services=Services(Ledger(store, CatalogueStore(data)) if data else Ledger(store)),
        addresses=addresses,
        hosts=hosts,
        data=data,
        home=url("host-link", issue(store, HOST_EVENT, HOST, HOST.kind)),
    )
    site.closers.append(store.listen(hub.heard))
    return site
