"""Sentences of the documents in corners where two rules meet, each tried and then held by its test."""

from typing import Any

import pytest

from komandor.core.outcomes import Outcome
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.events import CutMade, RoundDrawn, RoundFrozen, RoundPublished, StagePlan
from tests.cli.terminal import Run
from tests.support.event import Event, by, double, single, swiss
from tests.support.findings import checked

GAMES = ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"]


def match_loss(player: int, match: int) -> c.GiveSanction:
    return c.GiveSanction(player=player, kind="match_loss", reason="collusion", match=match)


@pytest.mark.rule("COM-COND-8", "SWL-SANC-3")
@pytest.mark.parametrize("game", GAMES)
def test_a_match_taken_from_both_players_is_won_by_nobody(game: str) -> None:
    """Two players who agree on a result may both be punished; the second sanction is no gift to the first."""
    event = Event(game, swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    judge = event.staff("judge")
    event.do(match_loss(match.a, match.number))
    second = match_loss(match.b, match.number)
    if game != "star-wars-lcg":  # only its document knows a double loss (AMB-G25)
        event.refused(second, "access.organiser_punishes", "COM-COND-8", by=judge)
    event.do(second)
    assert {s.outcome for s in event.result(match).scores} == {Outcome.DOUBLE_LOSS}
    assert event.do(match_loss(match.a, match.number)).result(match).winner is None
    event.results().close()
    assert [event.points(n) for n in match.players] == [0, 0]
    assert checked(event) == []


@pytest.mark.rule("COM-ELIM-7")
def test_in_a_single_elimination_the_organiser_names_a_winner_instead() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    match = event.matches()[0]
    event.do(match_loss(match.a, match.number))
    event.refused(match_loss(match.b, match.number), "result.winner_needed", "COM-ELIM-7")


@pytest.mark.rule("SWL-SANC-3", "COM-COND-8")
@pytest.mark.parametrize("game", GAMES)
def test_no_slip_gives_back_a_match_that_a_sanction_took(game: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    event.do(match_loss(match.a, match.number))
    rule = "SWL-SANC-1" if game == "star-wars-lcg" else "COM-COND-8"
    event.refused(event.won(match.a, "he asked"), "result.game_lost", rule)
    event.do(event.won(match.b, "the slip came late"))
    assert event.result(match).winner == match.b
    assert checked(event) == []


@pytest.mark.rule("SWL-SANC-3")
def test_a_match_lost_by_sanction_is_both_of_its_games() -> None:
    event = Event("star-wars-lcg", swiss(1)).register(2).announce().start()
    match = event.matches()[0]
    event.do(match_loss(match.a, match.number))
    split: Any = {"games": [{"end": "win", "winner": "a"}, {"end": "win", "winner": "b"}]}
    late = c.EnterResult(match=match.number, report=split, reason="late")
    assert event.refused(late, "result.game_lost", "SWL-SANC-1").params["games"] == 2


@pytest.mark.rule("COM-LOST-5", "COM-LOST-7", "DES-LOST-2")
@pytest.mark.parametrize(
    ("game", "category", "stops"),
    [
        ("imperial-assault", "figure", True),
        ("imperial-assault", "die", False),
        ("imperial-assault", "card", False),
        ("armada", "model", False),
        ("armada", "ruler", False),
        ("armada", "damage deck", True),
        ("destiny", "die", True),
        ("conquest", "card", False),
    ],
)
def test_a_damaged_component_without_a_way_to_play_on_counts_as_lost(
    game: str, category: str, stops: bool
) -> None:
    """Nobody begins the next round with a component that the document treats as lost."""
    event = Event(game, swiss(2)).register(4).announce().start()
    event.do(c.ReportComponent(player=1, kind="damaged", what="x", category=category)).results().close()
    if stops:
        event.refused(c.FreezeRound(), "component.still_missing", "COM-LOST-5")
        event.do(c.ResolveComponent(1, "removed"))
    event.freeze()


@pytest.mark.rule("COM-LEVEL-7")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "conquest"])
def test_the_kind_of_event_proposes_the_structure_that_the_document_names_for_it(game: str) -> None:
    """Store championships are basic, regionals advanced; A and I add that nationals have a structure of
    their own."""
    proposed = {kind: Event(game, event_kind=kind).t.structure for kind in ("store", "regional", "national")}
    own = "custom" if game in ("armada", "imperial-assault") else "basic"
    assert proposed == {"store": "basic", "regional": "advanced", "national": own}


@pytest.mark.rule("COM-LEVEL-7")
def test_a_misspelt_kind_of_event_is_not_taken_for_an_unofficial_one(run: Run) -> None:
    wanted = ("new", "--game", "armada", "--name", "Cup", "--date", "2026-11-15")
    code, _, error = run("event", *wanted, "--kind", "reginal")
    assert (code, error.partition(":")[0]) == (2, "--kind")
    code, _, error = run("event", *wanted[:-1], "15.11.2026")
    assert (code, error.partition(":")[0]) == (2, "--date")
    assert run("event", "list")[1] == {"events": []}
    run.event(*wanted, "--kind", "regional")
    code, _, error = run("event", "do", "change-event", "--changes", '{"event_kind": "reginal"}')
    assert (code, error.partition(":")[0]) == (2, "--kind")


@pytest.mark.rule("IA-MAP-2")
def test_a_formal_event_plays_every_map_of_the_pool() -> None:
    """The document says "these maps and their missions": not one of them."""
    event = Event("imperial-assault", level="formal")
    one_map = c.ChangeEvent({"missions": ("Coruscant Landfill – A", "Coruscant Landfill – B")})
    found = event.refused(one_map, "missions.maps_unused", "IA-MAP-2")
    assert found.params["maps"] == ("Belvaanin War Zone", "ISB Headquarters")
    event.do(c.AttachOutline("as printed", "one map only")).do(one_map)
    Event("imperial-assault", level="casual").do(one_map)


@pytest.mark.rule("COM-TIME-1", "SWL-ROUND-2")
@pytest.mark.parametrize(
    ("game", "kind", "rule"),
    [
        ("star-wars-lcg", "swiss", "SWL-ROUND-2"),
        ("star-wars-lcg", "knockout", "SWL-FIN-1"),
        ("armada", "final", "ARM-TIME-1"),
    ],
)
def test_a_round_for_which_the_document_gives_minutes_is_never_without_a_limit(
    game: str, kind: str, rule: str
) -> None:
    event = Event(game)
    answer = event.ask(c.ChangeEvent({"minutes": {kind: None}}))
    assert [reason.rule for reason in answer.refusal.reasons] == [rule]  # type: ignore[union-attr]
    Event("star-wars-lcg").do(c.ChangeEvent({"minutes": {"final": None}}))


@pytest.mark.rule("COM-CUT-2", "COM-ELIM-4")
@pytest.mark.parametrize(
    ("game", "stages", "code", "rule"),
    [
        ("conquest", (swiss(2), swiss(2, 16)), "structure.cut_too_large", "COM-CUT-2"),
        ("star-wars-lcg", (double(4),), "structure.all_begin", "SWL-FIN-2"),
    ],
)
def test_what_is_announced_can_be_played(
    game: str, stages: tuple[StagePlan, ...], code: str, rule: str
) -> None:
    Event(game, *stages).register(6).refused(c.AnnounceStructure(), code, rule)


@pytest.mark.rule("SWL-SIDE-2", "SWL-SETUP-1")
def test_the_light_side_is_not_given_by_another_game_s_initiative() -> None:
    event = Event("star-wars-lcg", swiss(1), double(4)).register(4).announce().play_stage().cut().start()
    match = event.matches()[0]
    event.refused(c.SetInitiative(match.number, match.a), "initiative.sides_instead", "SWL-SETUP-1")


@pytest.mark.parametrize("game", ["imperial-assault", "destiny"])
def test_a_game_cites_no_rule_of_another_game_for_its_first_player(game: str) -> None:
    event = Event(game, swiss(1)).register(4).announce().start()
    match, other = event.matches()
    event.refused(c.SetInitiative(match.number, other.a), "result.winner_not_here", None)


@pytest.mark.rule("COM-PART-2")
def test_whoever_rules_for_a_playing_leader_stays_a_leader() -> None:
    """Dismissed or made a scorekeeper: both would leave the games of the leader without a ruling."""
    event = Event("conquest", swiss(1), level="casual")
    judge = event.staff("judge").number
    event.do(c.RegisterPlayer(staff=1)).do(c.NameSubstitute(1, judge)).register(3)
    demoted = c.AppointStaff(("scorekeeper",), judge)
    for command in (c.DismissStaff(judge), demoted):
        event.refused(command, "staff.rules_for_another", "COM-PART-2")
    event.do(c.AppointStaff(("marshal", "scorekeeper"), judge))


@pytest.mark.rule("COM-PART-2", "COM-ROLE-13")
def test_a_ruling_in_a_leader_s_own_game_never_waits_for_somebody_who_plays_in_it() -> None:
    """The organiser plays and there is no marshal: whoever was announced for it has the last word."""
    event = Event("conquest", swiss(1), level="casual")
    judge = event.staff("judge")
    event.do(c.RegisterPlayer(staff=1)).do(c.NameSubstitute(1, judge.number)).register(3)
    event.announce().start().do(c.CallJudge(match=event.match(1).number), by=by(1))
    event.do(c.GiveRuling(1, "as printed"), by=judge)
    event.refused(c.AppealRuling(1), "appeal.substitute_is_final", "COM-PART-2", by=by(1))
    event.staff("marshal")
    event.do(c.AppealRuling(1), by=by(1))


@pytest.mark.rule("COM-ROLE-3", "SWL-GEN-7")
@pytest.mark.parametrize("game", GAMES)
def test_the_organiser_stays_by_the_rule_of_the_game(game: str) -> None:
    rule = "SWL-GEN-7" if game == "star-wars-lcg" else "COM-ROLE-3"
    event = Event(game)
    event.refused(c.DismissStaff(1), "staff.organiser_needed", rule)
    event.refused(c.AppointStaff(("judge",), 1), "staff.organiser_needed", rule)


@pytest.mark.rule("COM-CUT-5")
@pytest.mark.parametrize(
    ("how", "moment", "undone"),
    [
        ("corrected", "cut", (CutMade,)),
        ("deducted", "cut", (CutMade,)),
        ("corrected", "drawn", (CutMade, RoundFrozen, RoundDrawn)),
        ("corrected", "published", (CutMade, RoundFrozen, RoundDrawn, RoundPublished)),
    ],
)
def test_a_cut_made_from_other_standings_is_not_played(
    how: str, moment: str, undone: tuple[type[e.Event], ...]
) -> None:
    """The cut is that of the last Swiss standings: what changes them before the first game changes it."""
    event = Event("conquest", swiss(2), single(4)).register(6).announce().play_stage().cut()
    {"cut": lambda: event, "drawn": event.draw, "published": event.publish}[moment]()
    best = event.t.stages[2].standings_before[0]
    match = next(m for m in event.matches(2) if best in m.players)
    slip = event.report(match, match.opponent(best))
    lost = c.EnterResult(match=match.number, report=slip, reason="misread")
    taken = c.GiveSanction(player=best, kind="points", points=9, reason="found out")
    event.do(lost if how == "corrected" else taken)
    step = {"cut": c.FreezeRound(), "drawn": c.PublishRound(), "published": c.StartClock()}[moment]
    event.refused(step, "cut.outdated", "COM-CUT-5")
    event.do(event.undo(*undone)).cut()
    assert event.t.stages[2].seeds[0] != best
    event.play_out()
    assert checked(event) == []


@pytest.mark.rule("COM-CUT-5")
def test_a_disqualification_after_the_cut_only_leaves_a_gap() -> None:
    event = Event("conquest", swiss(2), single(4)).register(6).announce().play_stage().cut()
    first, fifth = event.t.stages[2].standings_before[0], event.t.stages[2].standings_before[4]
    event.do(c.Disqualify(first, "threats")).do(c.ReplaceSeed(first, fifth, True)).play_out()
    assert checked(event) == []
