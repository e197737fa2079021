"""The text of a file as people save it: today's spreadsheets write UTF-8, yesterday's an old code page."""

LETTERS = "ąćęłńóśźżäöüßéáíýúčďěňřšťůžçèêëàâîôûñøåæìòùõã"
LIKELY = frozenset(LETTERS + LETTERS.upper() + "–—„”“’…°\u00a0")
ASCII, MOST = bytes(range(128)), 50_000  # letters beyond ASCII that decide
CODE_PAGES = ("latin-1", "cp1250", "iso8859-2")


def decoded(data: bytes) -> str:
    """The text of a file in UTF-8, or else in the old code page that gives the most likely signs.

    Whatever distinguishes Polish in the other two (ą, ł, ś, ź, ż) is no letter in Latin-1, so without one of
    those the file is taken for Latin-1: "Hélène" and "Peña" stay what they are.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        telling = data.translate(None, ASCII)[:MOST]  # one byte is one sign in each of them
        name = min(CODE_PAGES, key=lambda each: _unlikely(telling.decode(each, errors="replace")))
        return data.decode(name, errors="replace")


def _unlikely(text: str) -> int:
    return sum(1 for sign in text if sign > "~" and sign not in LIKELY)
