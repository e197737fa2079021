"""What a game's own document calls a role or a tie-breaker: a marshal is "koordynator" in Armada.

A game's `[title]` table maps a word of the shared texts to its own.  The two decline alike ("komandora",
"koordynatora"), so the ending stays.  Roles are written small and the program's own name is not, so
"Komandor" is left alone.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from komandor.texts.catalogue import titles_of


@lru_cache(maxsize=4096)  # of texts of ours, which are few
def in_titles_of(game: str, text: str, lang: str) -> str:
    """The text with the names that this game's document uses."""
    own = titles_of(game, lang)
    return _pattern(game, lang).sub(lambda found: own[found[0]], text) if own else text


@cache
def _pattern(game: str, lang: str) -> re.Pattern[str]:
    own: Mapping[str, str] = titles_of(game, lang)
    longest_first = sorted(map(re.escape, own), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first)})(?=\w{{0,4}}\b)")
