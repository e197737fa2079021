"""Editions: the regulations of a game as data, on top of the game's own functions."""

from komandor.core.editions.reading import Edition, digest_of, read_edition, tidied
from komandor.core.games import find_rules
from komandor.core.games.game import Rules
from komandor.core.reasons import Refusal


def rules_by(name: str, text: str = "") -> Rules | None:
    """The rules that an event names: of the edition whose text is in its log, else of a document."""
    if not text:
        return find_rules(name)
    edition = read_edition(text)
    return None if isinstance(edition, Refusal) or edition.id != name else edition.rules


__all__ = ["Edition", "digest_of", "read_edition", "rules_by", "tidied"]
