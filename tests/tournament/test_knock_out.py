"""The winner goes on and the loser is out, by seeds, until one is left."""

from collections.abc import Callable

import pytest

from komandor.app.queries.everybody.bracket import bracket_view
from komandor.core.outcomes import Outcome
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.events import TournamentClosed
from komandor.core.tournament.readings.meetings import met
from komandor.core.tournament.values import Scored, StagePlan
from komandor.texts import sentence
from tests.support.event import ORGANISER, Event, double, single, swiss


@pytest.mark.rule("COM-ELIM-1", "COM-ELIM-2", "COM-ELIM-3", "CON-DEF-4")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "conquest"])
def test_eight_seeds_from_first_game_to_champion(game: str) -> None:
    event = Event(game, swiss(3), single(8)).register(10).announce().play_stage().cut()
    s = [0, *(n for n in event.t.stages[2].seeds if n)]
    event.start()
    assert [m.players for m in event.in_round()] == [(s[1], s[8]), (s[2], s[7]), (s[3], s[6]), (s[4], s[5])]
    event.results(*s).close().start()
    assert event.pairs() == {frozenset({s[1], s[4]}), frozenset({s[2], s[3]})}, "winner of game 1 – of game M"
    event.results(*s).close().play_round(*s)
    event.refused(c.FreezeRound(), "round.bracket_complete", "COM-ELIM-1")
    event.do(c.CloseTournament())
    assert [n for n, _ in event.t.places][:4] == [s[1], s[2], s[3], s[4]]
    assert [n for n, _ in event.t.places][8:] == event.order()[8:], "who was not in it follows in Swiss order"


@pytest.mark.rule("COM-PAIR-3")
def test_opponents_of_the_swiss_rounds_may_meet_again() -> None:
    event = Event("destiny", swiss(3), single(4)).register(4).announce().play_stage().cut()
    event.draw().do(c.PublishRound(accept=False))
    before = {n: set(others) for n, others in met(event.t, 1).items()}
    assert all(len(others) == 3 for others in before.values()), "nobody meets anybody twice in one stage"
    assert all(b in before[a] for a, b in event.pairs()), "they meet again, and nobody had to agree to it"
    event.play_round()
    assert {n: set(others) for n, others in met(event.t, 1).items()} == before, (
        "the knock-out counts for itself"
    )


@pytest.mark.rule("COM-ELIM-7")
@pytest.mark.parametrize(
    ("game", "code", "rule"),
    [
        ("armada", "score.double_loss_in_knockout", "COM-ELIM-7"),
        ("star-wars-lcg", "result.winner_needed", "SWL-DE-2"),
    ],
)
def test_every_match_has_a_winner(game: str, code: str, rule: str) -> None:
    event = Event(game, swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    match = event.in_round()[0]
    event.refused(c.EnterResult(match=match.number, report={"end": "double_loss"}), code, rule)
    both = tuple(Scored(n, Outcome.LOSS, 0) for n in match.players)
    event.refused(c.EnterResult(match=match.number, scores=both, reason="x"), "result.winner_needed", rule)
    stranger = next(n for n in event.t.players if n not in match.players)
    event.refused(
        c.EnterResult(match=match.number, scores=both, winner=stranger, reason="x"),
        "result.winner_not_here",
        rule,
    )
    named = (Scored(match.a, Outcome.LOSS, 0), Scored(match.b or 0, Outcome.WIN, 0))
    event.do(c.EnterResult(match=match.number, scores=named, reason="the organiser names a winner"))
    assert event.winner(match.a) == match.b


@pytest.mark.rule("COM-ELIM-4", "COM-ELIM-5")
@pytest.mark.parametrize("players", [2, 3, 5, 6, 7, 8, 11])
def test_a_tournament_that_starts_with_the_knock_out(players: int) -> None:
    event = Event("conquest", single()).register(players).announce().start()
    power = 1 << (players - 1).bit_length()
    byes = [m for m in event.in_round() if m.kind == "bye"]
    assert len(byes) == power - players
    assert sorted(n for m in event.in_round() for n in m.players) == list(range(1, players + 1))
    assert sorted(m.game or 0 for m in event.in_round()) == list(range(1, power // 2 + 1)), (
        "numbered from 1 up"
    )
    event.results().close().play_out()
    assert sorted(n for n, _ in event.t.places) == list(range(1, players + 1))
    assert event.t.places[0] == (1, 1), "who wins every game wins the tournament"


@pytest.mark.rule("COM-ELIM-4", "COM-ELIM-5")
def test_byes_and_numbers_of_such_a_start_are_drawn_by_lot() -> None:
    seen = {
        tuple(
            (m.game, m.players)
            for m in Event("conquest", single(), seed=bytes([k]) * 32)
            .register(6)
            .announce()
            .draw()
            .in_round()
        )
        for k in range(12)
    }
    assert len(seen) > 9
    assert len({players for draw in seen for _, players in draw if len(players) == 1}) > 3, (
        "anybody may have it"
    )
    assert len({game for draw in seen for game, players in draw if len(players) == 1}) > 2, (
        "any number may be it"
    )


@pytest.mark.rule("COM-ELIM-3")
def test_a_result_that_later_games_hang_on_is_undone_from_the_end() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().play_round()
    first = event.in_round()[0]
    loser = next(n for n in first.players if first.result and n != first.result.winner)
    wish = c.EnterResult(match=first.number, report=event.slip(loser), reason="the slip was misread")
    event.start()
    seated = event.refused(wish, "result.later_games_depend", "COM-ELIM-3")
    assert seated.params["matches"] == tuple(m.number for m in event.in_round())
    event.do(event.undo(e.RoundFrozen, e.RoundDrawn, e.RoundPublished, e.ClockStarted))
    event.do(wish)
    event.play_round(loser)
    assert loser in {n for m in event.in_round() for n in m.players}


@pytest.mark.rule("COM-ELIM-3")
def test_the_same_winner_with_other_numbers_is_corrected_at_once() -> None:
    event = Event("armada", swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    match = event.in_round()[0]
    event.do(
        c.EnterResult(match=match.number, report=event.slip(match.a, "200-100"))
    ).results().close().draw()
    event.do(
        c.EnterResult(
            match=match.number,
            report={"end": "rounds", "scores": (300, 100)},
            reason="a squadron was forgotten",
        )
    )
    result = event.t.matches[match.number].result
    assert result
    assert [(s.player, s.mov) for s in result.scores] == [(match.a, 200), (match.b, 0)]


@pytest.mark.rule("SWL-FINAL-2", "SWL-DE-2")
@pytest.mark.parametrize("upset", [False, True])
def test_the_final_is_repeated_only_if_the_unbeaten_player_loses_it(upset: bool) -> None:
    event = Event("star-wars-lcg", swiss(2), double(4)).register(4).announce().play_stage().cut()
    s = [n for n in event.t.stages[2].seeds if n]
    final = 6
    while True:
        event.publish()
        if any(m.game == final for m in event.in_round()):
            break
        event.do(c.StartClock()).results(*s).close()
    one, two = event.in_round()[0].players
    assert {one, two} == {s[0], s[1]}
    event.do(c.StartClock()).results(s[1] if upset else s[0]).close()
    if upset:
        event.publish()
        assert [m.game for m in event.in_round()] == [7]
        assert event.pairs() == {frozenset((s[0], s[1]))}
        event.do(c.StartClock()).results(s[1]).close()
    event.do(c.CloseTournament())
    assert event.t.places[0] == ((s[1] if upset else s[0]), 1)
    assert event.t.places[1] == ((s[0] if upset else s[1]), 2)


@pytest.mark.rule("SWL-ERR-4", "SWL-DE-2")
def test_a_double_loss_in_the_upper_bracket_sends_both_down() -> None:
    event = Event("star-wars-lcg", swiss(2), double(4)).register(4).announce().play_stage().cut().start()
    one, two = event.in_round()
    event.do(c.EnterResult(match=one.number, report=event.slip(one.a, "dl"))).results().close()
    unbeaten = min(two.players)
    event.play_out(unbeaten)
    assert next(n for n, _ in event.t.places) == unbeaten
    games = [
        m
        for m in event.t.matches.values()
        if event.t.rounds[m.round].stage == 2 and set(m.players) == set(one.players)
    ]
    assert len(games) == 2, "the two play one extra game of the lower bracket (AMB-S22)"


@pytest.mark.rule("SWL-DE-2")
def test_leaving_a_double_elimination_frees_the_way_of_the_opponents() -> None:
    event = Event("star-wars-lcg", swiss(2), double(8)).register(8).announce().play_stage().cut().start()
    gone = event.in_round()[1].a
    event.do(c.DropPlayer(gone)).results().close().play_out()
    rounds = [m for m in event.t.matches.values() if event.t.rounds[m.round].stage == 2 and gone in m.players]
    assert len(rounds) == 1, "never seated again, in neither half"
    assert len(event.t.places) == 8


def test_the_organiser_has_to_play_it_to_its_end() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage()
    event.refused(c.CloseTournament(), "close.cut_due", "COM-CUT-2")
    event.cut().play_round()
    event.refused(c.CloseTournament(), "close.bracket_open", "COM-ELIM-1", by=ORGANISER)


@pytest.mark.rule("COM-ELIM-1", "SWL-FINAL-2")
def test_a_correction_after_the_end_that_would_need_the_reset_is_refused_until_the_end_is_undone() -> None:
    event = Event("star-wars-lcg", swiss(2), double(4)).register(4).announce().play_stage().cut()
    s = [n for n in event.t.stages[2].seeds if n]
    event.play_out(*s)
    upset = event.won(s[1], "misread")
    event.refused(upset, "result.reopens", "SWL-DE-2")
    assert event.t.places[0] == (s[0], 1), "nothing moved"
    event.do(event.undo(TournamentClosed)).do(upset)
    event.play_round(s[1]).do(c.CloseTournament())
    assert event.t.places[0] == (s[1], 1)


@pytest.mark.rule("SWL-DE-2", "SWL-DE-3", "SWL-FINAL-2")
@pytest.mark.parametrize("size", [4, 8, 16])
@pytest.mark.parametrize("reset", [False, True])
def test_dv_21_games_played_and_lost(size: int, reset: bool) -> None:
    event = Event("star-wars-lcg", swiss(2), double(size)).register(size).announce().play_stage().cut()
    s = [n for n in event.t.stages[2].seeds if n]
    final = 2 * size - 2
    while event.t.phase != "closed":
        if hasattr(event.ask(c.FreezeRound()), "records"):
            event.publish()
            upset = reset and any(m.game == final for m in event.in_round())
            event.do(c.StartClock()).results(*(s[1:2] if upset else s)).close()
        else:
            event.do(c.CloseTournament())
    games = [m for m in event.t.matches.values() if event.t.rounds[m.round].stage == 2 and m.b is not None]
    assert len(games) == final + reset
    lost = {n: sum(1 for m in games if n in m.players and m.result and m.result.winner != n) for n in s}
    assert lost == {n: (2 if n != s[0] else int(reset)) for n in s}
    assert event.t.places[0] == (s[0], 1)


@pytest.mark.parametrize("kind", [single, double])
@pytest.mark.parametrize("here", [0, 1])
def test_fewer_than_two_are_not_drawn_again(kind: Callable[[], StagePlan], here: int) -> None:
    """Drawn, and then they go home: the way on is back, to before the draw."""
    event = Event("star-wars-lcg", kind()).register(4).announce().draw()
    event.do(*(c.DropPlayer(n) for n in sorted(event.t.active())[here:]))
    event.refused(c.DrawRound(), "bracket.too_few_players", "SWL-DE-2")
    event.do(event.undo(e.RoundDrawn, e.PlayerLeft))
    assert event.t.phase == "announced"


def test_why_the_final_is_played_again_is_said() -> None:
    event = Event("star-wars-lcg", swiss(2), double(4)).register(4).announce().play_stage().cut()
    s = [n for n in event.t.stages[2].seeds if n]
    while not any(m.game == 6 for m in event.publish().in_round()):
        event.do(c.StartClock()).results(*s).close()
    event.do(c.StartClock()).results(s[1]).close()
    reset = next(g for g in bracket_view(event.t, event.t.stages[2]).games if g.side == "reset")
    assert reset.reason
    assert reset.reason.rule == "SWL-FINAL-2"
    assert "Anna" in sentence(reset.reason, "pl", lambda n: "Anna")
