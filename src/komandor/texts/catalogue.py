"""Reads the sentences and words from the TOML files, once per language.

The section of a file is the first part of a code, the key is the rest: `dice = "…"` under
`[score]` is "score.dice".  A value may be a list of sentences: the first one whose
placeholders all have a value is used.  Sections under `[you]` address the player directly.
A game keeps its own words, and under `[reasons]` its own sentences, in `en.toml` and `pl.toml`
of its folder; a kind of stage may do so too.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, Literal

from komandor.core import games
from komandor.core.tournament import stage_kinds

Lang = Literal["pl", "en"]
LANGUAGES: tuple[Lang, ...] = ("pl", "en")
YOU = "you"
Templates = Mapping[str, tuple[str, ...]]
OWN_KINDS = frozenset({"field", "hint", "fold", "choice", "list_field", "column", "shorthand"})
"""Kinds of word whose codes may mean different things in different games."""


def _tables(folder: str, lang: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for path in sorted((files(__package__) / folder / lang).iterdir(), key=lambda one: one.name):
        if path.name.endswith(".toml"):
            yield from tomllib.loads(path.read_text(encoding="utf-8")).items()


def _of_games(lang: str) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Game, name of the table, table."""
    for rules in games.GAMES:
        text = (files(rules.folder) / f"{lang}.toml").read_text(encoding="utf-8")
        yield from ((rules.data.id, kind, table) for kind, table in tomllib.loads(text).items())


def _of_stages(lang: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Name of the table, table: of the kinds of stage that keep words of their own."""
    for kind in stage_kinds.KINDS:
        if kind.folder:
            yield from tomllib.loads(
                (files(kind.folder) / f"{lang}.toml").read_text(encoding="utf-8")
            ).items()


def _sentences(space: str, table: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key, value in table.items():
        yield f"{space}.{key}", (value,) if isinstance(value, str) else tuple(value)


@cache
def templates(lang: str) -> Templates:
    """Sentence templates by code, the preferred one first."""
    kept = (*((kind, table) for _, kind, table in _of_games(lang)), *_of_stages(lang))
    own = (table.items() for kind, table in kept if kind == "reasons")
    shared = (item for item in _tables("reasons", lang) if item[0] != YOU)
    return dict(pair for space, table in chain(shared, *own) for pair in _sentences(space, table))


@cache
def templates_for_you(lang: str) -> Templates:
    """Templates that address the player whom the reason is about."""
    own = (table.items() for space, table in _tables("reasons", lang) if space == YOU)
    return dict(pair for space, table in chain(*own) for pair in _sentences(space, table))


@cache
def words(lang: str) -> Mapping[str, Mapping[str, str]]:
    """Words by kind and code.  A kind may be spread over several files; a game puts its id before codes."""
    found: dict[str, dict[str, str]] = {}
    stages = (item for item in _of_stages(lang) if item[0] != "reasons")
    for kind, table in chain(_tables("words", lang), stages):
        found.setdefault(kind, {}).update(table)
    for game, kind, table in _of_games(lang):
        if kind not in ("reasons", "title"):
            own = {f"{game}.{code}": text for code, text in table.items()}
            found.setdefault(kind, {}).update(own if kind in OWN_KINDS else table)
    return found


@cache
def titles_of(game: str, lang: str) -> Mapping[str, str]:
    """The words of the shared texts for which this game's document has its own."""
    return {
        word: own
        for id, kind, table in _of_games(lang)
        if (id, kind) == (game, "title")
        for word, own in table.items()
    }


def known(kind: str, code: object, lang: str) -> str | None:
    """The word for a code, or None."""
    return words(lang).get(kind, {}).get(_key(code))


def known_in(game: str, kind: str, code: str, lang: str) -> str | None:
    """The game's own word, else everybody's; where no game is named, that of any game which has one."""
    asked = (game,) if game else tuple(rules.data.id for rules in games.GAMES)
    shared = known(kind, code, lang)
    if shared and not game:
        return shared
    return next((own for one in asked if (own := known(kind, f"{one}.{code}", lang))), shared)


def word(kind: str, code: object, lang: str) -> str:
    """The word for a code of the core; the code itself if there is none."""
    return known(kind, code, lang) or _key(code)


def _key(code: object) -> str:
    return str(code).lower() if isinstance(code, bool) or code is None else str(code)


def help_for(setting: str, lang: str) -> str:
    """One sentence on what a setting does."""
    return word("setting_help", setting, lang)


def setting_value(setting: str, value: object, lang: str) -> str:
    """A setting's value in words: its own word, else yes or no, else the value unchanged."""
    own = known("setting_value", f"{setting}.{_key(value)}", lang)
    if own is None and isinstance(value, bool):
        return word("answer", value, lang)
    return own or _key(value)
