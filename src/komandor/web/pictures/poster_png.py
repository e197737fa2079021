"""A picture of 1200 × 630 for chats and link previews, which show no SVG. Pillow draws it.

It has the letters of the site, and Noto Sans for Cyrillic and Greek. A sign that none of them has, such as an
emoji, is left out; but a name is never shown without one of its letters: then there is no picture.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import groupby
from threading import Lock

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont, Layout, truetype

from komandor.core import games
from komandor.documents.poster import PictureText

WIDE, TALL = 1200, 630
LEFT, RIGHT = 84, 60
ROOM = WIDE - LEFT - RIGHT
NIGHT, BRASS, WHITE, PALE = "#14222f", "#e0ac4a", "#f4f1ea", "#b9c4ce"
FONTS = (
    "static/fonts/atkinson-next-latin.woff2",
    "static/fonts/atkinson-next-latin-ext.woff2",
    "pictures/letters/noto-sans-cyrillic.woff2",
    "pictures/letters/noto-sans-greek.woff2",
)
COLOURS = 128  # enough for the edges of letters
NOWHERE = "\uffff"  # no font has it: what is drawn for it is what is drawn for every missing sign
MAIN_SIZES = (112, 96, 82, 70, 60)
SMALLEST = 32
LONGEST = 200  # signs of a text that are looked at
_DRAWING = Lock()  # a font's face is for one thread at a time


class _NoLetter(ValueError):
    """A letter that no font has."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of text of one size, weight and colour; `gap`: free space above it."""

    text: str
    size: int
    weight: int
    colour: str
    gap: int


def drawn(poster: PictureText) -> bytes | None:
    """The picture as PNG; None if a letter of it can't be drawn."""
    with _DRAWING:
        try:
            return _sheet(poster.game, _lines(poster))
        except _NoLetter:
            return None


def _sheet(game: str, lines: Sequence[_Line]) -> bytes:
    sheet = Image.new("RGB", (WIDE, TALL), NIGHT)
    pen = ImageDraw.Draw(sheet)
    pen.rectangle((0, 0, 24, TALL), _colour(game))
    _emblem(sheet)
    y = max(36, (TALL - _height(lines)) // 2)
    for line in lines:
        y += line.gap + line.size
        x = float(LEFT)
        for font, part in _runs(line.text, line.size, line.weight):
            pen.text((x, y), part, line.colour, font, anchor="ls")
            x += font.getlength(part)
    out = BytesIO()
    sheet.quantize(COLOURS).save(out, "PNG")
    return out.getvalue()


def _lines(poster: PictureText) -> list[_Line]:
    """Everything that is written, from top to bottom."""
    main, size = _large(poster.main)
    above = [_Line(_one_line(poster.above, 40, 500, ROOM - 150), 40, 500, PALE, 0)]
    head = [_Line(_one_line(poster.head, 44, 700), 44, 700, BRASS, 34)] if poster.head else []
    large = [_Line(text, size, 750, WHITE, 22 if at == 0 else 6) for at, text in enumerate(main)]
    rest = [
        _Line(_one_line(text, 44, 500), 44, 500, WHITE, 34 if at == 0 else 14)
        for at, text in enumerate(poster.lines)
    ]
    foot = [_Line(_one_line(poster.foot, 34, 450), 34, 450, PALE, 34)] if poster.foot else []
    return [*above, *head, *large, *rest, *foot]


def _height(lines: Sequence[_Line]) -> int:
    return sum(line.gap + line.size for line in lines) + 12


def _large(text: str) -> tuple[list[str], int]:
    """The large text on one line or two, as large as it fits."""
    text = _drawable(text)
    for size in MAIN_SIZES:
        for lines in ([text], _halves(text, size)):
            if all(_wide(line, size, 750) <= ROOM for line in lines):
                return lines, size
    first, rest = _filled(text, MAIN_SIZES[-1])
    return [_shortened(line, MAIN_SIZES[-1], 750, ROOM) for line in (first, rest) if line], MAIN_SIZES[-1]


def _halves(text: str, size: int) -> list[str]:
    """Two lines of words, as equal as can be; one word stays alone."""
    words = text.split(" ")
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return [*min(cuts, key=lambda two: max(_wide(line, size, 750) for line in two))] if cuts else [text]


def _filled(text: str, size: int) -> tuple[str, str]:
    """As many whole words as one line holds, at least one, and the rest."""
    words = text.split(" ")
    fits = (at for at in range(len(words), 1, -1) if _wide(" ".join(words[:at]), size, 750) <= ROOM)
    at = next(fits, 1)
    return " ".join(words[:at]), " ".join(words[at:])


def _one_line(text: str, size: int, weight: int, room: int = ROOM) -> str:
    return _shortened(_drawable(text), size, weight, room)


def _shortened(text: str, size: int, weight: int, room: int) -> str:
    if _wide(text, size, weight) <= room:
        return text
    while text and _wide(f"{text}…", size, weight) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def _drawable(text: str) -> str:
    """The text without signs that no font has. Raises _NoLetter if one of them is a letter or digit."""
    composed = unicodedata.normalize("NFC", text[:LONGEST])
    lost = {sign for sign in composed if _font_of(sign) is None}
    if any(unicodedata.category(sign)[0] in "LNM" for sign in lost):
        raise _NoLetter(text)
    return " ".join("".join(sign for sign in composed if sign not in lost).split())


def _runs(text: str, size: int, weight: int) -> list[tuple[FreeTypeFont, str]]:
    """The text in pieces, each with its font; a space stays with what is before it."""
    found, last = [], 0
    for sign in text:
        last = last if sign == " " else _font_of(sign) or 0
        found.append((last, sign))
    pieces = groupby(found, key=lambda one: one[0])
    return [(_font(at, size, weight), "".join(sign for _, sign in piece)) for at, piece in pieces]


def _wide(text: str, size: int, weight: int) -> float:
    return sum(font.getlength(part) for font, part in _runs(text, size, weight))


@cache
def _font(at: int, size: int, weight: int) -> FreeTypeFont:
    raw = files("komandor.web").joinpath(FONTS[at]).read_bytes()
    font = truetype(BytesIO(raw), size, layout_engine=Layout.BASIC)
    font.set_variation_by_axes([weight])
    return font


@lru_cache(4096)
def _font_of(sign: str) -> int | None:
    """Which font has this sign, by its place in FONTS."""
    return next((at for at in range(len(FONTS)) if _look(at, sign) != _look(at, NOWHERE)), None)


def _look(at: int, sign: str) -> tuple[tuple[int, int], bytes]:
    mask = _font(at, SMALLEST, 400).getmask(sign)
    return mask.size, bytes(mask)


def _colour(game: str) -> str:
    return next((rules.data.look.dark for rules in games.GAMES if rules.data.id == game), BRASS)


def _emblem(sheet: Image.Image) -> None:
    icon = files("komandor.web").joinpath("static/img/icon-192.png").read_bytes()
    with Image.open(BytesIO(icon)) as mark:
        small = mark.convert("RGBA").resize((112, 112), Image.Resampling.LANCZOS)
    sheet.paste(small, (WIDE - 112 - 44, 40), small)
