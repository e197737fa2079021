"""Simulates a round: changes by hand, publication, the clock, results of every kind, closing."""

from typing import Any

from komandor.app.access import Actor
from komandor.core.brackets import BracketState
from komandor.core.games.game import Situation
from komandor.core.ids import MatchNo, Side
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.cut import leavers, next_in_line
from komandor.core.tournament.readings.knockout import bracket
from komandor.core.tournament.readings.lists import stopped_by_lists
from komandor.core.tournament.readings.pairings import idle_players
from komandor.core.tournament.readings.regulations import bye_score, match_situation, rules
from komandor.core.tournament.readings.scoring import report_code, scored
from komandor.core.tournament.readings.sides import sides_contradicted
from komandor.core.tournament.state import Match
from komandor.core.tournament.values import Scored
from komandor.simulate.hall import Hall, Stuck
from komandor.simulate.opening import JUDGE, MARSHAL
from komandor.simulate.slips import Slip, full_slip, slip

REASON = "asked for at the table"
TRIES = 200


def draw(hall: Hall) -> bool:
    """Draw the next round, or freeze it where public randomness is still to come; False if there is none."""
    source = str(hall.plan["randomness"])
    beacon = "beacon 4711" if source == "beacon" else ""
    lists: Any = {"despite_lists": tuple(stopped_by_lists(hall.t)), "reason": REASON}
    return hall.ask(hall.step("draw", public_source=source, beacon=beacon, **lists)) is None


def roll(hall: Hall) -> None:
    """Draw the frozen round with what the dice or the beacon showed."""
    announced, rnd = hall.t.this_round, hall.rnd
    dice = [str(rnd.randint(1, announced.sides)) for _ in range(announced.dice)]
    value = f"{rnd.getrandbits(4 * announced.digits):0{announced.digits}x}" if announced.digits else ""
    hall.do(hall.step("roll", public="-".join(dice) or value))


def change_by_hand(hall: Hall) -> None:
    """Between draw and publication: players leave, are swapped, or moved to other tables."""
    if hall.chance("drawn_drops") and len(hall.active()) > 2:
        hall.ask(c.DropPlayer(hall.rnd.choice(hall.active())))
    sits = [n for m in _matches(hall) for n in m.players]
    if hall.chance("swaps") and len(sits) > 3:
        one, two = hall.rnd.sample(sits, 2)
        hall.ask(c.SwapPlayers(one, two, REASON))
    for match in _matches(hall):
        if hall.chance("table_moves"):
            hall.ask(c.MoveTable(match.number, hall.rnd.randint(1, 60), REASON))


def publish(hall: Hall) -> None:
    """Publish the round; draw it again first if somebody came or left."""
    if hall.ask(hall.step("publish", accept=True)):
        while hall.t.phase == "drawn" and replace_one(hall):
            pass
        hall.do(hall.step("draw"))
        if hall.t.phase == "drawn":
            hall.do(hall.step("publish", accept=True))


def replace_one(hall: Hall) -> bool:
    """Ask the next player to take a free seed; False if there is nothing to ask."""
    gone, asked = leavers(hall.t), next_in_line(hall.t)
    if not gone or asked is None:
        return False
    return hall.ask(c.ReplaceSeed(gone[0], asked, not hall.chance("declines"))) is None


def start(hall: Hall) -> None:
    pair_left_over(hall)
    if hall.plan["sides"]:
        sides = rules(hall.t).sides is not None
        for match in _matches(hall):
            hall.ask(c.ChooseSides(match.number) if sides else c.SetInitiative(match.number))
            if sides and hall.t.matches[match.number].first is None:
                hall.ask(c.ChooseSides(match.number, hall.rnd.choice(match.players)))
            elif not sides and hall.t.matches[match.number].first is None:
                hall.ask(c.SetInitiative(match.number, match.players[match.number % 2]))
    hall.do(hall.step("start_clock"))
    if hall.chance("pauses"):
        hall.do(c.PauseClock())
        hall.do(c.ResumeClock())
        hall.ask(c.AdjustClock(hall.rnd.choice((-5, 5, 10))))


def play(hall: Hall) -> None:
    """Give every match a result, in some way."""
    for match in sorted(_matches(hall), key=lambda m: (m.number * 7919) % 101):
        if hall.chance("extensions"):
            hall.ask(c.ExtendTable(match.number, hall.rnd.randint(1, 15), REASON))
        _result(hall, match.number)
        if hall.chance("undos"):
            hall.undo()


def _result(hall: Hall, number: MatchNo) -> None:
    match = hall.t.matches[number]
    if match.final or _absent(hall, match):
        return
    if hall.chance("reports"):
        _reported(hall, match)
    elif hall.chance("overrides"):
        _overridden(hall, match)
    else:
        _enter(hall, match, _report(hall, match))


def _enter(hall: Hall, match: Match, report: Slip) -> None:
    """Enter a result; a double loss is a sanction with a reason (AMB-G25)."""
    reason = REASON if report.get("end") == "double_loss" else ""
    hall.do(c.EnterResult(match=match.number, report=report, reason=reason))


def _absent(hall: Hall, match: Match) -> bool:
    if hall.chance("double_no_shows"):
        return hall.ask(c.DeclareNoShow(match.number, match.players)) is None
    if hall.chance("no_shows"):
        return hall.ask(c.DeclareNoShow(match.number, (hall.rnd.choice(match.players),))) is None
    return False


def pair_left_over(hall: Hall) -> None:
    """Somebody does not come before the clock starts; who came plays the player with the bye (AMB-G6)."""
    idle = list(idle_players(hall.t))
    for match in _matches(hall):
        if idle and hall.chance("no_shows"):
            absent = (hall.rnd.choice(match.players),)
            hall.ask(c.DeclareNoShow(match.number, absent, pair_with=idle.pop(), reason=REASON))


def _report(hall: Hall, match: Match) -> Slip:
    """A slip that shows the games which rulings have taken away (COM-LOST-4) and the recorded initiative."""
    for _ in range(TRIES):
        made = _any_report(hall, match)
        refusal = scored(hall.t, match, made)
        if not isinstance(refusal, Refusal) or refusal.reasons[0].code not in CONTRADICTIONS:
            return made
    raise Stuck("a slip with the lost games", match)


CONTRADICTIONS = ("result.game_lost", "initiative.slip_differs")


def _any_report(hall: Hall, match: Match) -> Slip:
    t, rnd = hall.t, hall.rnd
    where, winner = match_situation(t, match), _winner(hall, match)
    if hall.chance("slips"):
        full = full_slip(rules(t), where, rnd, winner)
        if sides_contradicted(t, match, full) is None:
            return full
    return slip(rules(t), where, rnd, winner, _kind(hall, where))


def _kind(hall: Hall, where: Situation) -> str:
    if hall.chance("double_losses") and not where.eliminates:
        return "double_loss"
    return "concession" if hall.chance("concessions") else "tie" if hall.chance("ties") else ""


def _winner(hall: Hall, match: Match) -> Side:
    """A random side; in the final of a double elimination the axis "reset" may decide."""
    wanted = {"always": "b", "never": "a"}.get(str(hall.plan["reset"]))
    t = hall.t
    stage = t.stage_of(match)
    if not stage.kind.two_brackets or wanted is None or not match_situation(t, match).final:
        return hall.rnd.choice(("a", "b"))
    state = bracket(t, stage)
    assert isinstance(state, BracketState)
    game = state.by_number[match.game or 0]
    upper: Side = "a" if game.a == match.a else "b"
    lower: Side = "b" if upper == "a" else "a"
    return upper if wanted == "a" else lower


def _reported(hall: Hall, match: Match) -> None:
    """The players report: it is confirmed, reported by both, or disputed and decided by a judge."""
    first, second = (Actor("player", n) for n in hall.rnd.sample(match.players, 2))
    report = _report(hall, match)
    only_staff = hall.ask(c.ReportResult(match.number, report, match.players), first)  # as a double loss
    seen = report_code(hall.t.matches[match.number].result)
    if only_staff:
        _enter(hall, match, report)
    elif hall.chance("disputes"):
        hall.do(c.DisputeResult(match.number, seen, "not so"), second)
        _ruled(hall, match, report)
    elif hall.rnd.randrange(2):
        hall.do(c.ReportResult(match.number, report, match.players), second)
    else:
        hall.do(c.ConfirmResult(match.number, seen), second)
    if not hall.t.matches[match.number].final:
        _enter(hall, match, report)


def _ruled(hall: Hall, match: Match, report: Slip) -> None:
    hall.do(c.CallJudge(match.number, kind="dispute", text="the score"), Actor("player", match.a))
    call = max(hall.t.calls)
    judge = Actor("staff", MARSHAL if _leader_plays(hall, match) else JUDGE)
    hall.do(c.TakeCall(call), judge)
    hall.do(c.GiveRuling(call, "as it was written", "COM-ROLE-13"), judge)
    if hall.rnd.randrange(3) == 0:
        hall.do(c.AppealRuling(call), Actor("player", match.a))
        hall.do(c.GiveFinalVerdict(call, "it stands"), Actor("staff", MARSHAL))
    hall.do(c.EnterResult(match=match.number, report=report), judge)


def _leader_plays(hall: Hall, match: Match) -> bool:
    return any(hall.t.players[n].staff is not None for n in match.players)


def _overridden(hall: Hall, match: Match) -> None:
    winner = hall.rnd.choice(match.players)
    scores = tuple(
        Scored(n, Outcome.WIN, bye_score(hall.t).points) if n == winner else Scored(n, Outcome.LOSS, 0)
        for n in match.players
    )
    if hall.ask(c.EnterResult(match=match.number, scores=scores, winner=winner, reason=REASON)):
        _enter(hall, match, _report(hall, match))


def correct(hall: Hall, match: Match) -> None:
    """Correct a result; refused if later games depend on it."""
    hall.ask(c.EnterResult(match=match.number, report=_report(hall, match), reason="the slip was misread"))


def close(hall: Hall) -> None:
    """Close the round; matches that an undo left open are played again first."""
    for _ in range(4):
        if not hall.t.playing:
            return
        if hall.ask(hall.step("close_round", calls=tuple(hall.t.calls))) is None:
            return
        for match in _matches(hall):
            if not hall.t.matches[match.number].final:
                _enter(hall, match, _report(hall, match))
    raise Stuck("close", hall.t.round)


def _matches(hall: Hall) -> list[Match]:
    round_ = hall.t.round
    return [m for m in hall.t.in_round(round_.number) if m.kind == "match"] if round_ else []
