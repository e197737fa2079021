"""Who leaves is asked what became of the game, and the log says what really happened (AMB-G37, AMB-G6)."""

from typing import Any

import pytest

from komandor.app.access import Actor
from komandor.cli.main import main
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.texts import Speaker
from tests.cli.terminal import Run
from tests.support.checking import checked
from tests.support.event import ORGANISER, Event, by, single, swiss
from tests.support.world import client, opened, site_of


def running(game: str = "destiny", players: int = 4) -> Event:
    return Event(game, swiss(3)).register(players).announce().start()


def said(event: Event, kind: type[e.Event], lang: str = "en") -> str:
    """The latest line of the log of this kind."""
    found = next(x for x in reversed(event.log) if isinstance(x, kind))
    return Speaker(lang=lang).event(found)


@pytest.mark.rule("COM-DROP-1")
@pytest.mark.parametrize("who", [ORGANISER, by(1)])
def test_leaving_during_a_game_asks_conceded_or_not_played(who: Actor) -> None:
    event = running()
    event.refused(c.DropPlayer(1), "drop.conceded_or_not_played", "COM-DROP-1", by=who)
    event.do(c.DropPlayer(1, game="conceded"), by=who)
    worth = {s.player: s.outcome for s in event.result(event.match(1)).scores}
    assert worth == {1: "conceded", event.opponent(1): "win"}
    assert "game conceded" in said(event, e.PlayerLeft)
    assert "gra poddana" in said(event, e.PlayerLeft, "pl")
    assert checked(event) == []


@pytest.mark.rule("ARM-CONC-2")
@pytest.mark.parametrize(("lead", "worth"), [(350, (10, 350)), (20, (8, 140))])
def test_the_leader_keeps_the_margin_when_the_other_leaves(lead: int, worth: tuple[int, int]) -> None:
    event = running("armada")
    match = event.match(1)
    scores = (0, lead) if match.a == 1 else (lead, 0)
    event.refused(c.DropPlayer(1, game="conceded"), "report.missing", "ARM-SCORE-1")
    event.do(c.DropPlayer(1, game="conceded", report={"scores": scores}))
    (won,) = (s for s in event.result(match).scores if s.player != 1)
    assert (won.points, won.mov) == worth
    assert checked(event) == []


@pytest.mark.rule("COM-DROP-1")
def test_a_slip_by_which_the_leaver_wins_is_no_concession() -> None:
    event = running("armada")
    mine = "a" if event.match(1).a == 1 else "b"
    scores = (0, 300) if mine == "b" else (300, 0)
    slip = {"end": "rounds", "conceded_by": None, "scores": scores}
    event.refused(c.DropPlayer(1, game="conceded", report=slip), "drop.not_conceded", "ARM-CONC-1")


@pytest.mark.rule("COM-DROP-1")
def test_two_games_given_up_by_leaving() -> None:
    event = running("star-wars-lcg")
    event.do(c.DropPlayer(1, game="conceded", report={"games": ()}))
    worth = {s.player: (s.outcome, s.points) for s in event.result(event.match(1)).scores}
    assert worth == {1: ("loss", 0), event.opponent(1): ("win", 6)}
    assert checked(event) == []


@pytest.mark.rule("COM-DROP-1")
def test_a_game_not_begun_is_not_asked_about() -> None:
    event = Event("destiny", swiss(3)).register(4).announce().publish().do(c.DropPlayer(1))
    assert event.result(event.match(1)).forfeit
    assert "game not played" in said(event, e.PlayerLeft)


@pytest.mark.rule("COM-ELIM-6")
def test_in_the_knock_out_the_opponent_has_a_bye_and_nobody_is_asked() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    event.do(c.DropPlayer(1))
    assert "the opponent gets a bye" in said(event, e.MatchForfeited)
    assert "przeciwnik ma wolny los" in said(event, e.MatchForfeited, "pl")


@pytest.mark.rule("COM-DROP-2")
@pytest.mark.parametrize(
    ("command", "words", "polish"),
    [
        (c.DropPlayer(1, game="not_played"), "dropped", "rezygnacja"),
        (c.Disqualify(1, "cheating"), "disqualified", "dyskwalifikacja"),
        (c.GiveSanction(player=1, kind="removal", reason="shouting"), "conduct", "zachowanie"),
        (c.GiveSanction(player=1, kind="disqualification", reason="lies"), "disqualified", "dyskwalifikacja"),
        (c.RecordDeckCheck(player=1, legal=False, mendable=False), "illegal deck", "niedozwolona talia"),
    ],
)
def test_the_log_says_why_a_match_was_lost(command: c.Command, words: str, polish: str) -> None:
    event = running("star-wars-lcg").do(command)
    for lang, expected in (("en", words), ("pl", polish)):
        line = said(event, e.MatchForfeited, lang)
        assert expected in line
        assert "not at the table" not in line
        assert "brak przy stoliku" not in line


@pytest.mark.rule("SWL-CHECK-3")
def test_a_deck_that_cannot_be_made_legal_bars_the_return() -> None:
    event = running("star-wars-lcg", 6).do(c.RecordDeckCheck(player=1, legal=False, mendable=False))
    event.refused(c.Rejoin(1), "rejoin.illegal_deck", "SWL-CHECK-3")
    other = running("destiny", 6).do(c.DropPlayer(1, cause="illegal_deck", game="not_played"))
    other.do(c.Rejoin(1))
    assert other.player(1).active, "the other documents let a removed player ask (COM-DROP-3)"


@pytest.mark.rule("COM-DROP-1")
def test_who_leaves_a_game_cannot_choose_what_it_is_worth_to_the_opponent() -> None:
    """By phone a player may only lose the game; the organiser is asked about everything else (AMB-G37)."""
    event = running()
    event.refused(c.DropPlayer(1, game="not_played"), "access.organiser_asked", "COM-DROP-1", by=by(1))
    fleet = running("armada")
    behind = c.DropPlayer(1, game="conceded", report={"scores": (0, 0)})
    fleet.refused(behind, "access.organiser_asked", "COM-DROP-1", by=by(1))
    fleet.do(behind)
    event = Event("armada", swiss(3)).register(4).announce().publish()
    event.do(c.DropPlayer(1), by=by(1))


@pytest.mark.rule("COM-DROP-1")
def test_the_console_asks_and_takes_the_points_of_the_concession() -> None:
    world = opened("armada").start()
    match = world.matches()[0]
    desk = client(site_of(world), world.link(ORGANISER))
    address = f"/c/cup/player/{match.a}/drop"
    page = desk.get(address).content.decode()
    assert 'name="game"' in page
    assert 'name="scores.a"' in page
    assert desk.post(address, {"cause": "drop"}).status_code == 422
    refused = desk.post(address, {"cause": "drop", "game": "conceded"})
    assert (refused.status_code, 'name="scores.b"' in refused.content.decode()) == (422, True)
    typed = {"cause": "drop", "game": "conceded", "scores.a": "0", "scores.b": "350"}
    assert desk.post(address, typed).status_code == 302
    assert [(s.points, s.mov) for s in world.result(match).scores] == [(0, 0), (10, 350)]


@pytest.mark.rule("COM-DROP-1")
def test_the_phone_asks_whether_the_game_was_conceded() -> None:
    world = opened("destiny").start()
    match = world.matches()[0]
    phone = client(site_of(world), world.link(by(match.a)))
    assert 'name="game"' in phone.get("/m/cup/drop").content.decode()
    phone.post("/m/cup/drop", {"game": "conceded"})
    assert [score.outcome for score in world.result(match).scores] == ["conceded", "win"]


def begun(run: Run, game: str, players: int, *more: str) -> None:
    """Round 1 of a new event is published."""
    run.event("new", "--game", game, "--name", "Cup", "--date", "2026-11-14", *more)
    run.event("register", *(f"Gracz Nr{n}" for n in range(players)))
    for step in ("announce", "draw", "publish"):
        run.event(step)


def rows(run: Run) -> list[dict[str, Any]]:
    return list(run.event("pairings")["pairings"])


def printed(run: Run, *words: str, lang: str) -> str:
    """What a person reads at the terminal, errors and all."""
    main([*words, "--data", str(run.folder), "--lang", lang])
    printed = run.capsys.readouterr()
    return printed.out + printed.err


@pytest.mark.rule("COM-DROP-5")
@pytest.mark.parametrize(("lang", "lie"), [("pl", "inny etap"), ("en", "Another stage")])
def test_who_left_in_the_knock_out_is_not_said_to_have_left_another_stage(
    run: Run, lang: str, lie: str
) -> None:
    begun(run, "destiny", 4, "--stage", "single 4")
    loser = str(rows(run)[0]["players"][0]["player"])
    run.event("drop", loser)
    told = printed(run, "event", "rejoin", loser, lang=lang)
    assert "COM-DROP-5" in told
    assert lie not in told


@pytest.mark.rule("COM-DROP-5")
def test_coming_back_after_the_cut_is_refused_with_its_rule() -> None:
    """Whoever left in Swiss does not come back once the cut was made."""
    event = Event("destiny", swiss(1), single(4)).register(6).announce().start()
    event.results().close().do(c.DropPlayer(6)).cut()
    event.refused(c.Rejoin(6), "rejoin.after_the_cut", "COM-DROP-5")
