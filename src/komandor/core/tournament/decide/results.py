"""Results: reported by players, confirmed, disputed; entered, corrected and overridden by staff."""

from collections.abc import Mapping

from komandor.core.brackets import DOUBLE_LOSS, Result, descendants
from komandor.core.games.game import Situation
from komandor.core.games.reports import staff_only
from komandor.core.ids import PlayerNo
from komandor.core.outcomes import MatchScore, Outcome
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.facts import bye_score, round_kind, rules, situation
from komandor.core.tournament.knockout import bracket, matches, plan
from komandor.core.tournament.state import Match, Tournament

Answer = tuple[e.Event, ...] | Refusal
OPEN = ("published", "running")


def match_situation(t: Tournament, match: Match) -> Situation:
    return situation(t, round_kind(t, match))


def scored(
    t: Tournament, match: Match, report: Mapping[str, e.Plain]
) -> tuple[tuple[e.Scored, ...], PlayerNo | None] | Refusal:
    """The report's worth to both players, by player and never by seat (T55)."""
    assert match.b is not None
    where = match_situation(t, match)
    score = rules(t).score(_with_first(t, match, report, where), where)
    if isinstance(score, Refusal):
        return score
    refusal = _needs_winner(t, match, score)
    if refusal:
        return refusal
    pair = (match.a, match.b)
    both = tuple(
        e.Scored(n, side.outcome.value, side.points, side.mov)
        for n, side in zip(pair, score.sides, strict=True)
    )
    winner = {"a": match.a, "b": match.b, None: None}[score.winner]
    return both, winner


def _with_first(
    t: Tournament, match: Match, report: Mapping[str, e.Plain], where: Situation
) -> Mapping[str, e.Plain]:
    """Fills in who has initiative or plays light when that was recorded with the match (ARM-SETUP-5)."""
    keys = {f.key for f in rules(t).form(where).game if f.kind == "side"} & {"first", "light"}
    known = match.first
    if known is None or "games" in report:
        return report
    side = "a" if known == match.a else "b"
    return {**dict.fromkeys(keys, side), **report}


def _needs_winner(t: Tournament, match: Match, score: MatchScore) -> Refusal | None:
    """A knock-out match has a winner (COM-ELIM-7); only Star Wars LCG knows double losses there (AMB-S22)."""
    stage = t.stages[t.rounds[match.round].stage]
    if stage.kind in ("swiss", "final_match") or score.winner is not None:
        return None
    if stage.kind == "double" and score.sides[0].outcome == Outcome.DOUBLE_LOSS:
        return None
    return refuse("result.winner_needed", "COM-ELIM-7", match=match.number)


# ── players ──────────────────────────────────────────────────────────────────


def report(t: Tournament, x: c.ReportResult, ctx: c.Context) -> Answer:
    """The first report waits for the opponent; an equal one confirms it, another one disputes it."""
    match = _playable(t, x.match)
    if isinstance(match, Refusal):
        return match
    if ctx.player not in match.players or ctx.player is None:
        return refuse("result.not_your_match", None, match=x.match)
    if match.final:
        return refuse("result.already_final", None, match=x.match)
    worth = scored(t, match, x.report)
    if isinstance(worth, Refusal):
        return worth
    if reserved := staff_only(rules(t).form(match_situation(t, match)), x.report):
        return refuse("result.leaders_only", "COM-COND-8", match=x.match, field=reserved[0])  # AMB-G25
    scores, winner = worth
    earlier = match.result
    if earlier and earlier.reported_by not in (None, ctx.player) and earlier.status == "reported":
        if earlier.scores == scores:
            return (e.ResultConfirmed(x.match, ctx.player),)
        return (
            e.ResultReported(x.match, ctx.player, x.report, scores, winner),
            e.ResultDisputed(x.match, ctx.player),
        )
    return (e.ResultReported(x.match, ctx.player, x.report, scores, winner),)


def confirm(t: Tournament, x: c.ConfirmResult, ctx: c.Context) -> Answer:
    match = _waiting(t, x.match, ctx)
    return match if isinstance(match, Refusal) else (e.ResultConfirmed(x.match, ctx.player or 0),)


def dispute(t: Tournament, x: c.DisputeResult, ctx: c.Context) -> Answer:
    match = _waiting(t, x.match, ctx)
    return (
        match if isinstance(match, Refusal) else (e.ResultDisputed(x.match, ctx.player or 0, x.note.strip()),)
    )


def _waiting(t: Tournament, number: int, ctx: c.Context) -> Match | Refusal:
    match = _playable(t, number)
    if isinstance(match, Refusal):
        return match
    if ctx.player not in match.players:
        return refuse("result.not_your_match", None, match=number)
    if match.final:
        return refuse("result.already_final", None, match=number)
    if match.result is None or match.result.status != "reported":
        return refuse("result.nothing_to_confirm", None, match=number)
    if match.result.reported_by == ctx.player:
        return refuse("result.opponent_confirms", None, match=number)
    return match


def _playable(t: Tournament, number: int) -> Match | Refusal:
    match = t.matches.get(number)
    if match is None or match.kind != "match":
        return refuse("match.unknown", None, match=number)
    if t.rounds[match.round].status not in OPEN:
        return refuse("result.round_not_open", "COM-TIME-3", match=number, round=match.round)
    return match


# ── staff ────────────────────────────────────────────────────────────────────


def enter(t: Tournament, x: c.EnterResult, ctx: c.Context) -> Answer:
    """Final at once.  A later ruling wins: on a final result this is a correction, with a reason."""
    match = t.matches.get(x.match)
    if match is None or match.kind != "match" or t.rounds[match.round].status in ("frozen", "drawn"):
        return refuse("match.unknown", None, match=x.match)
    override = bool(x.scores)
    worth = _override(t, match, x) if override else scored(t, match, x.report)
    closed = t.rounds[match.round].status == "closed"  # also where the result was annulled (SWL-CHECK-2)
    correction = closed or (match.result is not None and match.final)
    problems: list[Reason] = list(worth.reasons) if isinstance(worth, Refusal) else []
    if (correction or override) and not x.reason.strip():
        problems.append(why("result.reason_missing", None, match=x.match))
    if any(t.players[n].staff == ctx.staff and ctx.staff is not None for n in match.players) and (
        override or (match.result is not None and match.result.status == "disputed")
    ):
        problems.append(why("ruling.own_match", "COM-PART-2", staff=ctx.staff))
    if isinstance(worth, Refusal) or problems:
        return Refusal(tuple(problems))
    scores, winner = worth
    if blocked := dependents(t, match, scores, winner):
        return blocked
    if correction:
        fixed = e.ResultCorrected(x.match, x.report, scores, winner, x.reason.strip(), override)
        ending = _end_again(t, fixed)
        return ending if isinstance(ending, Refusal) else (fixed, *ending)
    return (e.ResultEntered(x.match, x.report, scores, winner, override, x.reason.strip()),)


def _override(
    t: Tournament, match: Match, x: c.EnterResult
) -> tuple[tuple[e.Scored, ...], PlayerNo | None] | Refusal:
    if {s.player for s in x.scores} != set(match.players) or len(x.scores) != 2:
        return refuse("result.scores_of_both", None, match=x.match)
    if any(s.outcome not in Outcome._value2member_map_ for s in x.scores):
        return refuse("result.unknown_outcome", None, match=x.match)
    if x.winner is not None and x.winner not in match.players:
        return refuse("result.winner_not_here", "COM-ELIM-7", match=x.match)
    ordered = tuple(sorted(x.scores, key=lambda s: s.player != match.a))
    stage = t.stages[t.rounds[match.round].stage]
    if stage.kind in ("single", "double") and x.winner is None:
        return refuse("result.winner_needed", "COM-ELIM-7", match=x.match)
    return ordered, x.winner


def dependents(
    t: Tournament, match: Match, scores: tuple[e.Scored, ...], winner: PlayerNo | None
) -> Refusal | None:
    """Changing a knock-out result that later games hang on: they must be undone first (T65)."""
    stage = t.stages[t.rounds[match.round].stage]
    if stage.kind not in ("single", "double") or match.game is None:
        return None
    if match.result is not None and match.result.winner == winner and match.final:
        return None
    later = set(descendants(plan(stage), match.game))
    seated = tuple(m.number for m in matches(t, stage) if m.game in later)
    if seated:
        return refuse("result.later_games_depend", "COM-ELIM-3", match=match.number, matches=seated)
    if not scores:  # annulled: nothing to try on
        return None
    double = all(s.outcome == Outcome.DOUBLE_LOSS for s in scores)
    changed: dict[int, Result] = {match.game: DOUBLE_LOSS if double else winner}
    tried = bracket(t, stage, changed)
    return tried if isinstance(tried, Refusal) else None


def _end_again(t: Tournament, fixed: e.ResultCorrected) -> Answer:
    """A correction after the end brings new final places with it.

    One after which another game would be due (a reset, a final match) cannot: the end is undone first.
    """
    if t.phase != "closed":
        return ()
    from komandor.core.tournament.decide.stages import close
    from komandor.core.tournament.evolve import evolve

    after = t.fork()
    evolve(after, fixed, t.version + 1)
    ending = close(after, c.CloseTournament(), c.Context(now=0, seed=t.opened_seed))
    if isinstance(ending, Refusal):
        return Refusal((why("result.reopens", "COM-ELIM-1", match=fixed.match), *ending.reasons))
    return ending


def lose_match(t: Tournament, match: Match, loser: PlayerNo, reason: str) -> tuple[e.Event, ...] | Refusal:
    """A match lost by a sanction or a missing component: worth what the game's concession is worth."""
    if match.b is None or t.rounds[match.round].status in ("frozen", "drawn"):
        return refuse("match.unknown", None, match=match.number)
    if (
        match.final
        and match.result
        and (match.result.forfeit or match.result.winner == match.opponent(loser))
    ):
        return ()  # lost already
    bye = bye_score(t)
    scores = tuple(
        e.Scored(n, Outcome.CONCEDED.value, 0)
        if n == loser
        else e.Scored(n, Outcome.WIN.value, bye.points, bye.mov)
        for n in match.players
    )
    winner = match.opponent(loser)
    if blocked := dependents(t, match, scores, winner):
        return blocked
    if match.final or t.rounds[match.round].status == "closed":
        return (e.ResultCorrected(match.number, {}, scores, winner, reason, True),)
    return (e.ResultEntered(match.number, {}, scores, winner, True, reason),)
