"""A round from freeze to close: the checks, the draw, changes by hand, publishing, the clock."""

from komandor.core.games.missions import remaining
from komandor.core.ids import PlayerNo
from komandor.core.lots import LINKS
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.decide.drawing import make_draw
from komandor.core.tournament.decide.people import attending, leaders_ready, stages_for
from komandor.core.tournament.decide.stages import (
    awaiting,
    final_winner,
    leavers,
    replacements_due,
    results_due,
    shrunk,
)
from komandor.core.tournament.evolve import evolve
from komandor.core.tournament.facts import byes, clock, met, playing, settings, staying, table
from komandor.core.tournament.knockout import bracket_now
from komandor.core.tournament.lots import lots_of
from komandor.core.tournament.state import Round, Tournament

Answer = tuple[e.Event, ...] | Refusal
MOST_TABLES = 9999


def freeze(t: Tournament, x: c.FreezeRound, ctx: c.Context) -> Answer:
    """Fixes roster, results and settings by the log's head, before the draw is possible."""
    stage = stage_to_draw(t)
    if isinstance(stage, Refusal):
        return stage
    problems = [*_before_round_one(t), *_still_missing(t), *replacements_due(t), *results_due(t)]
    if not (staying(t, t.stages[stage]) if stage in t.stages else t.active()):
        problems.append(why("round.nobody_left", "COM-PAIR-1"))
    if x.public_source == "beacon" and not x.beacon.strip():
        problems.append(why("draw.beacon_missing"))
    if problems:
        return Refusal(tuple(problems))
    number = max(t.rounds, default=0) + 1
    if number > LINKS:
        return refuse("round.too_many", "COM-PREP-3", most=LINKS)
    return (e.RoundFrozen(number, stage, ctx.head, x.public_source, x.beacon.strip()),)


def stage_to_draw(t: Tournament) -> int | Refusal:
    """The number of the stage that the next round belongs to."""
    stage = t.stage
    if stage is None:
        return 1
    played = sum(1 for r in t.rounds.values() if r.stage == stage.number)
    if stage.kind == "swiss" and played >= stage.rounds:
        return refuse("round.stage_complete", "COM-PREP-3", stage=stage.number, rounds=stage.rounds)
    if stage.kind in ("single", "double") and bracket_now(t, stage).complete:
        return refuse("round.bracket_complete", "COM-ELIM-1", stage=stage.number)
    if stage.kind == "final_match" and final_winner(t, stage) is not None:
        return refuse("round.bracket_complete", "SWL-2V2-5", stage=stage.number)
    return stage.number


def _before_round_one(t: Tournament) -> list[Reason]:
    """Everybody registered is here or struck off; lists are in where they are required (COM-LIST-2)."""
    if t.rounds:
        return []
    here = attending(t)
    absent = tuple(n for n in t.active() if n not in here)
    problems = [why("round.not_checked_in", "COM-PAIR-1", players=absent)] if absent else []
    if settings(t).get("lists.required"):
        without = tuple(n for n in here if not t.players[n].lists)
        if without:
            problems.append(why("round.lists_missing", "COM-LIST-2", players=without))
    if len(here) < 2:
        problems.append(why("structure.too_few", "COM-STRUCT-5", players=len(here)))
    return [*problems, *_announced_for_other_field(t, len(here)), *leaders_ready(t)]


def _announced_for_other_field(t: Tournament, here: int) -> list[Reason]:
    """The table's row is that of the players at the start of round 1: told again if it is another now."""
    due = stages_for(t, here)
    if t.structure == "custom" or isinstance(due, Refusal) or due == t.announced:
        return list(due.reasons) if isinstance(due, Refusal) else []
    return [why("structure.announce_again", "COM-STRUCT-5", players=here, announced=t.announced_players)]


def _still_missing(t: Tournament) -> list[Reason]:
    """A component lost in an earlier round and not found: the player is removed (COM-LOST-5)."""
    return [
        why("component.still_missing", "COM-LOST-5", player=x.player, component=x.number)
        for x in t.components.values()
        if (x.resolution == "conceded" or (x.kind == "lost" and not x.resolution))
        and t.players[x.player].active
    ]


def draw(t: Tournament, x: c.DrawRound, ctx: c.Context) -> Answer:
    """The same round drawn again uses the same key: there is nothing to re-roll."""
    round_ = t.round
    assert round_
    again = bool(round_.link)
    if any(t.matches[m].result for m in round_.matches):
        return refuse("draw.results_in", None, round=round_.number)
    if due := [*replacements_due(t), *results_due(t)]:
        return Refusal(tuple(due))
    if not again and round_.public_source != "none" and not x.public.strip():
        return refuse("draw.public_missing", None, source=round_.public_source)
    public = round_.public if again else x.public.strip() if round_.public_source != "none" else ""
    closing_up = shrunk(t)
    if closing_up:
        t = t.fork()
        evolve(t, closing_up[0], t.version + 1)
    return (*closing_up, *make_draw(t, round_, round_.link or ctx.link, public))


# ── changes by hand ──────────────────────────────────────────────────────────


def swap(t: Tournament, x: c.SwapPlayers, ctx: c.Context) -> Answer:
    """Two players change places; never silent: before, after, who, why."""
    round_ = t.round
    assert round_
    if t.stages[round_.stage].kind != "swiss":
        return refuse("swap.bracket_is_fixed", "COM-ELIM-2")
    seats = {n: m for m in t.in_round(round_.number) for n in m.players}
    missing = [n for n in (x.first, x.second) if n not in seats]
    if missing:
        return refuse("swap.not_in_round", None, player=missing[0])
    one, two = seats[x.first], seats[x.second]
    problems: list[Reason] = []
    if one.number == two.number:
        problems.append(why("swap.same_table", None, table=one.table))
    if not x.reason.strip():
        problems.append(why("swap.reason_missing"))
    if one.result or two.result:
        problems.append(why("draw.results_in", None, round=round_.number))
    if "awarded_bye" in (one.kind, two.kind):
        problems.append(why("swap.awarded_bye", "COM-BYE-1"))
    if problems:
        return Refusal(tuple(problems))
    change = {x.first: x.second, x.second: x.first}
    before = (one.drawn(), two.drawn())
    after = tuple(
        e.DrawnMatch(
            m.match, m.table, change.get(m.a, m.a), None if m.b is None else change.get(m.b, m.b), m.kind
        )
        for m in before
    )
    warnings = tuple(w.code for w in swap_warnings(t, after))
    return (e.PairingChanged(round_.number, before, after, x.reason.strip(), warnings),)


def swap_warnings(t: Tournament, after: tuple[e.DrawnMatch, ...]) -> tuple[Reason, ...]:
    """What a change by hand costs, named: allowed, but said."""
    opponents, had = met(t), byes(t, before=max(t.rounds))
    points = {row.player: row.points for row in table(t)}
    out: list[Reason] = []
    for m in after:
        if m.b is None:
            if had.get(m.a, 0):
                out.append(why("warning.second_bye", "COM-BYE-4", player=m.a))
            continue
        if m.b in opponents[m.a]:
            out.append(why("warning.rematch", "COM-PAIR-2", a=m.a, b=m.b))
        if points.get(m.a, 0) != points.get(m.b, 0):
            out.append(why("warning.other_score_group", "COM-PAIR-5", a=m.a, b=m.b))
        if len(t.rounds) == 1 and set(t.players[m.a].groups) & set(t.players[m.b].groups):
            out.append(why("warning.same_group", "SWL-PAIR-3", a=m.a, b=m.b))
    return tuple(out)


def move_table(t: Tournament, x: c.MoveTable, ctx: c.Context) -> Answer:
    """To a free table, or two matches exchange theirs."""
    round_ = t.round
    assert round_
    here = {m.number: m for m in t.in_round(round_.number)}
    if x.match not in here:
        return refuse("match.unknown", None, match=x.match)
    if not 1 <= x.table <= MOST_TABLES:
        return refuse("tables.number", None, table=x.table)
    one = here[x.match]
    if one.kind != "match":
        return refuse("tables.cannot_move", None, match=x.match)
    two = next((m for m in here.values() if m.table == x.table), None)
    moved = [m for m in (one, two) if m is not None]
    if one is two or any(m.result for m in moved):
        return refuse("tables.cannot_move", None, match=x.match)
    target = {one.number: x.table} | ({two.number: one.table or 0} if two else {})
    after = tuple(e.DrawnMatch(m.number, target[m.number], m.a, m.b, m.kind, m.game) for m in moved)
    before = tuple(m.drawn() for m in moved)
    return (e.PairingChanged(round_.number, before, after, x.reason.strip() or "table"),)


def publish(t: Tournament, x: c.PublishRound, ctx: c.Context) -> Answer:
    """Shown to all. A rematch needs the organiser's word (AMB-G11); everybody here sits once (COM-PAIR-1)."""
    round_ = t.round
    assert round_
    problems = [*seating(t, round_), *replacements_due(t), *results_due(t)]
    if _rematches(t, round_) and not x.accept_rematches:
        problems.append(why("round.rematches", "COM-PAIR-2", pairs=_rematches(t, round_)))
    return Refusal(tuple(problems)) if problems else (e.RoundPublished(round_.number, x.accept_rematches),)


def seating(t: Tournament, round_: Round) -> list[Reason]:
    """Everybody here sits once and nobody else does (COM-PAIR-1); else the round is drawn again."""
    stage = t.stages[round_.stage]
    sits = t.in_round(round_.number)
    seated = [n for m in sits for n in m.players]
    if stage.kind == "swiss":
        gone = tuple(n for n in seated if not t.players[n].active)
        missing = tuple(sorted(set(playing(t, stage)) - set(seated)))
        alone = {m.a for m in sits if m.kind == "awarded_bye"}
        given = {n for n in playing(t, stage) if round_.number in t.players[n].awarded_byes}
        missing = (*missing, *sorted(given ^ alone))
    else:
        away = {n for n in seated if not t.players[n].active or n not in stage.seeds}
        closing_up = leavers(t) if shrunk(t) else ()  # one alone has nobody to close up to
        gone, missing = tuple(sorted({*closing_up, *away})), ()
    return [why("round.draw_again", "COM-PAIR-1", gone=gone, missing=missing)] if gone or missing else []


def _rematches(t: Tournament, round_: Round) -> tuple[tuple[PlayerNo, PlayerNo], ...]:
    if t.stages[round_.stage].kind != "swiss":
        return ()
    opponents = met(t, before=round_.number)
    pairs = ((m.a, m.b) for m in t.in_round(round_.number) if m.b is not None)
    return tuple((a, b) for a, b in pairs if b in opponents[a])


# ── the clock ────────────────────────────────────────────────────────────────


def start_clock(t: Tournament, x: c.StartClock, ctx: c.Context) -> Answer:
    """One button; no automatic start (COM-TIME-2, AMB-G27)."""
    round_ = t.round
    assert round_
    problems = [*replacements_due(t)]
    if awaiting(t, t.stages[round_.stage]):
        problems.extend(seating(t, round_))
    if t.missions and round_.mission is None:
        problems.append(why("mission.not_drawn", "IA-SETUP-1", round=round_.number))
    if problems:
        return Refusal(tuple(problems))
    return (e.ClockStarted(round_.number, ctx.now, clock(t, round_.number)),)


def pause_clock(t: Tournament, x: c.PauseClock, ctx: c.Context) -> Answer:
    round_ = t.round
    if round_ is None or round_.clock is None or round_.clock.paused_at is not None:
        return refuse("clock.not_running")
    return (e.ClockPaused(round_.number, ctx.now),)


def resume_clock(t: Tournament, x: c.ResumeClock, ctx: c.Context) -> Answer:
    round_ = t.round
    if round_ is None or round_.clock is None or round_.clock.paused_at is None:
        return refuse("clock.not_paused")
    return (e.ClockResumed(round_.number, ctx.now),)


def adjust_clock(t: Tournament, x: c.AdjustClock, ctx: c.Context) -> Answer:
    round_ = t.round
    if round_ is None or round_.clock is None or round_.clock.minutes is None:
        return refuse("clock.no_limit")
    if x.minutes == 0 or not 0 < round_.clock.minutes + x.minutes <= 600:
        return refuse("clock.adjust_range", "COM-TIME-1", minutes=x.minutes)
    return (e.ClockAdjusted(round_.number, x.minutes),)


def extend(t: Tournament, x: c.ExtendTable, ctx: c.Context) -> Answer:
    """Minutes for one table; the common clock does not move (AMB-G28)."""
    match = t.matches.get(x.match)
    if match is None or match.kind != "match" or match.round != max(t.rounds, default=0):
        return refuse("match.unknown", None, match=x.match)
    if x.minutes == 0 or not 0 <= match.extension + x.minutes <= 120:
        return refuse("clock.extension_range", "COM-LOST-3", minutes=x.minutes)
    return (e.TableExtended(x.match, x.minutes, x.reason.strip()),)


def mission(t: Tournament, x: c.DrawMission, ctx: c.Context) -> Answer:
    """One mission for everybody, none again before all were used (IA-SETUP-1, IA-SETUP-2)."""
    round_ = t.round
    lots = lots_of(t, round_) if round_ else None
    if round_ is None or lots is None or not t.missions:
        return refuse("mission.no_pool", "IA-MAP-1")
    if round_.mission is not None:
        return refuse("mission.drawn_already", "IA-SETUP-1", mission=round_.mission)
    used = tuple(r.mission for _, r in sorted(t.rounds.items()) if r.mission)
    pool = remaining(t.missions, used)
    return (e.MissionDrawn(round_.number, pool[lots.below(len(pool), "mission")]),)


def close(t: Tournament, x: c.CloseRound, ctx: c.Context) -> Answer:
    """Every match has a final result; unconfirmed ones do not count (T48)."""
    round_ = t.round
    assert round_
    out = tuple(m.table or 0 for m in t.in_round(round_.number) if not m.final)
    if out:
        return refuse("round.results_missing", "COM-PTS-1", round=round_.number, tables=out)
    return (e.RoundClosed(round_.number),)
