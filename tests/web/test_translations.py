"""Every text on screen exists in Polish, whole and settled, and the catalogues hold nothing else."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

import pytest

from komandor.web.rendering import i18n
from tests.support.screens import SCREENS, all_screens
from tests.support.site import visitor


@pytest.fixture(scope="module", autouse=True)
def sources_read_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i18n, "used_texts", cache(i18n.used_texts))
        yield


def test_no_text_lacks_its_polish() -> None:
    assert i18n.missing("pl") == [], "run: python -m komandor.web.rendering.i18n update, then translate"


def test_the_catalogues_hold_only_texts_in_use() -> None:
    assert i18n.stale("pl") == [], "run: python -m komandor.web.rendering.i18n update"


def test_each_text_is_translated_in_one_catalogue() -> None:
    keys = Counter(i18n._key(m) for c in i18n.catalogues("pl").values() for m in c if m.id)
    assert [key for key, count in keys.items() if count > 1] == []


def test_placeholders_survive_translation() -> None:
    for catalogue in i18n.catalogues("pl").values():
        assert [str(error) for message in catalogue for error in message.check(catalogue)] == []


def test_no_text_holds_markup() -> None:
    """Translated texts are escaped like any other, so markup in them would be seen."""
    assert [key for key in i18n.used_texts() if "<" in str(key)] == []


ENGLISH = re.compile(
    r"\b(the|and|with|are|from|not|this|that|you|your|round|player|players|result|results|table|tables|save)\b",
    re.IGNORECASE,
)
NOT_WORDS = re.compile(r"https?://\S+|\{\w+\}|\b[A-Z0-9]+(-[A-Z0-9]+)+\b")  # addresses, gaps, rule IDs


class Visible(HTMLParser):
    """The words that a reader of the page sees or hears, except what says that it is in another language."""

    SILENT = ("script", "style", "svg", "code", "template")

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        foreign = tag != "html" and own.get("lang") == "en"
        if tag in self.SILENT or foreign or self.skipped:
            if tag not in VOID:
                self.skipped.append(tag)
            return
        self.words += [own[key] or "" for key in ("title", "aria-label", "placeholder") if key in own]

    def handle_endtag(self, tag: str) -> None:
        if self.skipped and self.skipped[-1] == tag:
            self.skipped.pop()

    def handle_data(self, data: str) -> None:
        if not self.skipped:
            self.words.append(data.strip())

    def english(self) -> list[str]:
        return sorted({words for words in self.words if ENGLISH.search(NOT_WORDS.sub("", words))})


VOID = ("input", "br", "img", "link", "meta", "hr", "path", "rect", "circle")


def test_no_polish_page_shows_english() -> None:
    """Catches texts that never went through the catalogues."""
    found: dict[str, list[str]] = {}
    with all_screens() as hall:
        for screen in SCREENS:
            with visitor(hall.served.url, follow_redirects=True) as client:
                client.headers["Accept-Language"] = "pl"
                if screen.who != "public":
                    client.get(hall.way_in(screen))
                seen = Visible()
                seen.feed(client.get(hall.path(screen)).text)
                if wrong := sorted(
                    {words for words in seen.words if ENGLISH.search(NOT_WORDS.sub("", words))}
                ):
                    found[screen.name] = wrong
    assert found == {}
