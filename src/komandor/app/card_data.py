"""Card data and packs as the store keeps them, so that every process on it answers alike.

The cards themselves lie under their checksum and never change there; small entries say which of them a
game or a pack uses.  A reader asks for the small entry each time and reads the cards once.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from komandor.app.editions import edition_of, rules_named
from komandor.core.editions import Edition
from komandor.core.games import GAMES
from komandor.core.games.game import Rules
from komandor.core.lists.cards import BrokenCatalogue, Catalogue, from_plain, plain
from komandor.core.lists.knowledge import Cards
from komandor.core.lists.packs import MANY, TEXTS, Pack, manifest_of, named_cards, pack_from
from komandor.core.reasons import Refusal, refuse
from komandor.log.canonical import canonical
from komandor.log.store import EventStore

CATALOGUES, PACKS, CONTENT = "catalogues", "packs", "card_data"
MOST_READ = 8
"""Sets of card data that are kept ready in memory."""


def game_rules(game: str) -> Rules | None:
    return next((one for one in GAMES if one.data.id == game), None)


def facts_of_game(game: str) -> Mapping[str, type]:
    """The names and types of what only this game knows of a card."""
    rules = game_rules(game)
    return rules.lists.facts if rules and rules.lists else {}


def keep_catalogue(store: EventStore, catalogue: Catalogue) -> None:
    """Keep the card data of a game in place of what was loaded before."""
    before = store.get(CATALOGUES, catalogue.game)
    digest = _keep_content(store, catalogue)
    store.put(CATALOGUES, catalogue.game, {"digest": digest})
    _forget_content(store, before)


def kept_catalogue(store: EventStore, game: str) -> Catalogue | None:
    """The card data that is loaded for a game. Raises BrokenCatalogue."""
    kept = store.get(CATALOGUES, game)
    return _content(store, str(kept["digest"]), game) if kept else None


def forget_catalogue(store: EventStore, game: str) -> bool:
    """Remove the card data of a game; False if there is none."""
    before = store.get(CATALOGUES, game)
    store.put(CATALOGUES, game, None)
    _forget_content(store, before)
    return before is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class PackFacts:
    """What lists of packs say of one."""

    digest: str
    game: str
    name: str
    version: str
    date: str
    edition: str  # its id; empty: played by the document
    cards: int
    formats: tuple[str, ...]
    missions: tuple[str, ...]
    sources: tuple[str, ...]
    licence: str

    @property
    def label(self) -> str:
        return f"{self.name}, {self.date} ({self.version})"


def keep_pack(store: EventStore, pack: Pack, replacing: bool = False) -> PackFacts | Refusal:
    """Keep a pack beside the others; `replacing` removes earlier ones of the same game and name."""
    edition = edition_of(pack.edition) if pack.edition else None
    if isinstance(edition, Refusal):
        return edition
    if game_rules(pack.game) is None or (edition and edition.rules.data.id != pack.game):
        return refuse("file.pack_game", None, found=pack.game[:60])
    earlier = [one for one in packs(store) if (one.game, one.name) == (pack.game, pack.name)]
    content = _keep_content(store, pack.cards) if pack.cards else ""
    shown = {
        "manifest": manifest_of(pack),
        "edition": pack.edition,
        "edition_id": edition.id if edition else "",
        "digest": content,
        "cards": len(pack.cards.content.cards) if pack.cards else 0,
        "formats": [one.name for one in pack.cards.content.seasons] if pack.cards else [],
    }
    store.put(PACKS, pack.digest, shown)
    for one in earlier:
        if replacing and one.digest != pack.digest:
            forget_pack(store, one.digest)
    return _facts(pack.digest, shown)


def packs(store: EventStore, game: str = "") -> tuple[PackFacts, ...]:
    """Every kept pack, or those of a game: by game, name and date."""
    found = [_facts(digest, kept) for digest, kept in store.items(PACKS)]
    wanted = [one for one in found if not game or one.game == game]
    return tuple(sorted(wanted, key=lambda one: (one.game, one.name, one.date, one.version, one.digest)))


def pack_named(store: EventStore, name: str) -> PackFacts | None:
    """The pack of this checksum, of a checksum that begins like this, or the only one of this name."""
    fits = [one for one in packs(store) if name and name in (one.digest, one.name)]
    fits = fits or [one for one in packs(store) if len(name) >= 6 and one.digest.startswith(name)]
    return fits[0] if len(fits) == 1 else None


def kept_pack(store: EventStore, digest: str) -> Pack | None:
    """The whole pack. Raises BrokenCatalogue."""
    kept = store.get(PACKS, digest) if digest else None
    if kept is None:
        return None
    manifest, content = kept["manifest"], str(kept["digest"])
    game = str(manifest["game"]) if isinstance(manifest, Mapping) else ""
    cards = store.get(CONTENT, content) if content else None
    return pack_from(manifest, str(kept["edition"]), cards, facts_of_game(game))


def forget_pack(store: EventStore, digest: str) -> bool:
    """Remove a pack; False if there is none. Events keep its edition and the verdicts in their logs."""
    before = store.get(PACKS, digest)
    store.put(PACKS, digest, None)
    _forget_content(store, before)
    return before is not None


def rules_chosen(store: EventStore, name: str) -> tuple[Rules, str] | None:
    """The rules of a game, an edition or a pack (by its checksum), with the text for the event's log."""
    kept = store.get(PACKS, name)
    if kept is None:
        return rules_named(store, name)
    edition = edition_of(str(kept["edition"])) if kept["edition"] else None
    if isinstance(edition, Edition):
        return edition.rules, edition.text
    rules = game_rules(_facts(name, kept).game)
    return (rules, "") if rules else None


class CardData:
    """The card data of the store, read once and again when it was replaced. Thread-safe."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._read: OrderedDict[tuple[str, str], Cards | None] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, game: str, pack: str = "") -> Cards | None:
        """The cards of a pack, else those loaded for the game; None where there are none to be read."""
        kept = self._store.get(PACKS, pack) if pack else self._store.get(CATALOGUES, game)
        if kept is None or not kept["digest"]:
            return None
        key = (pack or str(kept["digest"]), game)
        with self._lock:
            if key not in self._read:
                self._read[key] = self._cards(game, pack, str(kept["digest"]))
            self._read.move_to_end(key)
            while len(self._read) > MOST_READ:
                self._read.popitem(last=False)
            return self._read[key]

    def _cards(self, game: str, pack: str, digest: str) -> Cards | None:
        rules = game_rules(game)
        try:
            whole = kept_pack(self._store, pack) if pack else None
            found = named_cards(whole) if whole else None if pack else _content(self._store, digest, game)
        except BrokenCatalogue:
            return None
        fits = found is not None and found.game == game
        return Cards(found, rules.lists.pool(found)) if found and fits and rules and rules.lists else None


def _keep_content(store: EventStore, catalogue: Catalogue) -> str:
    content = plain(catalogue)
    digest = hashlib.sha256(canonical(content).encode()).hexdigest()
    store.put(CONTENT, digest, content)
    return digest


def _content(store: EventStore, digest: str, game: str) -> Catalogue | None:
    content = store.get(CONTENT, digest)
    return from_plain(content, facts_of_game(game)) if content else None


def _forget_content(store: EventStore, before: Mapping[str, object] | None) -> None:
    """Delete cards that nothing names any more."""
    digest = str(before["digest"]) if before else ""
    named = {one["digest"] for space in (CATALOGUES, PACKS) for _, one in store.items(space)}
    if digest and digest not in named:
        store.put(CONTENT, digest, None)


def _facts(digest: str, kept: Mapping[str, object]) -> PackFacts:
    said, formats, cards = kept["manifest"], kept["formats"], kept["cards"]
    assert isinstance(said, Mapping)
    assert isinstance(formats, (list, tuple))
    assert isinstance(cards, int)
    said_of: dict[str, Any] = {key: str(said[key]) for key in TEXTS}
    said_of |= {key: tuple(map(str, said[key])) for key in MANY}
    edition, named = str(kept["edition_id"]), tuple(map(str, formats))
    return PackFacts(digest=digest, edition=edition, cards=cards, formats=named, **said_of)
