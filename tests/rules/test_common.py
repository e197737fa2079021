"""Findings on what all games share: rules that are cited, lists that come late, leaders who meet."""

import pytest

from komandor.app.access import Actor
from komandor.app.handle import Refused
from komandor.app.workflow import Choices, commands_of, next_step
from komandor.core.explain import why_opponent, why_place, why_seed
from komandor.core.reasons import Reason
from komandor.core.tournament import commands as c
from komandor.rulebook import rules as register
from tests.support.event import ORGANISER, Event, by, double, reasons, single, swiss


def rules_in(reason: Reason) -> set[str]:
    return {reason.rule or ""}.union(*map(rules_in, reason.because)) - {""}


@pytest.mark.rule("SWL-PAIR-4", "SWL-PAIR-5", "SWL-DE-1", "SWL-DE-2")
@pytest.mark.parametrize("game", ["star-wars-lcg", "conquest", "armada", "imperial-assault", "destiny"])
def test_b2_explanations_cite_only_rules_of_the_game(game: str) -> None:
    """Every rule behind an opponent, a place or a seed applies to this game by the register."""
    last = double(4) if game == "star-wars-lcg" else single(4)
    event = Event(game, swiss(3), last).register(9).announce().play_stage().cut().play_out()
    known = {rule.id for rule in register() if game in rule.games}
    for player in event.t.players:
        told = [why_opponent(event.t, n, player) for n in event.t.rounds]
        cited = set().union(*map(rules_in, (*told, why_place(event.t, player), why_seed(event.t, player))))
        assert cited <= known, cited - known


@pytest.mark.rule("SWL-STRUCT-1")
def test_b2_the_first_place_by_points_is_not_explained_by_the_tie_break() -> None:
    """Whoever has most points is first because of the points."""
    event = Event("star-wars-lcg", swiss(2)).register(4).announce().play_stage()
    first = why_place(event.t, event.order()[0])
    assert first.rule == "SWL-STRUCT-1"


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


@pytest.mark.parametrize("game", ["star-wars-lcg", "conquest", "armada", "imperial-assault", "destiny"])
def test_b2_b14_refusals_and_obstacles_cite_only_rules_of_the_game(game: str) -> None:
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


@pytest.mark.rule("COM-ELIM-3")
def test_p15_the_final_is_the_new_game_1_of_its_round() -> None:
    """Every knock-out round numbers its pairs from 1, as the documents do."""
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut()
    event.start().results().close().start()
    final = event.in_round()[0]
    told = why_opponent(event.t, final.round, final.a)
    assert (told.code, told.params["game"], told.params["round"]) == ("explain.knockout_game", 1, 2)
    out = why_place(event.results().close().t, max(final.players))
    assert (out.code, out.params["game"], out.params["round"]) == ("explain.out_in_game", 1, 2)


@pytest.mark.rule("COM-DROP-5")
def test_p15_coming_back_after_the_cut_is_refused_with_its_rule() -> None:
    """Whoever left in Swiss does not come back once the cut was made."""
    event = Event("destiny", swiss(1), single(4)).register(6).announce().start()
    event.results().close().do(c.DropPlayer(6)).cut()
    event.refused(c.Rejoin(6), "rejoin.after_the_cut", "COM-DROP-5")


@pytest.mark.parametrize(("game", "rule"), [("star-wars-lcg", "SWL-COND-7"), ("conquest", "CON-LIST-4")])
def test_b13_a_late_list_is_refused_by_the_rule_of_the_game(game: str, rule: str) -> None:
    """After the draw the refusal names the rule, not the phases of the program."""
    event = Event(game).register(4).announce().start()
    event.refused(c.SubmitList(1, {"player": "A"}), "list.locked", rule, by=by(1))


@pytest.mark.rule("COM-PART-2", "COM-PART-3")
def test_a8_the_named_substitute_rules_where_two_leaders_meet() -> None:
    """Without a marshal outside the match its substitute rules, with a warning; nobody is said to play."""
    event = Event("conquest", swiss(1), level="casual")
    judge = event.staff("judge")
    third = event.staff("judge")
    fourth = event.staff("judge")
    event.do(c.NameSubstitute(1, third.number or 0)).do(
        c.NameSubstitute(judge.number or 0, third.number or 0)
    )
    event.do(c.RegisterPlayer(staff=1), c.RegisterPlayer(staff=judge.number))
    event.announce().start().do(c.CallJudge(match=1), by=by(1))
    told = reasons(event.ask(c.GiveRuling(1, "play on"), by=fourth))
    assert "staff.no_marshal_outside" in [r.code for r in told]
    assert "ruling.own_match" not in [r.code for r in told]
    event.do(c.GiveRuling(1, "play on"), by=third)


@pytest.mark.rule("COM-COND-8")
def test_b1_conquest_does_not_apply_rules_of_another_game() -> None:
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


@pytest.mark.rule("SWL-CHECK-1", "SWL-CHECK-2")
def test_b14_deck_checks_of_star_wars_lcg_come_after_the_result_with_a_warning_or_a_penalty() -> None:
    """A player demands the check when the result is on the slip; an illegal card is never passed over."""
    event = Event("star-wars-lcg").register(4).announce().start()
    match = event.in_round()[0]
    call = c.CallJudge(match=match.number, kind="deck_check")
    event.refused(call, "deck_check.after_the_result", "SWL-CHECK-1", by=by(match.a))
    event.results().do(call, by=by(match.a))
    found = c.RecordDeckCheck(player=match.a, legal=False, match=match.number, note="foreign card")
    event.refused(found, "deck_check.warn_or_punish", "SWL-CHECK-2")
