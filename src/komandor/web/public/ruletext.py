"""A rule's text as HTML: paragraphs, lists, tables, bold, code, and a link on every ID it names."""

import re
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from komandor.rulebook.coverage import CITED
from komandor.rulebook.register import OUTSIDE
from komandor.web.routing.request import url

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

OURS = {
    "<table>": '<div class="table-wrap" tabindex="0"><table>',
    "</table>": "</table></div>",
    "<th>": '<th scope="col">',
}
LINKED = re.compile(f"{CITED.pattern}|{OUTSIDE.pattern}")
MARKS = re.compile(r"\*\*(.+?)\*\*|`(.+?)`")
ASIDE = re.compile(r"\s*\((?:[^()]*\b)?AMB-[A-Z]\d+[^()]*\)")
"""A remark that names an ambiguity: of use to readers, not to a hall."""
ONE_STAR = re.compile(r"(?<!\w)\*([^*]+)\*(?!\w)")
SOURCES = re.compile(r"\s*\((?:X\d+(?:, )?)+\)|(?:^|[;,]\s*)(?:X\d+(?:, )?)+(?=\.|$)\.?")
SOURCE = re.compile(r"(?:\bsource |\bźródło )?\bX\d+\b")
POINTER = re.compile(r"[;,]?[^;,.]*\b[A-Z]{2,3}-[A-Z0-9]+-\d+[^;,.]*")
"""A clause that points to another rule by its ID: the hall cannot look it up."""


@cache
def _markdown() -> "MarkdownIt":
    """Loaded with the first rule that is read: a server starts sooner without it."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def html(text: str) -> Markup:
    """The whole text of a rule, made once: the texts of the rulebook are as many as they are."""
    made: str = _markdown().render(text)
    for plain, ours in OURS.items():
        made = made.replace(plain, ours)
    linked = LINKED.sub(lambda m: f'<a href="{href(m[0])}">{m[0]}</a>', made)
    return Markup(linked)  # noqa: S704  markdown-it escapes what is no markup of its own


def plain(text: str) -> str:
    """One line without marks, for a screen that is read from afar."""
    bare = MARKS.sub(lambda m: m[1] or m[2], POINTER.sub("", ASIDE.sub("", text)))
    return " ".join(bare.split())


def without_sources(text: str, lang: str) -> str:
    """A passage without marks and without the numbers of sources, which only the rulebook lists."""
    bare = ONE_STAR.sub(r"\1", MARKS.sub(lambda m: m[1] or m[2], text))
    bare = SOURCES.sub("", bare)
    bare = SOURCE.sub("inne źródło" if lang == "pl" else "another source", bare)
    return bare.strip(" ;,.") and bare.strip(" ;,").removeprefix(". ")


def href(id: str) -> str:
    if OUTSIDE.fullmatch(id):
        return url("rules") + f"#{id.lower()}"
    return url("ambiguity" if id.startswith("AMB-") else "rule", id)
