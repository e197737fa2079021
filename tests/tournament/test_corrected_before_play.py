"""A correction before the next round has begun: pairs follow the points of everybody, or a reason is told."""

from dataclasses import replace
from typing import Any

import pytest

from komandor.app.access import Actor
from komandor.app.handle import Accepted
from komandor.app.workflow import next_step
from komandor.check.check_file import check_bytes
from komandor.core.explain import why_opponent
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import PairingsKept, RoundDrawn
from komandor.core.tournament.readings.pairings import pairs_outdated
from komandor.core.tournament.state import Match
from komandor.log.bundle import export
from tests.support.event import ORGANISER, Event, by, double, single, swiss
from tests.tournament.test_open_place import follow, seeds

GAMES = ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"]


def corrected(event: Event, match: Match) -> c.EnterResult:
    """The other player has won this match after all."""
    result = event.t.matches[match.number].result
    assert result
    other = match.a if result.winner == match.b else match.b
    assert other is not None
    return c.EnterResult(match=match.number, report=event.report(match, other), reason="slip read wrongly")


def clean(event: Event) -> None:
    assert not check_bytes(export(event.ledger.store, event.id)).violations


def second_round(step: str, game: str = "conquest", players: int = 6) -> Event:
    event = Event(game, swiss(3)).register(players).announce().play_round()
    getattr(event, step)()
    return event


@pytest.mark.rule("COM-PAIR-5")
@pytest.mark.parametrize("game", GAMES)
def test_a_drawn_round_is_not_published_for_points_that_nobody_has(game: str) -> None:
    event = second_round("draw", game)
    lots = event.round.link
    event.do(corrected(event, event.matches(1)[0]))
    rule = "SWL-PAIR-4" if game == "star-wars-lcg" else "COM-PAIR-5"
    event.refused(c.PublishRound(), "round.outdated", rule)
    event.refused(c.PublishRound(accept=True), "round.outdated", rule)
    step = next_step(event.t)
    assert (step.code, step.keep, step.obstacles) == ("redraw", True, ())
    assert [hint.rule for hint in step.hints] == [rule], "the rule of the game's own document here too"
    event.take("redraw")
    assert event.round.link == lots, "the same lots"
    assert all(len({event.points(n) for n in m.players}) == 1 for m in event.matches()) or event.round.floats
    assert next_step(event.t).code == "publish"
    follow(event)
    clean(event)


@pytest.mark.rule("COM-PAIR-5")
@pytest.mark.parametrize("step", ["draw", "publish"])
def test_the_organiser_may_keep_the_pairs_with_a_reason(step: str) -> None:
    event = second_round(step)
    event.refused(c.KeepPairings("why not"), "keep.nothing_changed", "COM-PAIR-5")
    seats = event.pairs()
    event.do(corrected(event, event.matches(1)[0]))
    event.refused(c.KeepPairings(" "), "keep.reason_missing", "COM-PAIR-5")
    (kept,) = event.do(c.KeepPairings("everybody sits already")).last
    assert isinstance(kept, PairingsKept)
    assert {n: points for n, points, _, _ in kept.field} == {n: event.points(n) for n in range(1, 7)}
    assert next_step(event.t).code == ("publish" if step == "draw" else "start_clock")
    event.do(corrected(event, event.matches(1)[1]))
    assert next_step(event.t).code == "redraw", "a further correction asks again"
    event.do(c.KeepPairings("still")).start()
    assert event.pairs() == seats
    follow(event)
    clean(event)


@pytest.mark.rule("COM-PAIR-5")
def test_after_publication_the_organiser_is_asked_before_the_clock_starts() -> None:
    event = second_round("publish")
    event.do(corrected(event, event.matches(1)[0]))
    event.refused(c.StartClock(), "round.outdated", "COM-PAIR-5")
    assert next_step(event.t).code == "redraw"
    event.take("redraw")
    assert isinstance(event.last[-1], RoundDrawn)
    assert next_step(event.t).code == "publish"
    follow(event)
    clean(event)


def who_acts(event: Event) -> dict[str, tuple[c.Command, Actor]]:
    """What would make a game of the published round count, or count as lost."""
    match = event.matches()[0]
    report, lost = event.report(match, match.a), {"kind": "match_loss", "match": match.number}
    conceded = {"games": ()} if "games" in report else {k: report[k] for k in report if k == "scores"}
    return {
        "result": (event.won(match.a), ORGANISER),
        "report": (c.ReportResult(match.number, report, match.players), by(match.a)),
        "penalty": (c.GiveSanction(player=match.a, reason="late", **lost), ORGANISER),
        "concession": (c.DropPlayer(match.a, game="conceded", report=conceded), ORGANISER),
    }


@pytest.mark.rule("COM-PAIR-5")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("act", ["result", "report", "penalty", "concession"])
def test_after_publication_no_game_counts_before_the_organiser_has_chosen(game: str, act: str) -> None:
    """The clock was refused, and a result was taken: with it the question vanished."""
    event = second_round("publish", game)
    event.do(corrected(event, event.matches(1)[0]))
    rule = "SWL-PAIR-4" if game == "star-wars-lcg" else "COM-PAIR-5"
    command, who = who_acts(event)[act]
    event.refused(command, "round.outdated", rule, by=who)
    event.do(c.KeepPairings("everybody has begun")).do(command, by=who)
    clean(event)


@pytest.mark.rule("COM-PAIR-5")
@pytest.mark.parametrize("first", ["correction", "leaving"])
@pytest.mark.parametrize("how", ["drop", "no-show", "disqualified"])
def test_a_match_lost_without_a_game_does_not_make_the_pairs_stand(first: str, how: str) -> None:
    event = second_round("publish")
    match, correction = event.matches()[0], corrected(event, event.matches(1)[0])
    leaving: dict[str, c.Command] = {
        "drop": c.DropPlayer(match.a),
        "no-show": c.DeclareNoShow(match.number, (match.a,)),
        "disqualified": c.Disqualify(match.a, "cheating"),
    }
    both = (correction, leaving[how])
    for command in both if first == "correction" else reversed(both):
        event.do(command)
    event.refused(c.StartClock(), "round.outdated", "COM-PAIR-5")
    assert (next_step(event.t).code, next_step(event.t).keep) == ("redraw", True)
    event.do(c.KeepPairings("everybody sits")).start()
    follow(event)
    clean(event)


@pytest.mark.rule("COM-PAIR-5")
@pytest.mark.parametrize("begun", ["clock", "result"])
def test_once_it_is_played_the_round_stands(begun: str) -> None:
    event = second_round("publish")
    event.do(c.StartClock() if begun == "clock" else event.won(event.matches()[0].a))
    seats = event.pairs()
    event.do(corrected(event, event.matches(1)[0]))
    assert next_step(event.t).code not in ("redraw", "publish")
    refused = ("phase.not_now", None) if begun == "clock" else ("keep.nothing_changed", "COM-PAIR-5")
    event.refused(c.KeepPairings("it stands"), *refused)
    assert event.pairs() == seats
    follow(event)
    clean(event)


@pytest.mark.rule("COM-BYE-3")
def test_a_correction_that_changes_only_who_stands_lower_than_the_bye_asks_too() -> None:
    event = second_round("draw", players=5)
    t, round_ = event.t.fork(), event.round
    assert not pairs_outdated(t, round_)
    lowest = max(place for *_, place in round_.paired_for)
    turned = tuple((n, points, byes, lowest + 1 - place) for n, points, byes, place in round_.paired_for)
    assert pairs_outdated(t, replace(round_, paired_for=turned)), "the bye was drawn for another order"


# ── who plays ────────────────────────────────────────────────────────────────


def final_of(game: str, knock_out: Any, step: str) -> Event:
    """Semi-finals are played; the next round is as far as `step` says."""
    event = Event(game, swiss(2), knock_out(4)).register(6).announce().play_stage().cut().play_round()
    for one in ("freeze", "draw", "publish")[: ("freeze", "draw", "publish").index(step) + 1]:
        getattr(event, one)()
    return event


@pytest.mark.rule("COM-ELIM-3")
@pytest.mark.parametrize("step", ["freeze", "draw", "publish"])
@pytest.mark.parametrize(("game", "knock_out"), [("destiny", single), ("star-wars-lcg", double)])
def test_another_winner_makes_the_next_knock_out_round_again(game: str, knock_out: Any, step: str) -> None:
    event = final_of(game, knock_out, step)
    semi = event.matches(3)[0]
    was = event.result(semi).winner
    event.do(corrected(event, semi))
    if step != "freeze":
        event.refused(c.KeepPairings("too late"), "round.draw_again", "COM-PAIR-1")
        assert (next_step(event.t).code, next_step(event.t).keep) == ("redraw", False)
    if step == "publish":
        event.refused(event.won(event.matches()[0].a), "round.draw_again", "COM-PAIR-1")
        event.refused(c.StartClock(), "round.draw_again", "COM-PAIR-1")
    event.until("start_clock")
    upper = {n for m in event.matches() for n in m.players}
    assert (was not in upper) == (knock_out is single)
    follow(event)
    clean(event)


@pytest.mark.rule("COM-ELIM-3")
def test_once_the_next_game_is_played_another_winner_is_refused_and_the_games_are_named() -> None:
    event = final_of("destiny", single, "publish").do(c.StartClock())
    named = event.refused(corrected(event, event.matches(3)[0]), "result.later_games_depend", "COM-ELIM-3")
    assert named.params["matches"] == (event.matches()[0].number,)


def cut_then_corrected(step: str, game: str = "destiny") -> Event:
    """The last Swiss result decides who is in the cut, and is corrected after it."""
    event = Event(game, swiss(1), single(2)).register(4).announce().play_stage().cut()
    for one in ("cut", "freeze", "draw", "publish")[1 : ("cut", "freeze", "draw", "publish").index(step) + 1]:
        getattr(event, one)()
    match = next(m for m in event.matches(1) if seeds(event)[0] in m.players)
    return event.do(corrected(event, match))


@pytest.mark.rule("COM-CUT-5")
@pytest.mark.parametrize("step", ["cut", "freeze", "draw", "publish"])
def test_another_place_in_the_cut_makes_the_cut_again(step: str) -> None:
    event = cut_then_corrected(step)
    old = seeds(event)
    assert next_step(event.t).code == "recut"
    if step == "publish":
        event.refused(event.won(old[0]), "cut.outdated", "COM-CUT-5")
    event.take("recut")
    new = [n for n in event.order() if event.player(n).active][:2]
    assert seeds(event) == new
    assert new != old
    event.refused(c.RemakeCut(), "cut.stands", "COM-CUT-5")
    event.until("start_clock")
    assert {n for m in event.matches() for n in m.players} == set(new)
    follow(event)
    clean(event)


@pytest.mark.rule("COM-CUT-5")
def test_pairs_of_the_old_cut_are_explained_until_they_are_paired_again() -> None:
    """The page of such a match failed: one of its players was no longer in the stage."""
    event = Event("destiny", swiss(1), swiss(1, 2)).register(4).announce().play_stage().cut().draw().publish()
    match = next(m for m in event.matches(1) if seeds(event)[0] in m.players)
    event.do(corrected(event, match)).take("recut")
    gone = next(m for m in event.matches() if set(m.players) - set(seeds(event)))
    assert all(why_opponent(event.t, gone.round, player).code for player in gone.players)
    assert not isinstance(event.ask(c.KeepPairings("they sit already")), Accepted)
    event.until("start_clock")
    assert {n for m in event.matches() for n in m.players} == set(seeds(event))
    follow(event)
    clean(event)


@pytest.mark.rule("COM-CUT-5")
def test_once_the_knock_out_is_played_no_correction_lets_others_into_it() -> None:
    event = Event("destiny", swiss(1), single(2)).register(4).announce().play_stage().cut().start()
    match = next(m for m in event.matches(1) if seeds(event)[0] in m.players)
    named = event.refused(corrected(event, match), "result.cut_played", "COM-CUT-5")
    assert named.params["rounds"] == (2,)
    event.play_out()
    event.refused(corrected(event, match), "result.cut_played", "COM-CUT-5")


@pytest.mark.rule("COM-CUT-5")
def test_a_result_before_the_cut_is_not_undone_under_it() -> None:
    event = Event("destiny", swiss(1), single(2)).register(4).announce().start().results()
    first = event.log.index(event.last[0]) + 1
    event.close().cut()
    assert getattr(event.ask(c.VoidEvents((first,), "typed wrongly")), "refusal", None)


@pytest.mark.rule("SWL-2V2-5")
@pytest.mark.parametrize("before_the_cut", [True, False])
@pytest.mark.parametrize("who", [0, 1])
def test_of_two_teams_level_on_top_the_one_that_stays_wins(before_the_cut: bool, who: int) -> None:
    event = Event("star-wars-lcg", swiss(1), teams=True).register(2).announce().start()
    match = event.matches()[0]
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "wl"))).close()
    if not before_the_cut:
        event.take("final_match")
    gone = event.order()[who]
    event.do(c.DropPlayer(gone))
    follow(event)
    assert event.t.places == ((3 - gone, 1), (gone, 2))
    clean(event)


@pytest.mark.rule("SWL-2V2-5")
def test_a_correction_may_leave_a_final_match_without_need() -> None:
    event = Event("star-wars-lcg", swiss(1), teams=True).register(2).announce().start()
    match = event.matches()[0]
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "wl"))).close().take("final_match")
    event.draw()
    slip = event.report(match, match.b)
    event.do(c.EnterResult(match=match.number, report=slip, reason="second game misread"))
    assert follow(event) == ["finish", "done"]
    assert event.t.places[0] == (match.b, 1)
    clean(event)


@pytest.mark.rule("SWL-2V2-5")
@pytest.mark.parametrize("whose", ["of the team that was sent away", "of the team that stays"])
def test_a_team_left_alone_in_the_final_match_wins_as_long_as_it_is_on_top(whose: str) -> None:
    event = Event("star-wars-lcg", swiss(1), teams=True).register(4).announce().start().results().close()
    event.take("final_match")
    gone, alone = seeds(event)
    event.do(c.GiveSanction(player=gone, kind="removal", reason="shouting")).do(c.CloseTournament())
    assert event.t.places[0] == (alone, 1)
    about = gone if whose == "of the team that was sent away" else alone
    match = next(m for m in event.matches(1) if about in m.players)
    event.do(corrected(event, match))
    assert event.t.places[0] == (alone if about == gone else match.opponent(alone), 1)
    clean(event)
