"""The guides of `docs/guides` as the manual inside the product: sections that can be shown, linked and found.

The wheel carries the guides; a checkout has them in `docs`. Both languages have the same sections in the same
order, so a section has one id, made from its English title.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from komandor import PROGRAM
from komandor.texts import Lang
from komandor.web.public import ruletext
from komandor.web.routing.request import url

PACKED = Path(__file__).parents[1] / "guides"
GUIDES = PACKED if PACKED.is_dir() else Path(__file__).parents[4] / "docs" / "guides"
ORDER = ("organiser", "judge", "player", "verify", "host", "server", "terminal", "api")
HEADING = re.compile(r"^(#{1,3}) (.+)$")
PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)\n?")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
MARKS = re.compile(r"[*`|#]|\]\([^)]*\)|\[|^- |^\d+\. ", re.MULTILINE)
CHECKOUT = re.compile(r"\./run(?P<more> [a-z-])?")
WORDS_SHOWN = 30


class GuideSection(NamedTuple):
    """A heading and what stands under it; `id` is "" for what precedes the first one."""

    id: str
    title: str
    text: str  # Markdown


@dataclass(frozen=True)
class Guide:
    """One guide in one language."""

    key: str
    title: str
    sections: Sequence[GuideSection]

    @property
    def contents(self) -> Sequence[GuideSection]:
        return [section for section in self.sections if section.id]


class FoundSection(NamedTuple):
    """A section that holds every word that was looked for."""

    guide: Guide
    section: GuideSection
    excerpt: str


@cache
def guides(lang: Lang) -> Mapping[str, Guide]:
    """Every guide in this language, in the order in which they are offered."""
    return {key: _guide(key, lang) for key in ORDER}


def _guide(key: str, lang: Lang) -> Guide:
    own, english = _parts(key, lang), _parts(key, "en")
    ids = ["" if level == 1 else slug(title) for level, title, _ in english]
    sections = [GuideSection(id, title, text) for id, (_, title, text) in zip(ids, own, strict=True)]
    return Guide(key, own[0][1], sections)


@cache
def _parts(key: str, lang: Lang) -> Sequence[tuple[int, str, str]]:
    """Level, title and text of every heading; a line of a script that begins with # is none."""
    lines = _for_here((GUIDES / lang / f"{key}.md").read_text(encoding="utf-8")).splitlines()
    fenced, heads = False, []
    for number, line in enumerate(lines):
        fenced ^= line.startswith("```")
        if not fenced and (found := HEADING.match(line)):
            heads.append((number, len(found[1]), found[2]))
    ends = [number for number, _, _ in heads[1:]] + [len(lines)]
    return [
        (level, title, "\n".join(lines[number + 1 : end]).strip())
        for (number, level, title), end in zip(heads, ends, strict=True)
    ]


def _for_here(text: str) -> str:
    """Without pictures, and with the command by which this copy is started."""
    plain = PICTURE.sub("", text)
    if PROGRAM == "./run":
        return plain
    return CHECKOUT.sub(lambda m: PROGRAM + (m["more"] or " serve"), plain)


def slug(title: str) -> str:
    return re.sub(r"[^\w]+", "-", title.casefold()).strip("-")


@cache
def html(key: str, text: str, lang: Lang) -> Markup:
    """A section's text. Links lead to the manual and the rulebook; others are of use in a checkout only."""

    def linked(m: re.Match[str]) -> str:
        path, _, anchor = m[2].partition("#")
        if path.startswith(("http://", "https://")):
            return m[0]
        name = Path(path).stem if path else key
        if "rules" in Path(path).parts:
            return f"[{m[1]}]({url('rules')})"
        if name in ORDER and "/" not in path:
            return f"[{m[1]}]({address(name, _id_of(name, anchor, lang))})"
        return m[1]

    return ruletext.html(LINK.sub(linked, text))


def _id_of(key: str, anchor: str, lang: Lang) -> str:
    guide = guides(lang)[key]
    return next((one.id for one in guide.contents if anchor in (slug(one.title), one.id)), "")


def address(key: str, id: str = "") -> str:
    return url("help-guide", key) + (f"#{id}" if id else "")


def search(words: str, lang: Lang) -> Sequence[FoundSection]:
    """Sections with all of these words, those with a word in their title first."""
    wanted = _folded(words).split()
    found = []
    for guide in guides(lang).values():
        for section in guide.sections:
            title, text = _folded(section.title), _folded(section.text)
            if wanted and all(word in title or word in text for word in wanted):
                rank = -sum(word in title for word in wanted)
                found.append((rank, FoundSection(guide, section, _excerpt(section.text, wanted))))
    return [one for _, one in sorted(found, key=lambda row: row[0])]


def _folded(text: str) -> str:
    """Without capitals and accents: people type them or not."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _excerpt(text: str, wanted: Sequence[str]) -> str:
    """A few words around the first one that was looked for."""
    words = MARKS.sub(" ", text).split()
    at = next((n for n, word in enumerate(words) if any(one in _folded(word) for one in wanted)), 0)
    first = max(0, at - WORDS_SHOWN // 3)
    shown = words[first : first + WORDS_SHOWN]
    return ("… " if first else "") + " ".join(shown) + (" …" if first + WORDS_SHOWN < len(words) else "")
