"""Bonus points are off unless the event has them; they count in the player's own total and nowhere else."""

from typing import Any

import pytest

from komandor.app.handle import Refused
from komandor.app.offers import Offers
from komandor.check import verify
from komandor.core.explain import why_place
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.standings import standings_of
from tests.check.events import check_events
from tests.support.checking import checked, exported
from tests.support.dice_event import DiceEvent
from tests.support.event import ORGANISER, Event, by, single, swiss

ON = {"points.bonus": True}
AREA = "src/komandor/core/tournament/actions/sanctions.py"


def played(game: str = "destiny", players: int = 5, *stages: Any, **settings: Any) -> Event:
    event = Event(game, *(stages or (swiss(3),)), settings={**ON, **settings}).register(players)
    return event.announce().play_round()


def holds(event: Event) -> None:
    """The checker finds nothing, and the verifier adds up the same points."""
    assert checked(event) == [], "src/komandor/check: standings.py (tally), leaving.py, whole_log.py (WHEN)"
    report = verify.verify(exported(event))
    failed = [line for line in report.lines if line.ok is False]
    assert not failed, f"src/komandor/check/recorded_points.py does not add bonus points: {failed}"


def sos(event: Event) -> dict[int, Any]:
    return {row.player: row.values["sos"] for row in standings_of(event.t)}


@pytest.mark.rule("AMB-G46")
def test_they_are_off_by_default() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().play_round()
    assert isinstance(event.ask(c.GiveBonus(1, 2, "painted")), Refused), f"{AREA}: setting= of GiveBonus"
    event.refused(c.GiveBonus(1, 2, "painted"), "settings.off")
    assert not Offers(event.t, ORGANISER).may("GiveBonus")
    assert Offers(played().t, ORGANISER).may("GiveBonus")


@pytest.mark.rule("AMB-G46")
def test_they_count_in_the_own_total_and_for_the_score_group() -> None:
    event = played()
    before, strength = event.points(1), sos(event)
    event.do(c.GiveBonus(1, 2, " painted army "))
    assert event.points(1) == before + 2, (
        "src/komandor/core/tournament/readings/standings.py (lines) or core/standings/record.py forgets it"
    )
    assert sos(event) == strength, "src/komandor/core/standings/record.py: opponents do not count a bonus"
    assert event.t.players[1].bonuses[0].reason == "painted army"
    event.freeze()
    assert {row[0]: row[1] for row in event.t.this_round.field}[1] == before + 2
    holds(event.draw().publish().results().close().freeze())


@pytest.mark.rule("AMB-G46", "AMB-G38")
def test_opponents_who_count_deductions_still_do_not_count_a_bonus() -> None:
    event = played(**{"sanction.points_enter_sos": True})
    event.do(c.GiveSanction(player=2, kind="points", reason="late", points=1))
    strength = sos(event)
    event.do(c.GiveBonus(2, 3, "fair play"))
    assert sos(event) == strength, "src/komandor/core/standings/record.py: for_others holds no bonus"
    holds(event.play_round().freeze())


@pytest.mark.rule("AMB-G46")
def test_nobody_falls_below_zero_in_all() -> None:
    event = played()
    loser = next(n for n in event.t.players if event.points(n) == 0)
    event.refused(c.GiveBonus(loser, -1, "dawdled"), "bonus.below_zero", "AMB-G46")
    event.do(c.GiveBonus(loser, 3, "painted"), c.GiveBonus(loser, -2, "only partly"))
    assert event.points(loser) == 1
    event.do(c.GiveSanction(player=loser, kind="points", reason="late", points=5))
    assert event.points(loser) == 0
    holds(event.play_round().freeze())


@pytest.mark.rule("AMB-G46")
@pytest.mark.parametrize("points", [0, 101, -101])
def test_a_number_of_points_and_a_reason_are_needed(points: int) -> None:
    event = played()
    event.refused(c.GiveBonus(1, points, "x"), "bonus.points", "AMB-G46")
    event.refused(c.GiveBonus(1, 1, "  "), "bonus.reason_missing", "AMB-G46")
    event.refused(c.GiveBonus(1, 1, "x"), "access.role", "COM-ROLE-1", by=by(1))


@pytest.mark.rule("AMB-G46")
def test_after_the_swiss_rounds_they_would_not_count() -> None:
    event = played("destiny", 4, swiss(1), single(4))
    event.do(c.MakeCut()).play_round()
    event.refused(c.GiveBonus(1, 1, "x"), "bonus.not_in_standings", "AMB-G46")


@pytest.mark.rule("AMB-G46")
def test_undo_takes_them_away() -> None:
    event = played()
    before = event.points(1)
    event.do(c.GiveBonus(1, 2, "painted"))
    given = event.t.version
    event.draw().publish()
    event.do(c.VoidEvents((given,), "wrong player"))
    assert event.points(1) == before
    assert event.t.players[1].bonuses == ()
    event.do(c.KeepPairings("everybody sits already"))
    holds(event.results().close().freeze())


@pytest.mark.rule("AMB-G46")
def test_the_round_before_them_cannot_be_opened_again_under_them() -> None:
    event = played()
    closing = event.undo(e.RoundClosed)
    event.do(c.GiveBonus(1, 2, "painted"))
    assert isinstance(event.ask(closing), Refused), f"{AREA}: needs_phase of BonusGiven"
    event.refused(closing, "undo.in_the_way")


@pytest.mark.rule("AMB-G46")
def test_the_place_is_explained_with_them() -> None:
    event = played().do(c.GiveBonus(1, 2, "painted"))
    told = [one for one in why_place(event.t, 1).because if one.code == "standing.bonus"]
    named = [(one.params["points"], one.params["reason"], one.rule) for one in told]
    assert named == [(2, "painted", "AMB-G46")], "src/komandor/core/explain/places.py does not name the bonus"
    assert isinstance(event.loaded.history[-1][1], e.BonusGiven)


SPOILED = {
    "people.reason": lambda log: spoilt(log, reason=" "),
    "bonus.points": lambda log: spoilt(log, points=-50),
    "bonus.round": lambda log: spoilt(log, round=99),
    "bonus.off": lambda log: [log[0] | {"settings": log[0]["settings"] | {"points.bonus": False}}, *log[1:]],
    "order.phase": lambda log: [x for x in log if x["type"] != "round_closed"],
    "draw.field": lambda log: [x for x in log if x["type"] != "bonus_given"],
}


def spoilt(log: list[Any], **changed: Any) -> list[Any]:
    return [x | changed if x["type"] == "bonus_given" else x for x in log]


@pytest.mark.rule("AMB-G46")
@pytest.mark.parametrize("code", SPOILED)
def test_the_checker_finds_what_is_wrong_with_a_bonus(code: str) -> None:
    event = DiceEvent("destiny", swiss(2), settings=ON).register(4).announce().play_round()
    event.do(c.GiveBonus(PlayerNo(1), 2, "painted")).freeze()
    found = {one.code for one in check_events(SPOILED[code](event.records))}
    assert code in found, (
        f"src/komandor/check/leaving.py (BEFORE, bonus) does not find {code}: {sorted(found)}"
    )


@pytest.mark.rule("AMB-G46")
def test_nobody_who_is_not_in_the_event_gets_them() -> None:
    """A no-show was given some after round 1 and was first."""
    event = Event("destiny", swiss(2), settings=ON).register(5).announce().draw().publish()
    absent = event.matches()[0].a
    event.do(c.DeclareNoShow(event.matches()[0].number, (absent,))).results().close()
    event.refused(c.GiveBonus(absent, 4, "painted"), "bonus.not_in_standings", "AMB-G46")
    event.do(c.Rejoin(absent), c.GiveBonus(absent, 4, "painted"))
    returned = next(n for n, one in enumerate(event.log, 1) if isinstance(one, e.PlayerReturned))
    assert isinstance(event.ask(c.VoidEvents((returned,), "not here after all")), Refused)
