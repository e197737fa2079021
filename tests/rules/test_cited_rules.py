"""A refusal, a page or an explanation cites only rules of the game that is played."""

import pytest

from komandor.app.access import Actor
from komandor.app.handle import Refused
from komandor.app.workflow import Choices, commands_of, next_step
from komandor.core.explain import why_opponent, why_place, why_seed
from komandor.core.reasons import Reason
from komandor.core.tournament import commands as c
from komandor.rulebook import rules as register
from tests.support.event import Event, by, double, single, swiss
from tests.support.world import JUDGE, ORGANISER, World, client, opened, site_of

WRONG: tuple[tuple[c.Command, Actor], ...] = (
    (c.StartClock(), by(1)),
    (c.CheckIn((2,)), by(1)),
    (c.AppointStaff(("king",)), ORGANISER),
    (c.AppointStaff(("organiser",)), ORGANISER),
    (c.AppointStaff(("second_organiser", "marshal")), ORGANISER),
    (c.DismissStaff(1), ORGANISER),
    (c.NameSubstitute(1, 1), ORGANISER),
    (c.SetDuty(1, on_duty=False), Actor("staff", 2)),
    (c.GiveSanction(player=1, kind="disqualification", reason="lies"), Actor("staff", 3)),
    (c.DropPlayer(1, cause="conduct"), Actor("staff", 3)),
    (c.CallJudge(kind="song"), by(1)),
    (c.ReportIncident(" "), by(1)),
    (c.AmendList(1, {}, ""), ORGANISER),
    (c.CheckList(2, "legal"), ORGANISER),
    (c.ChangeEvent({"tables": "9-1"}), ORGANISER),
    (c.ChangeEvent({"structure": "grand"}), ORGANISER),
    (
        c.ChangeEvent({"stages": ({"kind": "swiss", "rounds": 99, "cut": 0},), "structure": "custom"}),
        ORGANISER,
    ),
)


def rules_in(reason: Reason) -> set[str]:
    return {reason.rule or ""}.union(*map(rules_in, reason.because)) - {""}


@pytest.mark.rule("SWL-PAIR-4", "SWL-PAIR-5", "SWL-DE-1", "SWL-DE-2")
@pytest.mark.parametrize("game", ["star-wars-lcg", "conquest", "armada", "imperial-assault", "destiny"])
def test_explanations_cite_only_rules_of_the_game(game: str) -> None:
    """Every rule behind an opponent, a place or a seed applies to this game by the register."""
    last = double(4) if game == "star-wars-lcg" else single(4)
    event = Event(game, swiss(3), last).register(9).announce().play_stage().cut().play_out()
    known = {rule.id for rule in register() if game in rule.games}
    for player in event.t.players:
        told = [why_opponent(event.t, n, player) for n in event.t.rounds]
        cited = set().union(*map(rules_in, (*told, why_place(event.t, player), why_seed(event.t, player))))
        assert cited <= known, cited - known


@pytest.mark.rule("SWL-STRUCT-1")
def test_the_first_place_by_points_is_not_explained_by_the_tie_break() -> None:
    """Whoever has most points is first because of the points."""
    event = Event("star-wars-lcg", swiss(2)).register(4).announce().play_stage()
    first = why_place(event.t, event.order()[0])
    assert first.rule == "SWL-STRUCT-1"


@pytest.mark.parametrize("game", ["star-wars-lcg", "conquest", "armada", "imperial-assault", "destiny"])
def test_refusals_and_obstacles_cite_only_rules_of_the_game(game: str) -> None:
    """A no is given by the game's own document too, whoever asks and whatever for."""
    known = {rule.id for rule in register() if game in rule.games}
    event = Event(game, swiss(3), settings={"lists.required": True})
    event.staff("judge")
    event.staff("scorekeeper")
    event.register(5).do(c.SubmitList(2, {"player": "A"})).announce()
    told = [*next_step(event.t).obstacles]
    event.do(*commands_of(event.t, "draw", Choices(despite_lists=(1, 2, 3, 4, 5), reason="late")))
    event.start().do(c.CallJudge(match=1), by=by(event.t.matches[1].a))
    told += next_step(event.t).obstacles
    refused = [event.ask(command, by=who) for command, who in WRONG]
    assert sum(isinstance(answer, Refused) for answer in refused) > len(WRONG) - 4
    told += [one for answer in refused if isinstance(answer, Refused) for one in answer.refusal.reasons]
    cited = set().union(*map(rules_in, told))
    assert cited
    assert cited <= known, cited - known


@pytest.mark.rule("COM-COND-8")
def test_conquest_does_not_apply_rules_of_another_game() -> None:
    """An illegal deck annuls a result only where the document says so, and no foreign rule is cited."""
    event = Event("conquest").register(4).announce().start().results()
    match = event.in_round()[0]
    event.do(c.RecordDeckCheck(player=match.a, legal=False, match=match.number, note="51 cards"))
    assert event.t.matches[match.number].result
    event.refused(c.DrawDeckChecks(0), "deck_check.count", "COM-COND-8")
    points = c.GiveSanction(player=1, kind="points", reason="late", points=0)
    event.refused(points, "sanction.points_missing", "COM-COND-8")
    loss = c.GiveSanction(player=1, kind="game_loss", reason="late")
    event.refused(loss, "sanction.match_missing", "COM-COND-8")


def page(world: World, who: Actor, address: str, lang: str = "en") -> str:
    browser = client(site_of(world), world.link(who))
    browser.cookies["lang"] = lang
    return browser.get(address).content.decode()


@pytest.mark.rule("COM-COND-8")
@pytest.mark.parametrize("address", ["player/1/check", "player/1/sanction", "checks", "incidents"])
def test_no_page_of_a_judge_of_conquest_cites_another_game(address: str) -> None:
    world = opened("conquest").start().results()
    text = page(world, JUDGE, f"/j/cup/{address}")
    assert text.count("<h1") == 1
    assert "SWL-" not in text
