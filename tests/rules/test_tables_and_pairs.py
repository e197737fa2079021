"""Everybody who can play has a table and an opponent (COM-MAT-2, AMB-G6)."""

from pathlib import Path
from typing import Any

import pytest

from komandor.cli.exits import OK
from komandor.cli.main import main
from komandor.core.tournament import commands as c
from komandor.texts import Speaker
from tests.cli.terminal import Run
from tests.support.checking import checked, exported
from tests.support.dice_event import DiceEvent
from tests.support.event import ORGANISER, Event, swiss
from tests.support.world import client, opened, site_of

EVENTS_OF_FIVE = (8, 10, 26)
"""By these dice the fourth round has to give a second bye or make a rematch."""

LIES = {"en": "Everybody has had one", "pl": "Wszyscy już go mieli"}


def published(game: str = "armada", players: int = 5, tables: str = "") -> Event:
    event = Event(game, swiss(3), settings={"registration.late_entry": True}, tables=tables)
    return event.register(players).announce().publish()


@pytest.mark.rule("COM-MAT-2")
@pytest.mark.parametrize(("tables", "free"), [("", 3), ("1-10", 3), ("4,7", 8), ("2-3,9", 9)])
def test_a_late_entrant_gets_the_next_free_table(tables: str, free: int) -> None:
    event = published(tables=tables).do(c.EnterLate("play_now"))
    match = event.match(6)
    assert (match.table, match.kind) == (free, "match")
    assert checked(event.results().do(c.StartClock()) if event.open() else event) == []


@pytest.mark.rule("COM-MAT-2")
def test_the_bye_players_own_table_is_kept() -> None:
    event = Event("armada", swiss(3), settings={"registration.late_entry": True})
    event.do(*(c.RegisterPlayer(fixed_table=20 + n) for n in range(5))).announce().publish()
    bye = event.bye() or 0
    assert event.do(c.EnterLate("play_now")).match(6).table == 19 + bye


@pytest.mark.rule("COM-DROP-2")
def test_a_no_show_beside_a_bye_is_paired_again_before_the_clock() -> None:
    event = published()
    bye, match = event.bye() or 0, event.matches()[0]
    absent, came = match.players
    again = c.DeclareNoShow(match.number, (absent,), pair_with=bye, reason="both without an opponent")
    event.do(again)
    found = event.match(came)
    assert (set(found.players), found.table, found.result) == ({came, bye}, match.table, None)
    assert event.byes() == ()
    assert not event.player(absent).active
    assert checked(event.start().results().close()) == []


@pytest.mark.rule("COM-DROP-2")
def test_a_no_show_that_was_recorded_is_paired_again_too() -> None:
    event = published()
    bye, match = event.bye() or 0, event.matches()[0]
    event.do(c.DeclareNoShow(match.number, match.players[:1]))
    event.do(c.PairLeftOver(match.players[1], bye, "both without an opponent"))
    assert event.opponent(bye) == match.players[1]
    assert not event.match(bye).final
    assert checked(event.start().results().close()) == []


@pytest.mark.rule("COM-DROP-2")
def test_two_who_came_alone_play_each_other() -> None:
    event = published(players=4)
    one, two = event.matches()
    event.do(c.DeclareNoShow(one.number, (one.a,)), c.DeclareNoShow(two.number, (two.a,)))
    event.do(c.PairLeftOver(one.b, two.b, "both without an opponent"))
    assert event.opponent(one.b) == two.b
    assert checked(event.start().results().close()) == []


@pytest.mark.rule("COM-DROP-2")
def test_nobody_is_paired_again_once_the_clock_runs_nor_with_an_opponent() -> None:
    event = published()
    bye, match = event.bye() or 0, event.matches()[0]
    event.refused(c.PairLeftOver(match.a, bye, "why not"), "pair.has_opponent", "COM-DROP-2")
    event.do(c.StartClock())
    late = c.DeclareNoShow(match.number, (match.a,), pair_with=bye, reason="too late")
    event.refused(late, "pair.clock_runs", "COM-DROP-2")


@pytest.mark.rule("COM-PAIR-2")
def test_a_swap_that_makes_a_rematch_is_published_once_it_is_accepted_and_says_by_hand() -> None:
    event = Event("destiny", swiss(3)).register(8).announce().play_round().draw()
    one, two = event.matches(1)[0].players
    event.do(c.SwapPlayers(event.opponent(one), two, "asked for"))
    reason = event.refused(c.PublishRound(), "round.rematches", "COM-PAIR-2")
    assert reason.params["by_hand"] is True
    assert "made manually" in Speaker(lang="en").sentence(reason)
    assert "ręczna" in Speaker(lang="pl").sentence(reason)
    event.do(c.PublishRound(accept=True))
    assert event.opponent(one) == two
    assert checked(event) == []


@pytest.mark.rule("COM-DROP-2")
def test_the_console_offers_the_bye_player_before_the_clock() -> None:
    world = opened("armada", players=5).publish()
    bye, match = world.bye(), world.matches()[0]
    desk = client(site_of(world), world.link(ORGANISER))
    menu = desk.get(f"/c/cup/match/{match.number}/menu").content.decode()
    assert f'value="{match.a}-{bye}"' in menu
    desk.post(f"/c/cup/match/{match.number}/no-show", {"absent": str(match.a)})
    assert 'action="/c/cup/pair"' in desk.get("/c/cup/").content.decode(), "the next step says it as well"
    desk.post("/c/cup/pair", {"first": str(match.b), "second": str(bye)})
    assert world.opponent(match.b) == bye


@pytest.mark.rule("COM-DROP-2")
def test_one_button_removes_the_absent_and_pairs_the_other() -> None:
    world = opened("armada", players=5).publish()
    bye, match = world.bye(), world.matches()[0]
    desk = client(site_of(world), world.link(ORGANISER))
    desk.post(f"/c/cup/match/{match.number}/no-show", {"instead": f"{match.a}-{bye}"})
    assert world.opponent(match.b) == bye
    assert not world.player(match.a).active


def _cup(run: Run, game: str, players: int) -> None:
    run.event("new", "--game", game, "--name", "Cup", "--date", "2026-11-14", "--stage", "swiss 3")
    run.event("register", *(f"Gracz Nr{n}" for n in range(players)))
    for step in ("announce", "draw", "publish"):
        run.event(step)


@pytest.mark.rule("COM-DROP-2", "COM-DROP-1")
def test_leaving_pairing_again_and_double_losses_are_typed_at_the_terminal(run: Run) -> None:
    _cup(run, "armada", 5)
    run.do("change-event", "--changes", '{"settings": {"registration.late_entry": true}}', "--reason", "late")
    rows = run.event("pairings")["pairings"]
    bye = next(row["players"][0]["player"] for row in rows if len(row["players"]) == 1)
    first = rows[0]
    run.event("no-show", str(first["table"]), str(first["players"][0]["player"]))
    assert "AMB-G6" in str(run.event("show")["hints"]) or "COM-DROP-2" in str(run.event("show")["hints"])
    other = str(first["players"][1]["player"])
    run.do("pair-left-over", "--first", other, "--second", str(bye), "--reason", "both without an opponent")
    assert run.event("show")["hints"] == []
    run.event("clock", "start")
    code, _, error = run("event", "drop", other)
    assert code == 1
    assert "COM-DROP-1" in error
    run.event("drop", other, "--game", "conceded", "--report", '{"scores": [0, 0]}')
    second = rows[1]["table"]
    code, _, error = run("event", "result", str(second), "dl")
    assert code == 1
    assert "COM-COND-8" in error
    run.event("result", str(second), "dl", "--reason", "both cheated")


def begun(run: Run, game: str, players: int, *more: str) -> None:
    """Round 1 of a new event is published."""
    run.event("new", "--game", game, "--name", "Cup", "--date", "2026-11-14", *more)
    run.event("register", *(f"Gracz Nr{n}" for n in range(players)))
    for step in ("announce", "draw", "publish"):
        run.event(step)


def rows(run: Run) -> list[dict[str, Any]]:
    return list(run.event("pairings")["pairings"])


@pytest.mark.rule("COM-BYE-4")
def test_five_players_and_four_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody has a second bye while somebody has none, and no explanation says otherwise."""
    for dice in EVENTS_OF_FIVE:
        event = DiceEvent("destiny", swiss(4), dice=dice).register(5).announce().play_out()
        byes = [event.byes(number)[0] for number in range(1, 5)]
        assert len(set(byes)) == 4, (dice, byes)
    assert event.round.rematches, "the last of these events has to choose between the two"
    assert checked(event) == []
    file = tmp_path / "event.komandor"
    file.write_bytes(exported(event))
    for lang, lie in LIES.items():
        for player in range(1, 6):
            assert main(["explain", str(file), "--player", str(player), "--lang", lang]) == OK
        assert lie not in capsys.readouterr().out


@pytest.mark.rule("COM-MAT-2")
@pytest.mark.parametrize(("game", "won"), [("armada", "200-100"), ("conquest", "a")])
def test_a_late_entrant_plays_at_a_table_and_the_round_can_be_closed(run: Run, game: str, won: str) -> None:
    begun(run, game, 5, "--stage", "swiss 3", "--setting", "registration.late_entry=true")
    run.event("late", "Późny Jan", "--choice", "play_now")
    assert sorted(row["table"] for row in rows(run)) == [1, 2, 3]
    for table in ("1", "2", "3"):
        run.event("result", table, won)
    run.event("close")
