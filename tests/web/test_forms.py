"""A form that cannot be read or is too old gets a sentence on a page, never 500."""

import ast
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.http import QueryDict

import komandor.web
from komandor.app.access import HOST, Actor
from komandor.texts import LANGUAGES, sentence
from komandor.texts.catalogue import known
from komandor.web.forms.fields import Fields, whole_number
from komandor.web.routing import areas
from tests.support.doors import address, copied, copied_site
from tests.support.world import ORGANISER, World, busy, client, opened, site_of

OLD = "out of date because Komandor was updated"


def links(world: World) -> list[str]:
    return [world.link(a) for a in (ORGANISER, Actor("player", 1), HOST)]


def fields(text: str) -> Fields:
    return Fields(QueryDict(text))


# ── one way to read a field ──────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["", "x", "1.5", "²", "١٢", "0x10", "1e3", "-", "9" * 10, "--1", "1 2"])
def test_only_plain_digits_are_a_number(text: str) -> None:
    assert whole_number(text) is None


def test_a_number_keeps_to_its_range_and_an_empty_field_to_its_default() -> None:
    form = fields("minutes=180&more=181&none=&below=-5")
    assert form.number("minutes", 1, 180) == 180
    assert form.number("none", 1, 180, 5) == form.number("missing", 1, 180, 5) == 5
    assert form.number("below", -10, 10) == -5
    assert form.optional_number("none") is None
    assert not form.faults
    form.number("more", 1, 180)
    form.number("none", 1, 180)
    assert {name: reason.code for name, reason in form.faults.items()} == {
        "more": "form.not_a_number",
        "none": "form.not_a_number",
    }


def test_a_choice_is_one_of_those_offered() -> None:
    form = fields("cause=drop&kind=gone&who=b&wrong=c")
    assert form.choice("cause", ("drop", "other")) == "drop"
    assert form.choice("missing", ("drop", "other"), "other") == "other"
    assert (form.side("who"), form.side("missing")) == ("b", None)
    assert not form.faults
    assert form.choice("kind", ("card", "die"), "die") == "die", "the view goes on with something harmless"
    form.choice("absent", ("card", "die"))
    form.side("wrong")
    assert set(form.faults) == {"kind", "absent", "wrong"}


def test_boxes_times_and_texts() -> None:
    form = fields("on=1&off=0&at=09:30&bad=9.30&note=+ab+&n=1&n=2&m=x")
    assert (form.ticked("on"), form.ticked("off"), form.ticked("missing")) == (True, False, False)
    assert form.ticked("missing", default=True)
    assert (form.time("at"), form.text("note", 2), form.numbers("n")) == ("09:30", "ab", (1, 2))
    assert not form.faults
    assert (form.time("bad"), form.text("note", 1), form.numbers("m")) == ("", "a", ())
    assert set(form.faults) == {"bad", "note", "m"}


READERS = {"text", "number", "optional_number", "numbers", "choice", "side", "time"}


def labels() -> Iterator[str]:
    """What names each field in a sentence: its label, or else its name, found in the source itself."""
    for path in Path(komandor.web.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                named = [k.value for k in node.keywords if k.arg == "label"] or node.args[:1]
                if node.func.attr in READERS and named and isinstance(named[0], ast.Constant):
                    yield str(named[0].value)


def test_every_field_has_a_name_in_both_languages() -> None:
    found = set(labels())
    assert len(found) > 50
    assert [name for name in sorted(found) for lang in LANGUAGES if not known("form_field", name, lang)] == []


def test_the_sentence_names_the_field_and_what_belongs_there() -> None:
    form = fields("minutes=soon&reason=abcdef")
    form.number("minutes", 1, 180)
    form.text("reason", 5)
    assert form.refusal
    english, polish = ([sentence(r, lang) for r in form.refusal.reasons] for lang in ("en", "pl"))
    assert english[0] == "Minutes: enter a whole number from 1 to 180."
    assert english[1].startswith("Not saved. Reason is too long: 6 instead of at most 5 characters.")
    assert polish[0] == "Minuty: wpisz liczbę całkowitą od 1 do 180."
    assert polish[1].startswith("Powód: najwyżej 5 znaków")


# ── on the page that sent it ─────────────────────────────────────────────────

UNREADABLE: tuple[tuple[str, dict[str, str], str], ...] = (
    ("/c/cup/match/1/extend", {"minutes": "soon"}, "Minutes: enter a whole number"),
    ("/c/cup/match/1/table", {"table": "by the door"}, "Table number: enter a whole number"),
    ("/c/cup/match/1/override", {"points.a": "many", "reason": "x"}, "Points: enter a whole number"),
    ("/c/cup/player/1/drop", {"cause": "boredom"}, "Reason for dropping: this choice is not available"),
    (
        "/c/cup/people/1",
        {"first": "A" * 81, "last": "B"},
        "First name is too long: 81 instead of at most 80 characters",
    ),
    ("/c/cup/people/1", {"first": "A", "byes": "one"}, "Byes awarded in advance: enter a whole number"),
    ("/c/cup/settings", {"part": "schedule", "start": "noon"}, "Start: enter a time"),
    ("/c/cup/settings", {"part": "minutes", "minutes.swiss": "long"}, "Minutes: enter a whole number"),
    ("/j/cup/match/1/extend", {"minutes": "999"}, "from 1 to 120"),
    ("/j/cup/player/1/sanction", {"kind": "points", "points": "-3"}, "Points: enter a whole number"),
    (
        "/j/cup/components",
        {"player": "1", "kind": "eaten", "what": "x"},
        "Type: this choice is not available",
    ),
    ("/j/cup/proxies", {"component": "somebody"}, "Damaged card: enter a whole number"),
    ("/t/cup/report", {"text": "x", "table": "corner"}, "Table number: enter a whole number"),
    ("/m/cup/data", {"show": "upside down"}, "Display: this choice is not available"),
    ("/new/armada", {"name": "Cup", "rounds": "some", "structure": "custom"}, "Rounds: enter a whole number"),
)


@pytest.fixture(scope="module")
def hall() -> World:
    return busy(opened().start())


@pytest.mark.parametrize(("where", "form", "wanted"), UNREADABLE, ids=lambda value: str(value)[:40])
def test_a_field_that_cannot_be_read_is_named_and_nothing_is_written(
    hall: World, where: str, form: dict[str, str], wanted: str
) -> None:
    world = copied(hall)
    browser = client(site_of(world), *links(world))
    before = world.t.version
    answer = browser.post(where, form)
    assert answer.status_code == 422
    assert wanted in answer.content.decode()
    assert world.t.version == before


def test_what_was_typed_stays_on_the_page(hall: World) -> None:
    world = copied(hall)
    browser = client(site_of(world), world.link(ORGANISER))
    page = browser.post("/j/cup/components", {"player": "1", "kind": "x", "what": "red die"})
    assert "red die" in page.content.decode()
    page = browser.post("/c/cup/player/1/drop", {"cause": "x", "reason": "had to catch a train"})
    assert "had to catch a train" in page.content.decode()
    page = browser.post("/c/cup/people/1", {"first": "Zenobiusz", "fixed_table": "x", "groups": "Orły"})
    assert "Zenobiusz" in page.content.decode()
    assert "Orły" in page.content.decode()


LONG = "za długie " * 100
REFUSED: tuple[tuple[str, dict[str, str], tuple[str, ...]], ...] = (
    (
        "/c/cup/match/1/override",
        {"outcome.a": "draw", "points.a": "many", "points.b": "37", "reason": "sędzia orzekł"},
        ('value="draw" selected', 'value="many"', 'value="37"', "sędzia orzekł"),
    ),
    (
        "/c/cup/settings",
        {
            "part": "schedule",
            "start": "noon",
            "pause": "25",
            "break_after": "2",
            "break_minutes": "x",
            "break_name": "obiad",
        },
        ('value="noon"', 'value="25"', 'value="obiad"', 'name="break_minutes" value="x"'),
    ),
    ("/c/cup/settings", {"part": "notice", "text": LONG}, (LONG.strip(),)),
    (
        "/c/cup/settings",
        {"part": "outline", "text": "mapa Mos Eisley", "overrides": LONG * 21},
        ("mapa Mos Eisley", LONG * 21),
    ),
    ("/c/cup/staff", {"do": "appoint", "name": "Jan Bezroli"}, ("Jan Bezroli",)),
    ("/c/cup/undo/5", {"reason": LONG}, (LONG.strip(),)),
)


@pytest.mark.parametrize(("where", "form", "kept"), REFUSED, ids=lambda value: str(value)[:40])
def test_a_refused_form_comes_back_as_it_was_filled_in(
    hall: World, where: str, form: dict[str, str], kept: tuple[str, ...]
) -> None:
    world = copied(hall)
    page = client(site_of(world), world.link(ORGANISER)).post(where, form)
    assert page.status_code == 422
    assert [text for text in kept if text not in page.content.decode()] == []


def test_a_refused_correction_keeps_its_reason() -> None:
    world = opened().start()
    world.results()
    page = client(site_of(world), world.link(ORGANISER)).post("/c/cup/match/1", {"reason": "pomyłka"})
    assert page.status_code == 422
    assert 'value="pomyłka"' in page.content.decode()


def test_a_refused_deadline_keeps_what_was_typed() -> None:
    world = opened()
    console = client(site_of(world), world.link(ORGANISER))
    page = console.post("/c/cup/lists", {"do": "deadline", "until": "soon"})
    assert page.status_code == 422
    assert 'value="soon"' in page.content.decode()


def test_a_refused_draw_keeps_what_the_organiser_chose() -> None:
    world = opened(settings={"draw.public": "dice"}).announce()
    console = client(site_of(world), world.link(ORGANISER))
    page = console.post("/c/cup/step", {"code": "draw", "public_source": "beacon", "beacon": LONG})
    assert page.status_code == 422
    assert 'value="beacon" selected' in page.content.decode()
    assert LONG.strip() in page.content.decode()
    console.post("/c/cup/step", {"code": "draw", "public_source": "dice"})
    page = console.post("/c/cup/step", {"code": "roll", "public": LONG})
    assert page.status_code == 422
    assert LONG.strip() in page.content.decode()


# ── a page from before an upgrade ────────────────────────────────────────────

OLD_FORMS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/c/cup/step", {"code": "shuffle"}),
    ("/c/cup/step", {}),
    ("/c/cup/clock", {"do": "rewind"}),
    ("/c/cup/settings", {"part": "colours"}),
    ("/c/cup/staff", {"do": "promote", "staff": "2"}),
    ("/c/cup/lists/1", {"do": "burn"}),
    ("/c/cup/people/phones", {}),
    ("/c/cup/step", {"code": "publish", "step": ""}),
    ("/c/cup/people/add", {"name": "Ala Nowa", "made_for": ""}),
    ("/m/cup/confirm", {"about": ""}),
    ("/m/cup/report", {"about": ""}),
)


@pytest.mark.parametrize(("where", "form"), OLD_FORMS, ids=str)
def test_an_old_page_is_asked_to_reload_and_changes_nothing(
    hall: World, where: str, form: dict[str, str]
) -> None:
    world = copied(hall)
    browser = client(site_of(world), world.link(ORGANISER), world.link(Actor("player", 1)))
    before = world.t.version
    answer = browser.post(where, form)
    assert answer.status_code == 422
    assert OLD in answer.content.decode()
    assert "Nothing was lost" in answer.content.decode()
    assert world.t.version == before


def test_a_form_without_any_field_is_answered_everywhere(hall: World) -> None:
    """As a page from another version might send it: no command id, no version, nothing it once had."""
    for route in areas.ROUTES:
        if "POST" in route.methods:
            browser = client(copied_site(hall), *links(hall))
            assert browser.post(address(route)).status_code < 500, route.path


def test_a_report_kept_offline_until_its_match_was_over_is_refused_in_words(hall: World) -> None:
    world = copied(hall)
    match = next(m for m in world.t.in_round(1) if m.kind == "match")
    phone = client(site_of(world), world.link(Actor("player", match.a)))
    late = {"match": str(match.number), "between": "-".join(map(str, match.players)), "command_id": "kept"}
    world.play_round()
    answer = phone.post("/m/cup/report", late)
    assert answer.status_code == 422, "a redirect would tell the phone that the report was taken"
    assert "does not count" in answer.content.decode()


# ── one reading of the event ─────────────────────────────────────────────────

PAGES = ("/c/cup/", "/c/cup/people", "/c/cup/match/1", "/j/cup/", "/m/cup/", "/m/cup/report", "/m/cup/data")


@pytest.mark.parametrize("where", PAGES)
def test_a_page_loads_its_event_once(hall: World, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    world = copied(hall)
    site = site_of(world)
    browser = client(site, world.link(ORGANISER), world.link(Actor("player", 1)))
    load = Mock(wraps=site.services.ledger.load)
    monkeypatch.setattr(site.services.ledger, "load", load)
    assert browser.get(where).status_code == 200
    assert load.call_count == 1
