"""Finds rules by words or by a similar ID; case and diacritics do not matter."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from komandor.rulebook.register import LANGUAGES, Lang, Rule, ambiguities, rules

WHOLE_WORD, SAME_STEM, INSIDE = 4, 2, 1
"""How much a match counts: the word itself, another ending of it, a part of a longer word."""

ID, SECTION, TEXT = 4, 2, 1
"""How much it counts where the word was found."""


def search(words: str | Iterable[str], lang: Lang | None = None) -> tuple[Rule, ...]:
    """The rules with all of the words, best match first; if there are none, those with most of them."""
    wanted = fold(words if isinstance(words, str) else " ".join(words)).split()
    if not wanted:
        return ()
    wanted = [word if _known(word, lang) else word[: max(5, len(word) - 4)] for word in wanted]
    graded = [(*_grade(entry.id, lang, tuple(wanted)), entry) for entry in rules()]
    most = max(found for found, _, _ in graded)
    kept = [(worth, entry) for found, worth, entry in graded if most and found == most]
    return tuple(entry for _, entry in sorted(kept, key=lambda pair: -pair[0]))


def near(id: str) -> tuple[str, ...]:
    """Similar IDs, for "did you mean"."""
    known = [entry.id for entry in rules()] + [entry.id for entry in ambiguities()]
    return tuple(get_close_matches(id.upper(), known, n=3, cutoff=0.7))


def fold(text: str) -> str:
    """Lower case, without diacritics, words only: "Wolny los (bye)" → "wolny los bye"."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return " ".join(re.findall(r"\w+", "".join(c for c in plain if not unicodedata.combining(c))))


def _grade(id: str, lang: Lang | None, wanted: tuple[str, ...]) -> tuple[int, int]:
    """How many of the words occur, and how well they match."""
    worths = [_worth(word, _texts(lang)[id]) for word in wanted]
    return sum(worth > 0 for worth in worths), sum(worths)


def _known(word: str, lang: Lang | None) -> bool:
    """Whether any rule has this word or another ending of it; a verb's noun needs a shorter stem."""
    return any(_worth(word, texts) for texts in _texts(lang).values())


def _worth(word: str, texts: tuple[tuple[int, str], ...]) -> int:
    return sum(weight * _match(word, text) for weight, text in texts)


def _match(word: str, text: str) -> int:
    if f" {word} " in text:
        return WHOLE_WORD
    # Polish endings change: "wolny los" should find "wolnego losu".
    if f" {word[: max(4, len(word) - 2)]}" in text:
        return SAME_STEM
    return INSIDE if len(word) > 3 and word in text else 0


@cache
def _texts(lang: Lang | None) -> dict[str, tuple[tuple[int, str], ...]]:
    langs = LANGUAGES if lang is None else (lang,)

    def padded(*texts: str) -> str:
        return f" {fold(' '.join(texts))} "

    return {
        entry.id: (
            (ID, padded(entry.id)),
            (SECTION, padded(*(entry.section[lang] for lang in langs))),
            (TEXT, padded(*(entry.text[lang] for lang in langs))),
        )
        for entry in rules()
    }
