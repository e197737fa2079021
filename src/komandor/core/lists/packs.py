"""A pack: what an event of one game needs besides the program, as one value with a checksum.

It holds the text of an edition, card data, or both, and says where they come from.  Formats of legality and
maps are part of the card data, missions part of the edition.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from komandor.core.lists.cards import BrokenCatalogue, Catalogue, from_plain, plain, strings
from komandor.core.reasons import why

FORMAT = "komandor-pack/1"
TEXTS = ("game", "name", "version", "date", "licence")
MANY = ("sources", "missions")
LONGEST = 2000
"""Characters of a name, a source or a licence note."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """Edition and card data of one game; two of a game may be kept side by side."""

    game: str
    name: str
    version: str
    date: str
    licence: str = ""  # what the sources say about using them
    sources: tuple[str, ...] = ()
    missions: tuple[str, ...] = ()
    edition: str = ""  # the text of an edition; empty: played by the document
    cards: Catalogue | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of everything in it, whatever program packed the file."""
        whole = [manifest_of(self), self.edition, plain(self.cards) if self.cards else None]
        text = json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def manifest_of(pack: Pack) -> dict[str, Any]:
    """What a pack says of itself."""
    said = {key: getattr(pack, key) for key in TEXTS}
    return {"format": FORMAT, **said, "sources": list(pack.sources), "missions": list(pack.missions)}


def pack_from(manifest: Any, edition: str, cards: Any, facts: Mapping[str, type]) -> Pack:
    """The pack from its parts as JSON has them; a broken one raises with the place that is wrong."""
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BrokenCatalogue(why("card_data.pack_format", format=FORMAT))
    said = {key: manifest.get(key) for key in TEXTS}
    for key, value in said.items():
        if not isinstance(value, str) or len(value) > LONGEST or (not value and key != "licence"):
            raise BrokenCatalogue(why("card_data.pack_text", name=key))
    sources, missions = (tuple(one[:LONGEST] for one in strings(manifest.get(key))) for key in MANY)
    found = None if cards is None else from_plain(cards, facts)
    texts: dict[str, Any] = {key: str(value) for key, value in said.items()}
    pack = Pack(**texts, sources=sources, missions=missions, edition=edition, cards=found)
    if found and found.game != pack.game:
        raise BrokenCatalogue(why("card_data.other_game", game=found.game[:40]))
    if not found and not edition:
        raise BrokenCatalogue(why("card_data.pack_empty"))
    return pack


def named_cards(pack: Pack) -> Catalogue | None:
    """The card data under the pack's own name, with the beginning of its checksum: so verdicts name it."""
    version = f"{pack.version}, {pack.digest[:12]}"
    return replace(pack.cards, name=pack.name, version=version, date=pack.date) if pack.cards else None
