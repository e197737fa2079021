"""The composition root: a site over a store, with all its pages."""

from datetime import timedelta
from functools import partial
from pathlib import Path

from komandor.app.api_tokens import still_valid
from komandor.app.card_data import CardData
from komandor.app.identity import host_keys, new_host_key
from komandor.app.ledger import Ledger
from komandor.log.store import EventStore
from komandor.web.public.picture_files import picture_of
from komandor.web.routing.request import url
from komandor.web.routing.urls import cached_pages
from komandor.web.server.assets import Assets
from komandor.web.server.cache import CachedPage, PageCache
from komandor.web.server.live import Hub
from komandor.web.server.sender import Sender, Surroundings
from komandor.web.server.services import Services
from komandor.web.server.site import Site

OF_A_START, FOR_A_DAY = "start", timedelta(days=1)
"""A start prints a key for whoever stands before the machine. It ends, so that they do not pile up."""


def make_site(
    store: EventStore,
    *,
    secret: str,
    pages: tuple[CachedPage, ...] | None = None,
    addresses: tuple[str, ...] = (),
    hosts: frozenset[str] = frozenset(),
    data: Path | None = None,
    home: str | None = None,
) -> Site:
    """A site over this store. `pages` defaults to all cached pages of the site."""
    ledger = Ledger(store, CardData(store))
    hub = Hub(store.version, valid=partial(still_valid, ledger))
    site = Site(
        store=store,
        secret=secret,
        hub=hub,
        pages=PageCache(cached_pages if pages is None else pages),
        assets=Assets.load(),
        services=Services(ledger),
        addresses=addresses,
        hosts=hosts,
        data=data,
        home=home_link(store) if home is None else home,
    )
    site.closers.append(store.listen(hub.heard))
    return site


def home_link(store: EventStore, *, terminal: bool = True) -> str:
    """The path that opens the site for whoever has started it.

    Without a terminal what is printed ends in a log, which more people read and nobody erases. So once
    there is a lasting key, no further ones are made for it: the path is that of the first page.
    """
    if not terminal and any(not key.ends for key in host_keys(store)):
        return url("home")
    return url("host-link", new_host_key(store, OF_A_START, FOR_A_DAY))


def sender_of(site: Site) -> Sender:
    """The sender of this site's messages. Links go only where people outside can follow them."""
    public = bool(site.hosts)
    around = Surroundings(
        link=lambda event: site.address + url("public", event) if public else "",
        hosted=public,
        picture=lambda poster: picture_of(site.assets, poster),
        making=site.hub.turns.making,
    )
    return Sender(site.services.ledger, around)
