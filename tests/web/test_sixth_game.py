"""A game whose folder is all that was written for it appears on every face, in its own words."""

import json
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from komandor.app.access import HOST, Actor
from komandor.app.queries.player.my_board import make_board
from komandor.app.queries.player.my_cut import my_cut
from komandor.cli.exits import BAD_INPUT, OK
from komandor.cli.main import main
from komandor.core.games.game import Rules
from komandor.web.routing.routes import ROLES
from komandor.web.server.assets import game_colours
from tests.support.doors import address
from tests.support.event import single, swiss
from tests.support.world import ORGANISER, World, busy, client, opened, site_of
from tests.support.world import ROLES as STAFF
from tools.permissions import table

GAME = "skiff-race"
SLIP = {
    "en": ("laps sailed", "skiff afloat", "crashes at the buoys", "sudden storm", "a gale"),
    "pl": ("okrążenia", "skif na wodzie", "kolizje przy bojach", "nagły sztorm", "wichura"),
}
HINT = {"en": "Count only laps that passed the lighthouse.", "pl": "Liczą się tylko okrążenia za latarnią."}
FOLDS = {
    "en": ("If tied (you can always fill this in)", "About the weather"),
    "pl": ("Gdy jest remis (można wpisać zawsze)", "O pogodzie"),
}
QUICK = {
    "en": (("5-3", "laps at the finish line"), ("conc b", "B concedes")),
    "pl": (("5-3", "okrążenia na mecie"), ("conc b", "B się poddaje")),
}
LIST = {
    "en": ("Skiff with its sails", "hull", "made of steel"),
    "pl": ("Skif z żaglami", "kadłub", "stalowy"),
}

SUNK = {"en": "only this skiff floats (sudden storm)", "pl": "tylko ten skif pływa (nagły sztorm)"}

each_language = pytest.mark.parametrize("lang", ["en", "pl"])


@pytest.fixture
def world(sixth_game: Rules) -> World:
    return opened(GAME).start()


def browser(world: World, actor: Actor, lang: str) -> Client:
    made = client(site_of(world), world.link(actor))
    made.cookies["lang"] = lang
    return made


def seen(world: World, actor: Actor, lang: str, path: str) -> str:
    answer = browser(world, actor, lang).get(path)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


def test_it_has_its_colour_on_light_and_on_dark(sixth_game: Rules) -> None:
    sheet, look = game_colours(), sixth_game.data.look
    assert (sheet.count(look.light), sheet.count(look.dark)) == (1, 2), "dark by wish and dark by choice"
    assert f'[data-game="{GAME}"] {{ --game: var(--g-{GAME}); }}' in sheet


def player_of(world: World) -> Actor:
    return Actor("player", next(m.a for m in world.t.in_round(1) if m.kind == "match"))


@each_language
def test_a_new_event_of_it_is_made_from_the_page_that_lists_the_games(sixth_game: Rules, lang: str) -> None:
    world = World()
    name = sixth_game.data.name[lang]
    page = seen(world, HOST, lang, "/new")
    assert name in page
    assert sixth_game.data.look.shape in page
    assert name in seen(world, HOST, lang, f"/new/{GAME}")
    form = {"name": "Regaty", "structure": "basic", "command_id": "one", "expected": "8"}
    assert browser(world, HOST, lang).post(f"/new/{GAME}", form).status_code == 302
    (made,) = set(world.store.tournaments()) - {world.id}
    world.id = made
    assert world.t.edition == sixth_game.id
    settings = seen(world, ORGANISER, lang, f"/c/{made}/settings")
    assert {"en": "Points for a lap of honour", "pl": "Punkty za rundę honorową"}[lang] in settings


@each_language
def test_the_console_asks_with_its_labels_hints_and_folds(world: World, lang: str) -> None:
    page = seen(world, ORGANISER, lang, "/c/cup/match/1")
    asked_in_its_words(page, lang)
    assert page.count('value="1" checked') == 2, "both skiffs float until somebody says otherwise"


@each_language
def test_the_phone_asks_the_same(world: World, lang: str) -> None:
    asked_in_its_words(seen(world, player_of(world), lang, "/m/cup/report"), lang)


def asked_in_its_words(page: str, lang: str) -> None:
    assert [text for text in (*SLIP[lang], HINT[lang]) if text not in page] == []
    plain, level, weather = page.split("<summary>", 2)[0], *(page.index(title) for title in FOLDS[lang])
    assert SLIP[lang][0] in plain
    assert level < page.index(SLIP[lang][2]) < weather < page.index(SLIP[lang][4])


@each_language
def test_paper_has_every_field(world: World, lang: str) -> None:
    page = seen(world, ORGANISER, lang, "/c/cup/print/slips?form=long")
    assert [text for text in SLIP[lang] if text not in page] == []


@each_language
def test_quick_entry_says_what_it_understands_and_understands_it(world: World, lang: str) -> None:
    page = seen(world, ORGANISER, lang, "/c/cup/")
    for example, meaning in QUICK[lang]:
        assert f"<dt><code>{example}</code></dt><dd>{meaning}</dd>" in page
    console = browser(world, ORGANISER, lang)
    unclear = console.post("/c/cup/quick/read", {"table": "1", "result": "who won?"}).content.decode()
    assert "5-3" in unclear
    saved = console.post("/c/cup/quick", {"table": "1", "result": "5-3", "command_id": "quick-1"})
    assert saved.status_code == 302
    match = next(m for m in world.t.in_round(1) if m.table == 1)
    assert match.result
    assert match.result.winner == match.a


@each_language
def test_a_result_is_read_in_its_own_sentences(world: World, lang: str) -> None:
    data = {"g0.end": "storm", "g0.laps.a": "2", "g0.laps.b": "2", "g0.afloat.shown": "1", "g0.afloat.b": "1"}
    read = browser(world, ORGANISER, lang).post("/c/cup/match/1/read", data).content.decode()
    assert SUNK[lang] in read
    less = browser(world, ORGANISER, lang).post("/c/cup/match/1/read", {"g0.end": "finish"}).content.decode()
    assert f"{'Missing' if lang == 'en' else 'Brakuje'}: {SLIP[lang][0]}." in unescape(less)
    assert 'data-needs="g0.laps"' in less


@each_language
def test_lists_ask_with_its_labels_and_choices(sixth_game: Rules, lang: str) -> None:
    world = opened(GAME)
    for page in (
        seen(world, ORGANISER, lang, "/c/cup/lists/1"),
        seen(world, Actor("player", 1), lang, "/m/cup/list"),
    ):
        assert [text for text in LIST[lang] if text.lower() not in page.lower()] == []
    typed = {"l.player": "Ewa", "l.skiff.0.name": "Mewa", "l.skiff.0.count": "2", "l.skiff.0.hull": "steel"}
    tried = browser(world, ORGANISER, lang).post("/c/cup/lists/1", {"do": "try", **typed})
    problem = {"en": "Skiff with its sails: exactly 1 needed", "pl": "Skif z żaglami: potrzeba dokładnie 1"}
    assert problem[lang] in unescape(tried.content.decode())


def test_the_chances_of_the_cut_are_counted_with_its_points(sixth_game: Rules) -> None:
    world = opened(GAME, swiss(2), single(2), players=4).play_round()
    view = my_cut(world.t, min(world.matches()[0].players), make_board(world.t))
    assert view
    assert (view.points, view.line, view.left, view.chance) == (2, 2, 1, "win")


@pytest.mark.parametrize("role", ROLES)
def test_no_page_breaks(sixth_game: Rules, role: str) -> None:
    """Every address that shows something of an event, with every kind of paper and call in it."""
    world = busy(opened(GAME).start())
    seats = {**STAFF, "player": Actor("player", 1), "host": HOST}
    reader = client(site_of(world), *([world.link(seats[role])] if role in seats else []))
    broken = []
    for row in table():
        if "GET" in row.route.methods:
            answer = reader.get(address(row.route).replace("/armada", f"/{GAME}"))
            if answer.status_code >= 500:
                broken.append(address(row.route))
    assert broken == []


def test_the_terminal_runs_it(sixth_game: Rules, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[int, str, str]:
        code = main([*words, "--data", str(tmp_path)])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    assert main(["games", "--json"]) == OK
    assert GAME in [game["id"] for game in json.loads(capsys.readouterr().out)]
    assert run("event", "new", "--game", GAME, "--name", "Regaty", "--date", "2026-11-15")[0] == OK
    assert run("event", "register", "Anna Nowak", "Jan Kowalski")[0] == OK
    for step in (("announce",), ("draw",), ("publish",), ("clock", "start")):
        assert run("event", *step)[0] == OK
    code, _, unclear = run("event", "result", "1", "kto", "wie", "--lang", "pl")
    assert code == BAD_INPUT
    assert "5-3 (okrążenia na mecie)" in unclear
    assert run("event", "result", "1", "5-3")[0] == OK
