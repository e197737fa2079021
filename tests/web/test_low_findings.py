"""Small things that an attack from outside found stay mended."""

import logging
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from komandor.app.handle import Accepted, create
from komandor.app.imports import unfit
from komandor.cli.serve import listen, serve
from komandor.core.tournament import commands as c
from komandor.log.bundle import Bundle, export, parse
from komandor.log.canonical import canonical
from komandor.log.store import ReadOnly
from komandor.store.memory import MemoryStore
from komandor.store.sqlite import FILE, SqliteStore
from komandor.web.entrance import home
from komandor.web.server import run_server
from tests.support.event import Event
from tests.support.waiting import PATIENCE
from tests.support.world import ORGANISER, client, opened, site_of


@pytest.mark.parametrize("number", [0, 99, 10**6])
@pytest.mark.parametrize("page", ["read", "effect", ""])
def test_low_an_unknown_match_is_not_found_and_no_mistake(number: int, page: str) -> None:
    world = opened("armada")
    world.announce().draw().publish().start()
    desk = client(site_of(world), world.link(ORGANISER))
    path = f"/c/cup/match/{number}" + (f"/{page}" if page else "")
    assert desk.post(path, {}).status_code == 404


def test_low_the_list_of_events_has_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "ON_A_PAGE", 2)
    world = opened()
    for n in range(4):
        wish = c.CreateTournament(id=f"e{n}", game="armada", name=f"E{n}", date="2026-11-14", commitment="")
        assert isinstance(create(world.ledger, wish), Accepted)
    visitor = client(site_of(world))
    pages = [visitor.get(f"/?page={n}").content.decode() for n in (1, 2, 3, 4)]
    assert [page.count("event-card") for page in pages] == [2, 2, 1, 1]
    assert all(sum(f'href="/t/e{n}/"' in page for page in pages[:3]) == 1 for n in range(4))


@pytest.mark.parametrize("stranger", [0, -1, 99])
def test_m1_matches_of_people_who_never_registered_are_not_taken_in(stranger: int) -> None:
    world = opened("armada")
    world.announce().draw()
    forged = MemoryStore()
    forged.create("cup")
    for n, record in enumerate(world.store.read("cup")):
        payload = dict(record.payload)
        if payload["type"] == "round_drawn":
            payload["matches"][0]["a"] = stranger
        forged.append("cup", n, record.at, record.by, f"c{n}", (canonical(payload),))
    bundle = parse(export(forged, "cup"))
    assert isinstance(bundle, Bundle)
    refusal = unfit(bundle)
    assert refusal is not None
    assert refusal.reasons[0].code == "file.does_not_replay"


def test_low_the_start_names_events_whose_records_were_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path)
    Event(store=store, id="changed").register(2)
    Event(store=store, id="sound").register(2)
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as behind:
        behind.execute("DROP TRIGGER log_no_update")
        behind.execute("UPDATE log SET at = replace(at, '2', '3') WHERE tournament = 'changed' AND seq = 2")
        behind.commit()
    monkeypatch.setattr(run_server, "run", lambda *_, **__: None)
    store = SqliteStore(tmp_path)
    with listen("127.0.0.1", 0) as listening:
        serve(store, tmp_path, listening, browser=False)
    for thread in (t for t in threading.enumerate() if t.name == "komandor-check"):
        thread.join(PATIENCE)
    store.close()
    said = capsys.readouterr().err
    assert "The log of the event changed is damaged" in said
    assert "sound" not in said


def test_m3_the_draw_page_proposes_dice_first() -> None:
    world = opened("armada").announce()
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/").content.decode()
    chosen = page.split('name="public_source"')[1].split("</select>")[0].split("<option")[1:]
    assert [one.split('value="')[1].split('"')[0] for one in chosen if " selected" in one] == ["dice"]


def test_m3_the_page_of_the_draws_promises_no_more_than_is_proved() -> None:
    """A beacon is named and not checked, dice count if they were seen, the promise alone can be steered."""
    world = opened("armada").announce()
    world.do(c.FreezeRound("beacon", "drand round 1")).do(c.DrawRound("3 5 1 6")).publish()
    site = site_of(world)
    page, parts = site.pages.find("/t/cup/verify") or (None, {})
    assert page is not None
    text = " ".join(str(page.render(site, "en", **parts)).split())
    levels = [row.split("</span>")[0].split(">")[-1].strip() for row in text.split('<span class="badge')[1:]]
    assert "C" in levels
    assert not {"A", "B"} & set(levels)
    meaning = text.split('<dl class="levels">')[1].split("</dl>")[0]
    for words in ("if the hall saw them rolled", "could foresee and steer it", "named, not checked"):
        assert words in meaning
    for words in ("nobody could foresee", "not chosen it", "Nobody can try several"):
        assert words not in text


@pytest.mark.parametrize("kind", ["host", "s", "p"])
def test_low_a_secret_link_is_not_in_the_log_of_the_server(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that failed is named there by its path."""
    world = opened()
    visitor, token = client(site_of(world)), world.link(ORGANISER)

    def gone(*_: object) -> None:
        raise ReadOnly("The database does not answer.", "store.unreachable")

    heard: list[str] = []
    handler = logging.Handler()
    monkeypatch.setattr(handler, "emit", lambda record: heard.append(record.getMessage()))
    monkeypatch.setattr(world.store, "get_many", gone)
    logging.getLogger("django.request").addHandler(handler)
    try:
        assert visitor.get(f"/{kind}/{token}").status_code == 503
    finally:
        logging.getLogger("django.request").removeHandler(handler)
    assert heard == [f"Service Unavailable: /{kind}/…"]


@pytest.mark.parametrize("show", ["a\nb", "ż", '"'])
def test_low_what_a_query_asks_for_breaks_no_header(show: str) -> None:
    world = opened()
    desk = client(site_of(world), world.link(ORGANISER))
    for path in ("people/live", "live", "standings"):
        assert desk.get(f"/c/cup/{path}", {"show": show, "by": show}).status_code == 200


def test_low_a_query_of_too_many_fields_is_said_to_be_unreadable() -> None:
    visitor = client(site_of(opened()))
    answer = visitor.get("/?lang=pl&" + "a=&" * 30_000)
    assert answer.status_code == 400
    assert "Nie można odczytać tego żądania" in answer.content.decode()


def test_low_a_list_of_many_names_is_taken_with_a_box_and_a_name_for_each() -> None:
    world = opened("armada", players=0)
    desk, names = client(site_of(world), world.link(ORGANISER)), [f"Jan Nowy{n}" for n in range(1, 602)]
    boxes = {f"name-{line}": name for line, name in enumerate(names, 1)}
    form = {"do": "take", "text": "\n".join(names), "take": list(range(1, 602)), **boxes}
    assert desk.post("/c/cup/people/bring", form).status_code == 302
    assert len(world.t.players) == 601


WIDE = b'"' + b"a" * 200_000 + b'";b'
LONG = b"\n".join(b"Jan Nowy%d" % n for n in range(2500))


@pytest.mark.parametrize(
    ("file", "status", "said"),
    [
        (WIDE, 200, "1 player was read"),
        (b"a" * 200_000, 200, "1 player was read"),
        (b'first;last\n"' + (b"a" * 900 + b"\n") * 200, 200, "players were read"),
        (b"Jan Nowy\n" * 300_000, 422, "The file is too big"),
        (LONG, 200, "Only the first 2000 lines are read"),
    ],
    ids=["a cell of 200 kB", "a line of 200 kB", "a cell without an end", "3 MB", "2,500 lines"],
)
def test_low_a_file_that_is_no_list_of_names_or_too_long_is_said_to_be_so(
    file: bytes, status: int, said: str
) -> None:
    world = opened("armada", players=0)
    desk = client(site_of(world), world.link(ORGANISER))
    answer = desk.post("/c/cup/people/bring", {"file": SimpleUploadedFile("a.csv", file)})
    assert (answer.status_code, said in answer.content.decode()) == (status, True)
