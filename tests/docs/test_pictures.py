"""Pictures are small enough to be kept with the source, and shrinking them changes no colour that matters."""

import re
import struct
import zlib
from pathlib import Path

from docs.pictures.small_png import MOST, _chunk, _lines, _parts, indexed, small

PICTURES = sorted((Path(__file__).parents[2] / "docs" / "pictures").glob("*.png"))


def test_every_picture_is_small_enough() -> None:
    assert len(PICTURES) > 80
    assert [p.name for p in PICTURES if p.stat().st_size >= MOST] == []


def test_every_picture_is_on_the_page_of_pictures() -> None:
    page = (PICTURES[0].parent / "README.md").read_text(encoding="utf-8")
    plain = {re.sub(r"-(en|dark|phone)$", "", p.stem) for p in PICTURES}
    assert {name for name in plain if f"({name}.png)" not in page} == set()


def test_english_guides_show_english_pictures() -> None:
    guides = (PICTURES[0].parents[1] / "guides" / "en").glob("*.md")
    shown = [
        name for guide in guides for name in re.findall(r"pictures/([a-z-]+)\.png", guide.read_text("utf-8"))
    ]
    assert shown
    assert [name for name in shown if not name.endswith("-en")] == []


def test_a_picture_of_few_colours_stays_as_it_is_whatever_filter_it_came_with() -> None:
    width, rows = 5, [bytes((n * 7 + i * 3) % 40 * 6 for i in range(15)) for n in range(10)]
    raw = b"".join(bytes([n % 5]) + _filtered(n % 5, rows, n) for n in range(len(rows)))
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(raw)), (b"IEND", b""))
    png = b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)
    assert list(_lines(zlib.decompress(_parts(small(png))[1]), 15, 3)) == rows, "a small one is only packed"
    made = indexed(png)
    at = made.index(b"PLTE")
    (length,) = struct.unpack(">I", made[at - 4 : at])
    colours = made[at + 4 : at + 4 + length]
    pixels = zlib.decompress(_parts(made)[1])
    lines = [pixels[n * (width + 1) + 1 : (n + 1) * (width + 1)] for n in range(len(rows))]
    assert [b"".join(colours[3 * i : 3 * i + 3] for i in line) for line in lines] == rows


def _filtered(kind: int, rows: list[bytes], n: int) -> bytes:
    """The line as an encoder writes it with this filter."""
    line, above = rows[n], rows[n - 1] if n else bytes(15)

    def guess(i: int) -> int:
        left, up, corner = (line[i - 3], above[i], above[i - 3]) if i > 2 else (0, above[i], 0)
        near = sorted((abs(left + up - corner - one), order) for order, one in enumerate((left, up, corner)))
        return (0, left, up, (left + up) // 2, (left, up, corner)[near[0][1]])[kind]

    return bytes((line[i] - guess(i)) & 255 for i in range(15))
