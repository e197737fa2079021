"""The sides of Star Wars: The Card Game are drawn, chosen, recorded and counted."""

import json
from typing import Any

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.sides import side_count, sides_due
from komandor.log.codec import encode
from komandor.texts import word
from tests.check.events import check_events
from tests.support.event import Event, by, double, swiss
from tests.support.world import World, client, site_of


def finals(players: int = 4, **fields: Any) -> Event:
    event = Event("star-wars-lcg", swiss(1), double(4), **fields)
    return event.register(players).announce().play_stage().cut().start()


def won(event: Event, match: int, light: str | None = None, winner: str = "a") -> None:
    report: dict[str, Any] = {"end": "win", "winner": winner, **({"light": light} if light else {})}
    event.do(c.EnterResult(match=match, report=report))


@pytest.mark.rule("SWL-SIDE-1", "SWL-SIDE-2")
@pytest.mark.parametrize(("lang", "chooses"), [("en", "chooses the side"), ("pl", "stronę wybiera")])
def test_before_a_final_both_phones_say_who_chooses_or_which_side_it_is(lang: str, chooses: str) -> None:
    """In the first round the higher seed chooses; afterwards the rule gives the side, with its reason."""
    world = World("star-wars-lcg", swiss(1), double(4)).people(4).announce().play_stage().cut().start()
    match = world.in_round()[0]
    site = site_of(world)

    def page(player: int) -> str:
        phone = client(site, world.link(by(player)))
        return phone.get(f"/m/cup/?lang={lang}").content.decode()

    assert all(chooses in page(player) and "SWL-SIDE-1" in page(player) for player in match.players)
    light = match.players[0]
    world.do(c.ChooseSides(match.number, light))
    sides = [word("seat_side", side, lang) for side in ("light", "dark")]
    assert [side in page(n) for n, side in zip(match.players, sides, strict=True)] == [True, True]


@pytest.mark.rule("SWL-SIDE-2", "SWL-SIDE-3")
def test_the_side_on_the_slip_counts() -> None:
    """The side written on the slip decides the sides of the next round like one that was set before."""
    event = finals()
    one, two = event.in_round()
    won(event, one.number, "a")
    won(event, two.number, "a")
    assert event.t.matches[one.number].first == one.a
    event.close().start()
    upper = event.match(one.a)
    assert side_count(event.t, one.a, upper.number) == (1, 0)
    higher = min(upper.players, key=event.t.stages[2].seeds.index)
    refused = event.refused(c.ChooseSides(upper.number), "sides.higher_seed_chooses", "SWL-SIDE-3")
    assert refused.params["player"] == higher, "both have played dark less, by one: the higher seed chooses"


@pytest.mark.rule("SWL-SIDE-2")
def test_the_side_of_a_confirmed_report_counts() -> None:
    """A report says who played light; it counts once the opponent has confirmed it."""
    event = finals()
    match = event.in_round()[0]
    report = {"end": "win", "winner": "b", "light": "b"}
    event.do(c.ReportResult(match.number, report, match.players), by=by(match.a))
    assert event.t.matches[match.number].first is None
    event.do(c.ReportResult(match.number, report, match.players), by=by(match.b or 0))
    assert event.t.matches[match.number].first == match.b


@pytest.mark.rule("SWL-SIDE-2")
def test_reports_that_name_different_sides_are_disputed() -> None:
    """Two reports with one winner but different sides do not confirm each other."""
    event = finals()
    match = event.in_round()[0]
    for player, light in ((match.a, "a"), (match.b or 0, "b")):
        report = {"end": "win", "winner": "a", "light": light}
        event.do(c.ReportResult(match.number, report, match.players), by=by(player))
    result = event.t.matches[match.number].result
    assert result
    assert result.status == "disputed"


@pytest.mark.rule("SWL-SIDE-2", "SWL-SIDE-4")
def test_a_forfeit_is_no_game_played() -> None:
    """Whoever wins because nobody came has not played the side that was set for the match."""
    event = finals()
    one, two = event.in_round()
    event.do(c.ChooseSides(one.number, one.a), c.ChooseSides(two.number, two.a))
    event.do(c.DeclareNoShow(one.number, (one.b or 0,)))
    won(event, two.number)
    assert side_count(event.t, one.a, 99) == (0, 0)
    assert side_count(event.t, two.a, 99) == (1, 0)


@pytest.mark.rule("SWL-SIDE-2", "SWL-FTIME-2")
def test_a_slip_that_contradicts_the_recorded_side_is_refused() -> None:
    """The tie score may not be counted for the wrong sides; a correction with a reason may set them right."""
    event = finals()
    match = event.in_round()[0]
    event.do(c.ChooseSides(match.number, match.a))
    tie: dict[str, Any] = {
        "objectives": 1,
        "damage_on_dark": 0,
        "dial": 0,
        "damage_on_light": 0,
        "balance": "light",
    }
    slip: dict[str, Any] = {"end": "time", "light": "b", **tie}
    event.refused(c.EnterResult(match=match.number, report=slip), "sides.slip_differs", "SWL-SIDE-1")
    event.do(c.EnterResult(match=match.number, report=slip, reason="they had sat down the other way"))
    assert event.t.matches[match.number].first == match.b
    assert event.winner(match.a) == match.b


@pytest.mark.rule("SWL-SIDE-2")
def test_where_the_rule_gives_the_side_a_silent_slip_records_it() -> None:
    """Nobody needs to press anything where the rule leaves no choice; where it does, the unknown is named."""
    event = finals()
    one, two = event.in_round()
    won(event, one.number, "a")
    won(event, two.number, "b")
    event.close().start()
    upper, lower = (event.match(n) for n in (one.a, one.b or 0))
    due = sides_due(event.t, upper)
    assert due
    assert (due.light, due.reason.rule) == (two.a, "SWL-SIDE-2")
    won(event, upper.number)
    assert event.t.matches[upper.number].first == two.a
    assert any(isinstance(x, e.SidesChosen) for x in event.last)
    won(event, lower.number)
    assert event.t.matches[lower.number].first is not None


@pytest.mark.rule("SWL-SIDE-2")
def test_an_unknown_earlier_side_is_named_instead_of_guessed() -> None:
    """A side that nobody recorded is asked for by the number of its match."""
    event = finals()
    for match in event.in_round():
        won(event, match.number)
    first = min(m.number for m in event.in_round())
    event.close().start()
    match = event.in_round()[0]
    refused = event.refused(c.ChooseSides(match.number), "sides.not_recorded", "SWL-SIDE-2")
    assert refused.params["match"] == first
    for number in (first, first + 1):
        event.do(c.ChooseSides(number, event.t.matches[number].a))
    due = sides_due(event.t, match)
    assert due
    assert due.chooser in match.players


@pytest.mark.rule("SWL-SETUP-1")
def test_in_swiss_the_lot_names_who_chooses_and_the_choice_is_recorded() -> None:
    """The lot gives no side: it names the player who chooses, and only that player (or staff) does."""
    event = Event("star-wars-lcg").register(4).announce().start()
    match = event.in_round()[0]
    event.do(c.ChooseSides(match.number), by=by(match.a))
    chooser = event.t.matches[match.number].chooser
    assert chooser in match.players
    assert event.t.matches[match.number].first is None
    other = match.opponent(chooser or 0) or 0
    event.refused(c.ChooseSides(match.number), "sides.chooser_drawn", "SWL-SETUP-1")
    event.refused(c.ChooseSides(match.number, other), "sides.chooser_chooses", "SWL-SETUP-1", by=by(other))
    event.do(c.ChooseSides(match.number, other), by=by(chooser or 0))
    assert event.t.matches[match.number].first == other


@pytest.mark.rule("SWL-2V2-6")
def test_swl_2v2_6_a_lot_decides_which_team_plays_dark_first() -> None:
    """Of two teams the lot gives the sides themselves."""
    event = Event("star-wars-lcg", teams=True, settings={"lists.required": False})
    event.register(4).announce().start()
    match = event.in_round()[0]
    event.do(c.ChooseSides(match.number))
    assert event.last == [e.SidesChosen(match.number, event.t.matches[match.number].first or 0, "SWL-2V2-6")]


def test_the_checker_reads_what_the_lot_named() -> None:
    """The independent checker finds nothing wrong with drawn choosers and recorded sides."""
    event = Event("star-wars-lcg", swiss(1), double(4)).register(4).announce().start()
    for match in event.in_round():
        event.do(c.ChooseSides(match.number))
        event.do(c.ChooseSides(match.number, match.a))
    event.results().close().cut().play_out()
    assert check_events([json.loads(encode(x)) for x in event.log]) == []


@pytest.mark.rule("SWL-SETUP-1")
def test_a_phone_in_swiss_draws_who_chooses_and_that_player_notes_the_side() -> None:
    world = World("star-wars-lcg").people(4).announce().start()
    match, site = world.in_round()[0], site_of(world)
    phones = {n: client(site, world.link(by(n))) for n in match.players}
    assert 'value="lot"' in phones[match.a].get("/m/cup/").content.decode()
    phones[match.a].post("/m/cup/first", {"who": "lot"})
    drawn = world.t.matches[match.number]
    assert (drawn.first, drawn.chooser in match.players) == (None, True)
    other = match.opponent(drawn.chooser or 0) or 0
    phones[other].post("/m/cup/first", {"who": "me"})
    assert world.t.matches[match.number].first is None, "only whom the lot named chooses"
    phones[drawn.chooser or 0].post("/m/cup/first", {"who": "other"})
    assert world.t.matches[match.number].first == other


@pytest.mark.rule("SWL-SIDE-2", "SWL-SETUP-1")
def test_the_light_side_is_not_given_by_another_game_s_initiative() -> None:
    event = Event("star-wars-lcg", swiss(1), double(4)).register(4).announce().play_stage().cut().start()
    match = event.matches()[0]
    event.refused(c.SetInitiative(match.number, match.a), "initiative.sides_instead", "SWL-SETUP-1")
