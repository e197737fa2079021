"""Findings on Star Wars: The Card Game: sides, marshal, team lists, minutes of the finals, quick entry."""

import json
from typing import Any

import pytest

from komandor.core.games.game import Situation
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.sides import side_count, sides_due
from komandor.log.codec import encode
from komandor.texts import word
from tests.check.events import check_events
from tests.support.event import ORGANISER, Event, by, double, swiss
from tests.support.rules import rules_of
from tests.support.world import World, client, site_of

SWL = rules_of("star-wars-lcg@2016")


def finals(players: int = 4, **fields: Any) -> Event:
    event = Event("star-wars-lcg", swiss(1), double(4), **fields)
    return event.register(players).announce().play_stage().cut().start()


def won(event: Event, match: int, light: str | None = None, winner: str = "a") -> None:
    report: dict[str, Any] = {"end": "win", "winner": winner, **({"light": light} if light else {})}
    event.do(c.EnterResult(match=match, report=report))


# ── B7, C8: what is said before the finals ───────────────────────────────────


@pytest.mark.rule("SWL-SIDE-1", "SWL-SIDE-2")
@pytest.mark.parametrize(("lang", "chooses"), [("en", "chooses the side"), ("pl", "stronę wybiera")])
def test_b7_before_a_final_both_phones_say_who_chooses_or_which_side_it_is(lang: str, chooses: str) -> None:
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


def test_c8_a_match_of_level_teams_is_not_called_a_cut() -> None:
    """The console's heading names the match for first place."""
    world = World("star-wars-lcg", swiss(1), teams=True, settings={"lists.required": False})
    world.do(*(c.RegisterPlayer(members=2) for _ in range(4))).announce().play_stage().cut()
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/").content.decode()
    assert ("Match for first place" in page, "Top 2" in page) == (True, False)


# ── A2: sides in the finals ──────────────────────────────────────────────────


@pytest.mark.rule("SWL-SIDE-2", "SWL-SIDE-3")
def test_a2_the_side_on_the_slip_counts() -> None:
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
def test_a2_the_side_of_a_confirmed_report_counts() -> None:
    """A report says who played light; it counts once the opponent has confirmed it."""
    event = finals()
    match = event.in_round()[0]
    report = {"end": "win", "winner": "b", "light": "b"}
    event.do(c.ReportResult(match.number, report, match.players), by=by(match.a))
    assert event.t.matches[match.number].first is None
    event.do(c.ReportResult(match.number, report, match.players), by=by(match.b or 0))
    assert event.t.matches[match.number].first == match.b


@pytest.mark.rule("SWL-SIDE-2")
def test_a2_reports_that_name_different_sides_are_disputed() -> None:
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
def test_a2_a_forfeit_is_no_game_played() -> None:
    """Whoever wins because nobody came has not played the side that was set for the match."""
    event = finals()
    one, two = event.in_round()
    event.do(c.ChooseSides(one.number, one.a), c.ChooseSides(two.number, two.a))
    event.do(c.DeclareNoShow(one.number, (one.b or 0,)))
    won(event, two.number)
    assert side_count(event.t, one.a, 99) == (0, 0)
    assert side_count(event.t, two.a, 99) == (1, 0)


@pytest.mark.rule("SWL-SIDE-2", "SWL-FTIME-2")
def test_a2_a_slip_that_contradicts_the_recorded_side_is_refused() -> None:
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
def test_a2_where_the_rule_gives_the_side_a_silent_slip_records_it() -> None:
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
def test_a2_an_unknown_earlier_side_is_named_instead_of_guessed() -> None:
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


# ── B6, B7: who chooses, and who is told ─────────────────────────────────────


@pytest.mark.rule("SWL-SETUP-1")
def test_b6_in_swiss_the_lot_names_who_chooses_and_the_choice_is_recorded() -> None:
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


# ── A6, B14: no marshal ──────────────────────────────────────────────────────


@pytest.mark.rule("SWL-GEN-7")
def test_a6_there_is_no_marshal() -> None:
    """The document knows organiser, judge and player only."""
    event = Event("star-wars-lcg")
    event.refused(c.AppointStaff(("marshal",)), "staff.no_marshal", "SWL-GEN-7")
    Event("conquest").do(c.AppointStaff(("marshal",)))


@pytest.mark.rule("SWL-PART-1")
def test_b14_a_second_organiser_is_named_as_such() -> None:
    """The refusal says what to do and does not cite a rule that this game does not have."""
    event = Event("star-wars-lcg")
    event.refused(c.AppointStaff(("organiser",)), "staff.appoint_second", "SWL-PART-1")
    Event("conquest").refused(c.AppointStaff(("organiser",)), "staff.one_organiser", "COM-ROLE-3")


# ── B3: quick entry ──────────────────────────────────────────────────────────


@pytest.mark.rule("SWL-SCORE-3", "SWL-ERR-4")
def test_b3_quick_entry_has_no_traps() -> None:
    """Every example is accepted, and `dl` is not read as a double loss of both games."""
    where = Situation("swiss")
    for text in SWL.examples(where):
        read = SWL.shorthand(text, where)
        assert not isinstance(read, Refusal), text
        assert not isinstance(SWL.score(read, where), Refusal), text
    for text in ("dd", "dl", "dw"):
        read = SWL.shorthand(text, where)
        answer = read if isinstance(read, Refusal) else SWL.score(read, where)
        assert isinstance(answer, Refusal), text
        assert answer.reasons[0].rule == "SWL-SCORE-3", text
    both = SWL.shorthand("wx", where)
    assert not isinstance(both, Refusal)
    assert [side.points for side in SWL.score(both, where).sides] == [3, 0]  # type: ignore[union-attr]


def test_the_checker_reads_what_the_lot_named() -> None:
    """The independent checker finds nothing wrong with drawn choosers and recorded sides."""
    event = Event("star-wars-lcg", swiss(1), double(4)).register(4).announce().start()
    for match in event.in_round():
        event.do(c.ChooseSides(match.number))
        event.do(c.ChooseSides(match.number, match.a))
    event.results().close().cut().play_out()
    assert check_events([json.loads(encode(x)) for x in event.log]) == []


# ── A5, B8: what is announced ────────────────────────────────────────────────


@pytest.mark.rule("SWL-2V2-3")
def test_a5_teams_hand_in_lists_before_round_1() -> None:
    """Two against two starts only with all lists; one against one may choose."""
    event = Event("star-wars-lcg", teams=True, settings=None).register(4).announce()
    assert event.t.settings["lists.required"] is True
    event.refused(c.FreezeRound(), "round.lists_missing", "COM-LIST-2")
    Event("star-wars-lcg").register(4).announce().start()


@pytest.mark.rule("SWL-FIN-1")
def test_b8_the_minutes_of_the_finals_are_free_until_the_finals_begin() -> None:
    """Before their first clock 30 to 40 minutes are the organiser's choice, afterwards an exception."""
    event = Event("star-wars-lcg", swiss(1), double(4)).register(4).announce().play_stage()
    event.do(c.ChangeEvent({"minutes": {"knockout": 40}}))
    assert event.last == [e.EventChanged({"minutes": {"knockout": 40}})]
    event.refused(c.ChangeEvent({"minutes": {"swiss": 60}}), "event.change_needs_reason", "SWL-ROUND-2")
    event.cut().publish().do(c.ChangeEvent({"minutes": {"knockout": 30}})).do(c.StartClock())
    event.refused(c.ChangeEvent({"minutes": {"knockout": 35}}), "event.change_needs_reason", "SWL-FIN-1")
    event.do(c.ChangeEvent({"minutes": {"knockout": 35}}, "the hall closes early"))
    assert event.last[0].exception
