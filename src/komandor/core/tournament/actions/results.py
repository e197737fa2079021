"""Results: reported by players, confirmed, disputed; entered, corrected and overridden by staff."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Protocol

from komandor.core.changed import changed
from komandor.core.games.reports import staff_only
from komandor.core.ids import NOBODY, MatchNo, PlayerNo
from komandor.core.reasons import Reason, Refusal, reasons_of, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows, always
from komandor.core.tournament.actions.sides import sides_played
from komandor.core.tournament.actions.stages import CloseTournament, close_tournament
from komandor.core.tournament.readings.attendance import has_left
from komandor.core.tournament.readings.by_hand import by_hand
from komandor.core.tournament.readings.cut import cut_would_differ
from komandor.core.tournament.readings.leaders import own_match
from komandor.core.tournament.readings.lost_games import games_lost
from komandor.core.tournament.readings.pairings import held_up, not_playable
from komandor.core.tournament.readings.regulations import match_slip, rules
from komandor.core.tournament.readings.scoring import dependents, report_code, scored
from komandor.core.tournament.readings.sides import light_on
from komandor.core.tournament.references import MATCH
from komandor.core.tournament.state import Match, Result, Tournament
from komandor.core.tournament.values import NoteText, Plain, ReasonText, Scored, SeenReport, Slip, both_lost


@dataclass(frozen=True, slots=True)
class ReportResult(Command):
    """By a player of the match; refused if the match is no longer between these players."""

    match: MatchNo
    report: Slip
    between: Annotated[tuple[PlayerNo, ...], "the players shown at the table when this was sent"]


@dataclass(frozen=True, slots=True)
class ConfirmResult(Command):
    """By the opponent; refused if the report has changed since they saw it."""

    match: MatchNo
    seen: SeenReport


@dataclass(frozen=True, slots=True)
class DisputeResult(Command):
    """By the opponent; refused if the report has changed since they saw it."""

    match: MatchNo
    seen: SeenReport
    note: NoteText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterResult(Command):
    """By staff; final at once. With `scores` the organiser overrides the calculation and gives a reason.
    On a match that has a final result it is a correction and needs a reason."""

    match: MatchNo
    report: Slip = field(default_factory=dict)
    scores: Annotated[tuple[Scored, ...], 'By a ruling: [{"player": 1, "outcome": "win", "points": 8}].'] = ()
    winner: Annotated[PlayerNo | None, "The number of the player who advances."] = None
    reason: ReasonText = ""
    between: Annotated[
        tuple[PlayerNo, ...], "if given: the players shown at the table when this was sent"
    ] = ()


@dataclass(frozen=True, slots=True)
class ResultReported(Event):
    """By one of the two players; counts once the other confirms or a leader rules."""

    match: MatchNo
    by: PlayerNo
    report: Mapping[str, Plain]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Event):
    match: MatchNo
    by: PlayerNo


@dataclass(frozen=True, slots=True)
class ResultDisputed(Event):
    match: MatchNo
    by: PlayerNo
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntered(Event):
    """By a leader or scorekeeper: final at once. `override` when the sheet's arithmetic was set aside."""

    match: MatchNo
    report: Mapping[str, Plain]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None
    override: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(Event):
    match: MatchNo
    report: Mapping[str, Plain]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None
    reason: str
    override: bool = False


@dataclass(frozen=True, slots=True)
class ResultAnnulled(Event):
    match: MatchNo
    reason: str
    rule: str = ""


def report(t: Tournament, x: ReportResult, ctx: Context) -> Answer:
    """The first report waits for the opponent. The same result confirms it, a different one disputes it.

    The same player may correct their report while it waits or is disputed; the same one again changes
    nothing. It counts as soon as both say the same.
    """
    match = _open_match(t, x.match, ctx)
    if isinstance(match, Refusal):
        return match
    if set(x.between) != set(match.players):
        return refuse("result.players_changed", None, match=x.match)
    worth = scored(t, match, x.report)
    if isinstance(worth, Refusal):
        return worth
    if reserved := staff_only(match_slip(t, match), x.report):
        rule = rules(t).data.rules.get("double_loss", "COM-COND-8")  # AMB-G25
        return refuse("result.leaders_only", rule, match=x.match, field=reserved[0])
    scores, winner = worth
    assert ctx.player is not None
    said = _open_reports(match)
    mine, theirs = said.get(ctx.player), said.get(match.opponent(ctx.player) or NOBODY)
    reported = ResultReported(x.match, ctx.player, x.report, scores, winner)
    if theirs and (slip := _agreed(t, match, theirs, x.report, scores)) is not None:
        last = theirs is match.result
        confirmed = ResultConfirmed(x.match, ctx.player if last else theirs.reported_by or NOBODY)
        return (*sides_played(t, match, slip), *(() if last else (reported,)), confirmed)
    if mine and mine.report == x.report:
        return refuse("result.reported_already", None, match=x.match)
    disputes = theirs is not None and theirs is match.result and theirs.status == "reported"
    return (reported, ResultDisputed(x.match, ctx.player)) if disputes else (reported,)


def _open_reports(match: Match) -> dict[PlayerNo, Result]:
    """What each player reported last since the match last had a result that counted."""
    latest: dict[PlayerNo, Result] = {}
    for one in reversed((*match.disputed, match.result)):
        if one is not None and one.status == "final":
            break
        if one is not None and one.reported_by is not None:
            latest.setdefault(one.reported_by, one)
    return latest


def _agreed(
    t: Tournament, match: Match, theirs: Result, report: Mapping[str, Plain], scores: tuple[Scored, ...]
) -> Mapping[str, Plain] | None:
    """The slip of both if they report the same scores and no different sides."""
    sides = {light_on(t, match, one) for one in (theirs.report, report)} - {None}
    if theirs.scores != scores or len(sides) > 1:
        return None
    return {**report, **theirs.report} if light_on(t, match, theirs.report) else report


def confirm(t: Tournament, x: ConfirmResult, ctx: Context) -> Answer:
    match = _waiting(t, x, ctx)
    if isinstance(match, Refusal):
        return match
    assert match.result
    return (*sides_played(t, match, match.result.report), ResultConfirmed(x.match, ctx.player or NOBODY))


def dispute(t: Tournament, x: DisputeResult, ctx: Context) -> Answer:
    match = _waiting(t, x, ctx)
    disputed = ResultDisputed(x.match, ctx.player or NOBODY, x.note.strip())
    return match if isinstance(match, Refusal) else (disputed,)


def _waiting(t: Tournament, x: ConfirmResult | DisputeResult, ctx: Context) -> Match | Refusal:
    """The match whose report waits for this player's answer: the report that they saw, and no other."""
    match = _open_match(t, x.match, ctx)
    if isinstance(match, Refusal):
        return match
    if match.result is None or match.result.status != "reported":
        return refuse("result.nothing_to_confirm", None, match=x.match)
    if match.result.reported_by == ctx.player:
        return refuse("result.opponent_confirms", None, match=x.match)
    if report_code(match.result) != x.seen:
        return refuse("result.report_changed", None, match=x.match)
    return match


def _open_match(t: Tournament, number: MatchNo, ctx: Context) -> Match | Refusal:
    """The match, if this player sits in it and its result is still open."""
    match = t.matches[number]
    if nothing := _without_result(t, match):
        return nothing
    if not t.rounds[match.round].open:
        return refuse("result.round_not_open", "COM-TIME-3", match=number, round=match.round)
    if ctx.player not in match.players:
        return refuse("result.not_your_match", None, match=number)
    if no := (*reasons_of(has_left(t, ctx.player)), *not_playable(t)):
        return Refusal(no)
    return refuse("result.already_final", None, match=number) if match.final else match


def _without_result(t: Tournament, match: Match) -> Refusal | None:
    """Why nobody enters a result here: nobody has seen the pairing yet, or it is a bye."""
    if not t.rounds[match.round].shown:
        return refuse("match.unknown", None, match=match.number)
    return refuse("result.of_bye", None, player=match.a) if match.kind != "match" else None


def enter(t: Tournament, x: EnterResult, ctx: Context) -> Answer:
    """Final at once.  A later ruling wins: on a final result this is a correction, with a reason."""
    match = t.matches[x.match]
    if no := _without_result(t, match):
        return no
    if x.between and set(x.between) != set(match.players):
        return refuse("result.players_changed", None, match=x.match)
    if match.round == t.round_number and (waits := not_playable(t)):
        return Refusal(tuple(waits))
    if t.phase == "closed" and t.rounds[match.round].status != "closed":  # all had left before it was played
        return refuse("result.reopens", "COM-PREP-3", match=x.match)
    override, explained = bool(x.scores), bool(x.reason.strip())
    worth = by_hand(t, match, x.scores, x.winner) if override else scored(t, match, x.report, explained)
    closed = t.rounds[match.round].status == "closed"  # also where the result was annulled (SWL-CHECK-2)
    correction = closed or match.final
    problems = list(reasons_of(worth))
    if (correction or override) and not explained:
        problems.append(why("result.reason_missing", None, match=x.match))
    elif _punishes_both(t, x) and not explained:
        problems.append(why("result.double_loss_reason", "COM-COND-8", match=x.match))  # AMB-G25
    ruling = override or (match.result is not None and match.result.status == "disputed")
    if ruling and (own := own_match(t, match, ctx.staff)):
        problems.extend(own.reasons)
    if isinstance(worth, Refusal) or problems:
        return Refusal(tuple(problems))
    scores, winner = worth
    if blocked := dependents(t, match, scores, winner, corrected=True):
        return blocked
    kind = ResultCorrected if correction else ResultEntered
    entered = kind(
        match=x.match,
        report=x.report,
        scores=scores,
        winner=winner,
        reason=x.reason.strip(),
        override=override,
    )
    ending = _follows(t, entered) if isinstance(entered, ResultCorrected) else ()
    sides = () if override else sides_played(t, match, x.report)
    return ending if isinstance(ending, Refusal) else (*sides, entered, *ending)


def _punishes_both(t: Tournament, x: EnterResult) -> bool:
    """Whether both players lose though the game's document knows no double loss (AMB-G25)."""
    match = t.matches.get(x.match)
    if match is None or match.b is None or "double_loss" in rules(t).data.rules:
        return False
    if x.scores:
        return both_lost(x.scores)
    return bool(staff_only(match_slip(t, match), x.report))


def _organiser_punishes(t: Tournament, x: EnterResult, who: by.Asker) -> tuple[Reason, ...]:
    """What only the organiser may enter: a double loss where the document knows none (AMB-G25), and a
    result by hand that gives back a game which a ruling took away."""
    match = t.matches.get(x.match)
    if match is None or "organiser" in who.roles:
        return ()
    if _punishes_both(t, x):
        return (why("access.organiser_punishes", "COM-COND-8"),)
    losers = [n for n in match.players if games_lost(t, match, n)]
    if x.scores and losers and x.winner in (None, *losers):
        return (why("access.organiser_overrides", "COM-COND-8"),)
    return ()


def _follows(t: Tournament, fixed: ResultCorrected) -> Answer:
    """What a correction brings with it; refused if others would then have played in the cut (AMB-G45)."""
    after = t.fork()
    after.version += 1
    _entered(after, fixed)
    if cut_would_differ(after) and not cut_would_differ(t):
        played = tuple(r.number for r in t.rounds_of(t.stages[max(t.stages)].number))
        return refuse("result.cut_played", "COM-CUT-5", match=fixed.match, rounds=played)
    return _end_again(after, fixed.match)


def _end_again(after: Tournament, match: MatchNo) -> Answer:
    """A correction after the end brings new final places with it.

    One after which another game would be due (a reset, a final match) cannot: the end is undone first.
    """
    if after.phase != "closed":
        return ()
    ending = close_tournament(after, CloseTournament(), Context(now=0, seed=after.opened_seed))
    if isinstance(ending, Refusal):
        return Refusal((why("result.reopens", "COM-ELIM-1", match=match), *ending.reasons))
    return ending


def _reported(t: Tournament, x: ResultReported) -> None:
    result = Result(scores=x.scores, winner=x.winner, report=x.report, status="reported", reported_by=x.by)
    give_result(t, x.match, result)


def _confirmed(t: Tournament, x: ResultConfirmed) -> None:
    _answered(t, x.match, status="final", note="")


def _disputed(t: Tournament, x: ResultDisputed) -> None:
    _answered(t, x.match, status="disputed", note=x.note)


def _answered(t: Tournament, number: MatchNo, **values: str) -> None:
    match = t.matches[number]
    assert match.result
    t.matches[number] = changed(match, result=changed(match.result, **values))


def _entered(t: Tournament, x: ResultEntered | ResultCorrected) -> None:
    result = Result(scores=x.scores, winner=x.winner, report=x.report, status="final", note=x.reason)
    if x.override or isinstance(x, ResultCorrected):
        result = changed(result, override=x.override, corrected=isinstance(x, ResultCorrected))
    give_result(t, x.match, result)


def give_result(t: Tournament, number: MatchNo, result: Result | None) -> None:
    """The match has this result now, or none; an earlier one is kept for the judge."""
    match = t.matches[number]
    kept = (*match.disputed, match.result) if match.result else match.disputed
    t.matches[number] = changed(match, result=result, disputed=kept)


def _annulled(t: Tournament, x: ResultAnnulled) -> None:
    give_result(t, x.match, None)


class AnyScored(Protocol):
    """Any event that gives a match its scores."""

    @property
    def match(self) -> MatchNo: ...
    @property
    def scores(self) -> tuple[Scored, ...]: ...


def scores_fit(t: Tournament, x: AnyScored) -> bool:
    """Whether a result is about the two players of its match, in a round in which games count."""
    match = t.matches[x.match]
    counts = t.rounds[match.round].shown and not (match.round == t.round_number and held_up(t))
    return counts and {s.player for s in x.scores} == set(match.players)


def first_scores(t: Tournament, x: AnyScored) -> bool:
    """Whether a result fits its match, which has none that counts: a second one would be a correction."""
    return scores_fit(t, x) and not t.matches[x.match].final


def _waits(t: Tournament, x: ResultDisputed) -> bool:
    result = t.matches[x.match].result
    return result is not None and result.status == "reported"


def _not_counted(t: Tournament, x: ResultConfirmed) -> bool:
    """Whether there is a report of the other player to agree with; it may have been disputed before."""
    match = t.matches[x.match]
    return match.result is not None and not match.final and match.result.reported_by != x.by


REASON = {"reason": ""}
ROWS: Rows = (
    Action(ReportResult, by.PLAYER, when.PLAYING, report, about=MATCH),
    Action(ConfirmResult, by.PLAYER, when.PLAYING, confirm, about=MATCH),
    Action(DisputeResult, by.PLAYER, when.PLAYING, dispute, about=MATCH),
    Action(EnterResult, by.STAFF, when.RULING, enter, allow=_organiser_punishes, about=MATCH),
    EventRow(ResultReported, _reported, when.PLAYING, first_scores),
    EventRow(ResultConfirmed, _confirmed, when.PLAYING, _not_counted),
    EventRow(ResultDisputed, _disputed, when.PLAYING, _waits, private={"note": ""}),
    EventRow(
        ResultEntered, _entered, when.PLAYING, first_scores, private=REASON, by_hand=lambda x: x.override
    ),
    EventRow(ResultCorrected, _entered, needs=scores_fit, private=REASON, by_hand=always, after_the_end=True),
    EventRow(ResultAnnulled, _annulled, private=REASON, by_hand=always),
)
