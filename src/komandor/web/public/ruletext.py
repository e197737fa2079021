"""A rule's text as HTML: paragraphs, lists, tables, bold, code, and a link on every ID it names."""

import re
from collections.abc import Callable, Iterable
from itertools import groupby

from markupsafe import Markup, escape

from komandor.rulebook.coverage import CITED

ITEM = re.compile(r"(?:[-*]|\d+\.)\s+")
BOLD, CODE = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"`(.+?)`")
ASIDE = re.compile(r"\s*\((?:[^()]*\b)?AMB-[A-Z]\d+[^()]*\)")
"""A remark that names an ambiguity: of use to readers, not to a hall."""


def html(text: str) -> Markup:
    """The whole text, block by block."""
    blocks = re.split(r"\n\s*\n", text.strip())
    return Markup("").join(_block(part) for block in blocks for part in _parts(block))


def plain(text: str) -> str:
    """One line without marks, for a screen that is read from afar."""
    bare = BOLD.sub(r"\1", CODE.sub(r"\1", ASIDE.sub("", text)))
    return " ".join(bare.split())


def href(id: str) -> str:
    return f"/rules/amb/{id}" if id.startswith("AMB-") else f"/rules/{id}"


def _kind(line: str) -> str:
    return (
        "table" if line.startswith("|") else "list" if ITEM.match(line) or line.startswith("  ") else "text"
    )


def _parts(block: str) -> Iterable[tuple[str, list[str]]]:
    for kind, lines in groupby(block.split("\n"), key=_kind):
        yield kind, list(lines)


def _block(part: tuple[str, list[str]]) -> Markup:
    kind, lines = part
    makers: dict[str, Callable[[list[str]], Markup]] = {"table": _table, "list": _list, "text": _text}
    return makers[kind](lines)


def _text(lines: list[str]) -> Markup:
    return Markup("<p>{}</p>").format(_inline(" ".join(lines)))


def _list(lines: list[str]) -> Markup:
    items: list[str] = []
    for line in lines:
        if ITEM.match(line) or not items:
            items.append(ITEM.sub("", line, count=1))
        else:
            items[-1] += " " + ITEM.sub("", line.strip(), count=1)
    tag = "ol" if re.match(r"\d", lines[0].strip()) else "ul"
    rows = Markup("").join(Markup("<li>{}</li>").format(_inline(item)) for item in items)
    return Markup(f"<{tag}>{{}}</{tag}>").format(rows)  # noqa: S704  the tag is one of two


def _table(lines: list[str]) -> Markup:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head, body = rows[0], [row for row in rows[1:] if not all(set(cell) <= set("-: ") for cell in row)]
    top = Markup("").join(Markup('<th scope="col">{}</th>').format(_inline(cell)) for cell in head)
    cells = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(Markup("<td>{}</td>").format(_inline(c)) for c in row))
        for row in body
    )
    form = Markup('<div class="table-wrap"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>')
    return form.format(top, cells)


def _inline(text: str) -> Markup:
    safe = str(escape(text))
    safe = BOLD.sub(r"<strong>\1</strong>", CODE.sub(r"<code>\1</code>", safe))
    return Markup(CITED.sub(lambda m: f'<a href="{href(m[0])}">{m[0]}</a>', safe))  # noqa: S704  escaped above
