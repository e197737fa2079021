"""Reads rules and ambiguities from the data files, once."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Lang = Literal["en", "pl"]
LANGUAGES: tuple[Lang, ...] = ("en", "pl")

Tag = Literal["auto", "assist", "info"]
TAGS: tuple[Tag, ...] = ("auto", "assist", "info")

PARTS = ("common", "armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")
"""The files of the register in reading order: what all games share, then each game."""


@dataclass(frozen=True, slots=True)
class Words:
    """The same text in both languages."""

    en: str
    pl: str

    def __getitem__(self, lang: Lang) -> str:
        return self.pl if lang == "pl" else self.en

    def __bool__(self) -> bool:
        return bool(self.en)


NOTES_PL = (
    ("derived from", "wynika z"),
    ("follows from", "wynika z"),
    ("and", "i"),
    ("gap", "luka w dokumencie"),
    ("(example)", "(przykład)"),
    ("read with a developer's ruling", "czytane razem z orzeczeniem autora gry"),
)
"""The notes that stand in sources beside headings and lines."""
OUTSIDE = re.compile(r"\bX\d+\b")
"""The ID of a source outside the documents."""
NOTHING = {"en": "", "pl": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule: its text, the games it applies to, and its sources in the documents."""

    id: str
    tag: Tag
    part: str  # "common" or a game's id
    section: Words
    games: tuple[str, ...]
    text: Words
    sources: tuple[str, ...]
    algorithm: Words

    def sources_in(self, lang: Lang) -> tuple[str, ...]:
        """Its sources, with the notes around headings and lines in this language."""
        return tuple(_note(source, lang) for source in self.sources)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A source outside the five documents; readings cite it by its ID."""

    id: str
    where: Words
    settles: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguity:
    """A passage that can be read in several ways, and the reading used here."""

    id: str
    games: tuple[str, ...]
    rules: tuple[str, ...]
    settings: tuple[str, ...]
    title: Words
    problem: Words
    default: Words
    why: Words
    setting: Words

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The outside sources that its texts cite."""
        cited = set(OUTSIDE.findall(" ".join(self.parts("en").values())))
        return tuple(one for one in evidence() if one.id in cited)

    def parts(self, lang: Lang) -> dict[str, str]:
        """Its texts by name: problem, default, why, setting; without the empty ones."""
        words = {"problem": self.problem, "default": self.default, "why": self.why, "setting": self.setting}
        return {key: text[lang] for key, text in words.items() if text}


@dataclass(frozen=True, slots=True)
class Document:
    """One of the five documents; sources cite it by its number."""

    number: str
    game: str
    version: Words


@cache
def rules() -> tuple[Rule, ...]:
    """Every rule, in reading order."""
    return tuple(rule for part in PARTS for rule in _rules_of(part))


@cache
def ambiguities() -> tuple[Ambiguity, ...]:
    """Every ambiguity, in reading order."""
    return tuple(_ambiguity(raw) for raw in read("ambiguities")["ambiguity"])


def rule(id: str) -> Rule | None:
    """The rule with this ID, or None."""
    return _by_id().get(id)


def ambiguity(id: str) -> Ambiguity | None:
    """The ambiguity with this ID, or None."""
    return next((entry for entry in ambiguities() if entry.id == id), None)


@cache
def titles() -> Mapping[str, Words]:
    """The heading of each part of the register, by its file name."""
    return {part: words_of(read(part)["title"]) for part in (*PARTS, "ambiguities")}


def documents() -> tuple[Document, ...]:
    """The five documents."""
    raws = read("documents")["document"]
    return tuple(Document(raw["number"], raw["game"], words_of(raw["version"])) for raw in raws)


@cache
def evidence() -> tuple[Evidence, ...]:
    """The sources outside the five documents."""
    raws = read("ambiguities")["evidence"]
    return tuple(Evidence(raw["id"], words_of(raw["where"]), words_of(raw)) for raw in raws)


@cache
def _by_id() -> Mapping[str, Rule]:
    return {entry.id: entry for entry in rules()}


@cache
def read(name: str) -> dict[str, Any]:
    """One data file of the register."""
    return tomllib.loads((files(__package__) / "data" / f"{name}.toml").read_text(encoding="utf-8"))


def _rules_of(part: str) -> tuple[Rule, ...]:
    data = read(part)
    sections = {key: words_of(raw) for key, raw in data["sections"].items()}
    return tuple(
        Rule(
            id=raw["id"],
            tag=raw["tag"],
            part=part,
            section=sections[raw["section"]],
            games=tuple(raw["games"]),
            text=words_of(raw),
            sources=tuple(raw["sources"]),
            algorithm=Words(*(raw.get(key, "").strip("\n") for key in ("algorithm", "algorithm_pl"))),
        )
        for raw in data["rule"]
    )


def _ambiguity(raw: Mapping[str, Any]) -> Ambiguity:
    texts = {key: words_of(raw.get(key, NOTHING)) for key in ("problem", "default", "why", "setting")}
    return Ambiguity(
        id=raw["id"],
        games=tuple(raw["games"]),
        rules=tuple(raw["rules"]),
        settings=tuple(raw["settings"]),
        title=words_of(raw["title"]),
        **texts,
    )


def _note(source: str, lang: Lang) -> str:
    if lang == "pl":
        for english, polish in NOTES_PL:
            source = re.sub(rf"(?<!\w){re.escape(english)}(?!\w)", polish, source)
    return source


def words_of(raw: Mapping[str, str]) -> Words:
    """The two languages of an entry."""
    return Words(raw["en"].strip(), raw["pl"].strip())
