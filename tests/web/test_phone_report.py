"""What players send about their match becomes its result only when both say the same."""

import re

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.app.queries.player.my_board import board_of
from komandor.app.queries.player.my_cut import my_cut
from komandor.app.queries.player.my_table import my_table
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import ResultConfirmed
from komandor.core.tournament.state import Match
from tests.support.event import single, swiss
from tests.support.world import JUDGE, World, client, opened, site_of

GAMES = ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")
WON = {"g0.end": "win", "g0.winner": "a"}


@pytest.fixture
def world() -> World:
    return opened("destiny").start()


def seated(world: World) -> Match:
    return next(m for m in world.t.in_round(1) if m.kind == "match")


def phone(world: World, player: int | None) -> Client:
    return client(site_of(world), world.link(Actor("player", player)))


def send(world: World, player: int | None, winner: str = "a", name: str = "") -> int:
    match = seated(world)
    between = f"{match.a}-{match.b}"
    data = WON | {"g0.winner": winner, "match": str(match.number), "between": between}
    data |= {"command_id": name or f"r{player}"}
    return phone(world, player).post("/m/cup/report", data).status_code


def shown(world: World, player: int | None) -> str:
    return my_table(world.t, player or 0, 0, board_of(world.ledger.load("cup"))).seen


def test_the_reading_is_shown_before_anything_is_sent(world: World) -> None:
    match = seated(world)
    answer = phone(world, match.a).post("/m/cup/report/read", WON).content.decode()
    assert "You win" in answer
    assert "DES-" in answer
    assert seated(world).result is None


def test_the_same_report_sent_again_is_answered_and_not_recorded(world: World) -> None:
    """After "back" the form has another id; it says the same, so nothing new is to be confirmed."""
    match = seated(world)
    assert send(world, match.a) == 302
    version, seen = world.t.version, shown(world, match.b)
    browser = phone(world, match.a)
    again = WON | {"match": str(match.number), "between": f"{match.a}-{match.b}", "command_id": "back"}
    answer = browser.post("/m/cup/report", again)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/m/cup/")
    assert "You have already reported this" in browser.get("/m/cup/").content.decode()
    assert browser.post("/m/cup/report", again, HTTP_X_REQUESTED_WITH="fragment").status_code == 204
    assert world.t.version == version
    assert shown(world, match.b) == seen
    assert send(world, match.a, "b", "other") == 302
    assert world.t.version > version, "another result is another report"


def test_an_equal_report_of_the_other_confirms(world: World) -> None:
    match = seated(world)
    assert send(world, match.a) == 302
    assert send(world, match.b) == 302
    result = seated(world).result
    assert result
    assert result.status == "final"
    assert world.log[-1] == ResultConfirmed(match.number, match.b)


def test_another_report_of_the_other_is_a_dispute_and_a_judge_settles_it(world: World) -> None:
    match = seated(world)
    send(world, match.a, "a")
    send(world, match.b, "b")
    result = seated(world).result
    assert result
    assert result.status == "disputed"
    page = phone(world, match.a).get("/m/cup/").content.decode()
    assert "a judge will decide" in page
    assert len(set(re.findall(r'<details id="(way\d+)"', page))) == 2, "each is opened by itself"
    world.do(c.EnterResult(match=match.number, report={"end": "win", "winner": "a"}), by=JUDGE)
    assert "result recorded" in phone(world, match.b).get("/m/cup/").content.decode()


def test_only_the_report_that_was_seen_is_confirmed(world: World) -> None:
    match = seated(world)
    send(world, match.a, "a", "first")
    seen = shown(world, match.b)
    send(world, match.a, "b", "second")
    browser = phone(world, match.b)
    browser.post("/m/cup/confirm", {"match": match.number, "shown": seen, "command_id": "c"})
    assert seated(world).result.status == "reported"  # type: ignore[union-attr]
    browser.post("/m/cup/confirm", {"match": match.number, "shown": shown(world, match.b), "command_id": "d"})
    assert seated(world).result.status == "final"  # type: ignore[union-attr]


def test_a_double_tap_and_a_late_confirmation_change_nothing(world: World) -> None:
    match = seated(world)
    send(world, match.a, name="same")
    version = world.t.version
    send(world, match.a, name="same")
    assert world.t.version == version
    world.do(c.EnterResult(match=match.number, report={"end": "win", "winner": "b"}), by=JUDGE)
    late = phone(world, match.b).post(
        "/m/cup/confirm", {"match": match.number, "shown": "x", "command_id": "l"}
    )
    assert late.status_code == 422
    assert seated(world).result.winner == match.b  # type: ignore[union-attr]


def test_nobody_confirms_their_own_report_or_touches_another_table(world: World) -> None:
    match = seated(world)
    send(world, match.a)
    seen = shown(world, match.b)
    own = phone(world, match.a).post(
        "/m/cup/confirm", {"match": match.number, "shown": seen, "command_id": "o"}
    )
    assert own.status_code == 422
    other = next(n for n in world.t.players if n not in match.players)
    phone(world, other).post("/m/cup/confirm", {"match": match.number, "shown": seen, "command_id": "p"})
    assert seated(world).result.status == "reported"  # type: ignore[union-attr]


def test_a_report_kept_from_another_match_is_not_taken_for_this_one(world: World) -> None:
    match = seated(world)
    data = WON | {"match": str(match.number + 1), "command_id": "k"}
    assert phone(world, match.a).post("/m/cup/report", data).status_code == 422
    assert seated(world).result is None


@pytest.mark.parametrize("game", GAMES)
def test_what_only_leaders_may_give_is_not_offered_to_players(game: str) -> None:
    world = opened(game).start()
    page = phone(world, seated(world).a).get("/m/cup/report").content.decode()
    assert 'name="g0.end"' in page
    assert "double_loss" not in page


def test_a_ruling_can_be_appealed_by_its_players_only(world: World) -> None:
    match = seated(world)
    phone(world, match.a).post("/m/cup/judge", {"kind": "dispute", "text": "?", "command_id": "j"})
    world.do(c.GiveRuling(1, "Nie."), by=JUDGE)
    other = next(n for n in world.t.players if n not in match.players)
    phone(world, other).post("/m/cup/do/AppealRuling", {"call": "1", "command_id": "a1"})
    assert [call.state for call in world.t.calls.values()] == ["ruled"], "only a player of the match appeals"
    phone(world, match.b).post("/m/cup/do/AppealRuling", {"call": "1", "command_id": "a2"})
    assert world.t.calls[1].state == "appealed"


def test_leaving_says_what_it_means_and_only_then_does_it(world: World) -> None:
    match = seated(world)
    browser = phone(world, match.a)
    assert "your match against" in browser.get("/m/cup/drop").content.decode()
    assert world.t.players[match.a].active
    assert browser.post("/m/cup/drop", {"command_id": "c"}).status_code == 422, "conceded or not played?"
    absent = browser.post("/m/cup/drop", {"command_id": "d", "game": "not_played"})
    assert absent.status_code >= 400, "the organiser says that (AMB-G37)"
    assert world.t.players[match.a].active
    browser.post("/m/cup/drop", {"command_id": "e", "game": "conceded"})
    assert world.t.players[match.a].status == "left"
    assert "You dropped from the tournament" in browser.get("/m/cup/").content.decode()
    again = browser.post("/m/cup/drop", {"command_id": "f", "game": "conceded"})
    assert "You are no longer in this tournament." in again.content.decode()


def test_a_list_is_checked_handed_in_and_locked() -> None:
    world = opened("armada")
    browser = phone(world, 1)
    lines = {"l.player": "Gracz", "l.faction": "rebel", "l.ships.0.name": "CR90", "l.ships.0.points": "44"}
    problems = browser.post("/m/cup/list/check", lines).content.decode()
    assert "ARM-" in problems
    assert not world.t.players[1].lists
    browser.post("/m/cup/list", lines | {"do": "submit", "command_id": "s"})
    assert list(world.t.players[1].lists[-1].content["ships"]) == [{"name": "CR90", "points": 44}]
    world.start()
    assert browser.post("/m/cup/list", lines | {"do": "submit", "command_id": "t"}).status_code == 422
    world.do(c.AmendList(1, {"ships": ({"name": "CR90"},), "faction": "imperial"}, "brak karty"))
    both = browser.get("/m/cup/list").content.decode()
    assert "brak karty" in both
    assert "CR90" in both


def test_the_cut_promises_only_what_is_certain() -> None:
    event = World("destiny", swiss(3), single(2)).people(8).play_round().play_round()
    loaded = event.ledger.load("cup")
    board = board_of(loaded)
    views = {n: my_cut(event.t, n, board) for n in event.t.players}
    points = {r.player: r.points for r in board.rows}
    assert {views[n].chance for n in points if points[n] == 0} == {"out"}  # type: ignore[union-attr]
    assert all(views[n].chance != "in" for n in points)  # type: ignore[union-attr]
    event.play_round()
    done = {n: my_cut(event.t, n, board_of(event.ledger.load("cup"))) for n in event.t.players}
    assert [n for n, v in done.items() if v and v.points == 3 and v.chance != "in"] == []


def test_a_third_game_counts_as_not_played_until_somebody_says_otherwise() -> None:
    world = opened("destiny", swiss(2), single(4), players=8).announce().play_stage().cut().start()
    match = world.in_round()[0]
    browser = phone(world, match.a)
    ticked = r'name="(g\d)\.end" value="(\w*)" checked'
    assert re.findall(ticked, browser.get("/m/cup/report").content.decode()) == [
        ("g0", "win"),
        ("g1", "win"),
        ("g2", ""),
    ]
    wins = {f"g{n}.{key}": value for n in (0, 1) for key, value in (("end", "win"), ("winner", "a"))}
    between = {"match": str(match.number), "between": f"{match.a}-{match.b}", "g2.end": "", "g2.winner": ""}
    assert browser.post("/m/cup/report", wins | between).status_code == 302
    assert len(world.t.matches[match.number].result.report["games"]) == 2  # type: ignore[union-attr]


def test_only_a_win_stands_in_a_green_box(world: World) -> None:
    match = seated(world)
    send(world, match.a, winner="b")
    lost = phone(world, match.a).get("/m/cup/").content.decode()
    won = phone(world, match.b).get("/m/cup/").content.decode()
    assert 'class="outcome ok lost"' in lost
    assert 'class="outcome ok"' in won


def test_a_refused_report_names_the_player_it_speaks_of() -> None:
    world = opened("armada").start()
    match = seated(world)
    slip = {"g0.end": "destruction", "g0.scores.a": "300", "g0.scores.b": "100", "g0.ships_left.shown": "1"}
    slip |= {"g0.ships_left.a": "1", "between": f"{match.a}-{match.b}"}
    answer = phone(world, match.a).post("/m/cup/report", slip)
    said = " ".join(answer.content.decode().split())
    assert answer.status_code == 422
    assert "Player A" not in said
    assert said.count(f"Gracz{match.a} T. destroyed") == 2, "on top and under the slip"
