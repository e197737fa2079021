"""Makes pictures smaller: packed as tightly as zlib can and, where that is not enough, with 256 colours."""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

MOST = 150_000
"""No picture has more bytes."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = 256
Colour = bytes  # red, green, blue


def small(png: bytes) -> bytes:
    """The same picture in fewer bytes; with fewer colours only if it is still too large."""
    tight = packed(png)
    return tight if len(tight) < MOST else indexed(tight)


def packed(png: bytes) -> bytes:
    """The same pixels, packed once more."""
    head, data = _parts(png)
    return _file(head, b"", min(data, zlib.compress(zlib.decompress(data), 9), key=len))


def indexed(png: bytes) -> bytes:
    """The picture with at most 256 colours: the commonest are kept, others become the nearest of them."""
    head, data = _parts(png)
    width, height, depth, kind = struct.unpack(">IIBB", head[:10])
    channels = {2: 3, 6: 4}[kind]
    assert depth == 8
    lines = list(_lines(zlib.decompress(data), width * channels, channels))
    rows = [[line[i : i + 3] for i in range(0, len(line), channels)] for line in lines]
    counted = Counter(pixel for row in rows for pixel in row)
    kept = [colour for colour, _ in counted.most_common(COLOURS)]
    place = {colour: _nearest(colour, kept) for colour in counted}
    pixels = b"".join(b"\0" + bytes(place[pixel] for pixel in row) for row in rows)
    new = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    assert len(pixels) == height * (width + 1)
    return _file(new, b"".join(kept), zlib.compress(pixels, 9))


def _nearest(colour: Colour, kept: list[Colour]) -> int:
    red, green, blue = colour
    return min(
        range(len(kept)),
        key=lambda n: (kept[n][0] - red) ** 2 + (kept[n][1] - green) ** 2 + (kept[n][2] - blue) ** 2,
    )


def _lines(raw: bytes, length: int, step: int) -> Iterator[bytes]:
    """Each line of pixels without its filter (PNG, section 9)."""
    above = bytearray(length)
    for start in range(0, len(raw), length + 1):
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + length])
        for i in range(length) if kind else ():
            left, up = (line[i - step] if i >= step else 0), above[i]
            if kind == 4:
                corner = above[i - step] if i >= step else 0
                line[i] = (line[i] + _paeth(left, up, corner)) & 255
            else:
                line[i] = (line[i] + (0, left, up, (left + up) // 2)[kind]) & 255
        yield bytes(line)
        above = line


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    by = abs(guess - left), abs(guess - up), abs(guess - corner)
    return (left, up, corner)[by.index(min(by))]


def _parts(png: bytes) -> tuple[bytes, bytes]:
    """The header, and the packed pixels."""
    head, data, at = b"", b"", len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        head, data = (body if kind == b"IHDR" else head), (data + body if kind == b"IDAT" else data)
        at += 12 + length
    return head, data


def _file(head: bytes, colours: bytes, data: bytes) -> bytes:
    chunks = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", data), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, body) for kind, body in chunks if body or kind == b"IEND")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
