"""The manual is in the product: both languages, found by its words, opened at the right place."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from komandor.app.identity import issue
from komandor.texts import Lang
from komandor.web.public import manual
from komandor.web.public.help_pages import security
from komandor.web.rendering.help_places import PLACES, place_of
from komandor.web.rendering.records import PAGES
from tests.support.site import Served, serving
from tests.support.world import ORGANISER, World, client, opened, site_of

LANGS: tuple[Lang, ...] = ("en", "pl")
TEMPLATES = sorted({page.template for page in PAGES})


@pytest.fixture(scope="module")
def world() -> World:
    return opened()


@pytest.fixture(scope="module")
def served(world: World) -> Iterator[Served]:
    with serving(site_of(world.store)) as site:
        yield site


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_served_and_searched(served: Served, lang: Lang) -> None:
    first = served.client.get("/help", headers={"Accept-Language": lang}).text
    for key in manual.ORDER:
        assert f'href="/help/{key}"' in first
        page = served.client.get(f"/help/{key}", headers={"Accept-Language": lang})
        assert page.status_code == 200
        for section in manual.guides(lang)[key].contents:
            assert f'id="{section.id}"' in page.text
    found = served.client.get("/help/search", params={"q": "QR"}, headers={"Accept-Language": lang})
    assert 'href="/help/' in found.text
    assert served.client.get("/help/nothing").status_code == 404


def test_a_page_opens_it_at_its_own_section(world: World) -> None:
    page = client(site_of(world.store), issue(world.store, world.id, ORGANISER)).get(f"/c/{world.id}/people")
    assert 'href="/help/organiser#people"' in page.content.decode()


def test_programs_find_what_they_ask_for(served: Served, world: World) -> None:
    assert "Disallow: /c/" in served.client.get("/robots.txt").text
    icon = served.client.get("/favicon.ico")
    assert (icon.status_code, icon.headers["content-type"]) == (200, "image/svg+xml")
    page = served.client.get(f"/t/{world.id}/").text
    known = re.search(r'<script type="application/ld\+json">(.+?)</script>', page, re.DOTALL)
    assert known
    event = json.loads(known[1])
    assert (event["@type"], event["name"]) == ("Event", "Puchar Sklepu")
    assert event["location"]["name"] == "Gdynia"


def test_whom_to_tell_of_a_security_problem(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    assert served.client.get("/.well-known/security.txt").status_code == 404
    monkeypatch.setenv("KOMANDOR_CONTACT", "https://cup.example/x")
    assert (security(served.site, "en") or "").startswith("Contact: https://cup.example/x\n")
    monkeypatch.setenv("KOMANDOR_CONTACT", "marta@cup.example")
    answer = served.client.get("/.well-known/security.txt")
    said = dict(one.split(": ", 1) for one in answer.text.splitlines())
    assert said["Contact"] == "mailto:marta@cup.example"
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert timedelta(days=300) < datetime.fromisoformat(said["Expires"]) - datetime.now(UTC) < timedelta(366)


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_page_has_its_place(template: str) -> None:
    guide, _, section = place_of(template).partition("#")
    for lang in LANGS:
        known = {one.id for one in manual.guides(lang)[guide].sections} if guide else {""}
        assert section in known


def test_every_row_of_the_table_is_used() -> None:
    unused = {start for start in PLACES if not any(name.startswith(start) for name in TEMPLATES)}
    assert unused == set()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("guide", manual.ORDER)
def test_links_inside_the_manual_lead_somewhere(lang: Lang, guide: str) -> None:
    shown = manual.guides(lang)[guide]
    text = "".join(manual.html(guide, one.text, lang) for one in shown.sections)
    for key, id in re.findall(r'href="/help/([^"#]*)#?([^"]*)"', text):
        assert id in {one.id for one in manual.guides(lang)[key].sections}
    assert 'href="..' not in text
    assert "<img" not in text


@pytest.mark.parametrize(
    ("lang", "words", "where"),
    [
        ("en", "processes PostgreSQL", "on-a-server-with-postgresql"),
        ("pl", "Wi-Fi internetu", "wi-fi-without-internet"),
        ("en", "deck checks", "deck-checks"),
    ],
)
def test_words_are_found_in_any_order(lang: Lang, words: str, where: str) -> None:
    for order in (words, " ".join(reversed(words.split()))):
        assert where in [one.section.id for one in manual.search(order, lang)]


def test_polish_is_found_without_its_accents() -> None:
    with_them = manual.search("sędzia", "pl")
    assert with_them
    assert [one.section for one in manual.search("SEDZIA", "pl")] == [one.section for one in with_them]
    assert manual.search("zzzz", "pl") == []
    assert manual.search("  ", "pl") == []


def test_a_wheel_is_not_told_to_use_the_script_of_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manual, "PROGRAM", "komandor")
    text = manual._for_here("```sh\n./run\n./run backup X\n```\n`./run` has everything; `./run --version`")
    assert text == (
        "```sh\nkomandor serve\nkomandor backup X\n```\n`komandor serve` has everything; `komandor --version`"
    )
