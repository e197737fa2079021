"""Freezing a round and drawing it."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from komandor.core.games.settings import answer
from komandor.core.ids import PlayerNo, RoundNo
from komandor.core.lots import LINKS, Lots
from komandor.core.pairing import WAY
from komandor.core.reasons import Reason, Refusal, reasons_of, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.actions.calls import ended
from komandor.core.tournament.actions.stages import close_up, shrunk
from komandor.core.tournament.needs import KNOWN_LEADERS, LINK
from komandor.core.tournament.public_numbers import (
    DICE,
    DIGITS,
    SIDES,
    announcement_faults,
    beacon_text,
    dice_text,
)
from komandor.core.tournament.readings.attendance import attending, entered, playing, staying
from komandor.core.tournament.readings.calls import pending_calls
from komandor.core.tournament.readings.components import counts_as_lost
from komandor.core.tournament.readings.cut import cut_due, results_due
from komandor.core.tournament.readings.knockout import games_due, with_a_game
from komandor.core.tournament.readings.leaders import leaders_ready
from komandor.core.tournament.readings.lists import excused_lists, lists_not_in_order
from komandor.core.tournament.readings.pairings import before_a_draw, field_before, stage_to_draw
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.readings.structure import plan_problems, stages_for
from komandor.core.tournament.references import MATCH, ROUND
from komandor.core.tournament.round_lots import key_check, key_of, opens, tiebreak_lot
from komandor.core.tournament.seat_changes import follow_players
from komandor.core.tournament.stage_kind import StageKind
from komandor.core.tournament.stage_kinds import stage_kind
from komandor.core.tournament.state import Match, Round, Stage, Tournament
from komandor.core.tournament.values import DrawnMatch, FieldRow, PublicSource, Waived


@dataclass(frozen=True, slots=True)
class FreezeRound(Command):
    public_source: Annotated[
        PublicSource, "Source of randomness: automatic (none), public dice roll, or randomness beacon."
    ] = "none"
    beacon: Annotated[str, "Which round of the randomness beacon will be used: name and number."] = ""
    despite_lists: Annotated[
        tuple[PlayerNo, ...], "players who may play although their lists are not in order"
    ] = ()
    reason: Annotated[str, "why they may play (AMB-G39)"] = ""
    dice: Annotated[int, "Number of dice to roll."] = DICE
    sides: Annotated[int, "Number of sides of each die."] = SIDES
    digits: Annotated[int, "Number of hexadecimal digits in the beacon's value."] = DIGITS


@dataclass(frozen=True, slots=True)
class DrawRound(Command):
    """Also pairs the round again after players changed, with the same key, so nothing can be re-rolled."""

    public: Annotated[str, "The result of the dice roll, in any order, or the beacon's value."] = ""
    without: Annotated[bool, "Continue without the announced dice roll or beacon."] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFrozen(Event):
    round: RoundNo
    stage: int
    head: Annotated[str, "the log's head when everything was fixed"]
    public_source: PublicSource = "none"
    beacon: Annotated[str, "which beacon round will be used"] = ""
    entrants: Annotated[tuple[PlayerNo, ...], "those who are here when stage 1 begins"] = ()
    despite_lists: Annotated[tuple[PlayerNo, ...], "their lists were not in order"] = ()
    reason: str = ""
    field: Annotated[tuple[FieldRow, ...], "what the draw of a Swiss round depends on"] = ()
    dice: Annotated[int, "how many dice will be rolled"] = 0
    sides: Annotated[int, "how many sides each of them has"] = 0
    digits: Annotated[int, "how many hexadecimal digits the beacon's value will have"] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn(Event):
    round: RoundNo
    stage: int
    link: Annotated[str, "c[round], hex"]
    head: str
    public: Annotated[str, "the dice from small to large, or the beacon's value in small letters"]
    key_check: Annotated[str, "SHA-256 of the round's key, hex"]
    order: Annotated[tuple[PlayerNo, ...], 'players by lot for the label "pairing"']
    matches: tuple[DrawnMatch, ...]
    floats: Annotated[tuple[tuple[PlayerNo, int, int], ...], "player, from points, to points"] = ()
    rematches: tuple[tuple[PlayerNo, PlayerNo], ...] = ()
    lots: Annotated[tuple[tuple[PlayerNo, int], ...], "last tie-break, drawn when a stage begins"] = ()
    starts: Annotated[tuple[tuple[PlayerNo, int], ...], "start numbers drawn with round 1"] = ()
    seeds: Annotated[tuple[PlayerNo | None, ...], "starting with a knock-out: the places as drawn"] = ()
    way: Annotated[int, "how counted arrangements take their seats (docs/algorithms/draw.md)"] = WAY
    field: Annotated[tuple[FieldRow, ...], "if it is another one than was frozen"] = ()
    waived: Annotated[Waived, "what had been announced, where it was drawn without"] = ""

    def __post_init__(self) -> None:
        if self.way != WAY:
            raise ValueError(f"draws of way {self.way} are not read, only those of way {WAY}")


PAIRING = "pairing"


def freeze(t: Tournament, x: FreezeRound, ctx: Context) -> Answer:
    """Locks players, results and settings (by the head of the log) before the round can be paired."""
    stage = stage_to_draw(t)
    if isinstance(stage, Refusal):
        return stage
    excused = excused_lists(t, x.despite_lists)
    lists = lists_not_in_order(t, x.despite_lists, x.reason)
    here = staying(t, t.stages[stage]) if stage in t.stages else t.active()
    problems = [*_before_round_one(t), *leaders_ready(t, with_a_game(t, stage, here)), *lists]
    problems += [*_still_missing(t), *cut_due(t), *results_due(t)]
    if not here:
        problems.append(why("round.nobody_left", "COM-PAIR-1"))
    problems += announcement_faults(x.public_source, x.dice, x.sides, x.beacon.strip(), x.digits)
    if problems:
        return Refusal(tuple(problems))
    number = RoundNo(t.round_number + 1)
    if number > LINKS:
        return refuse("round.too_many", "COM-PREP-3", most=LINKS)
    entrants = () if stage in t.stages else t.active()
    return (
        RoundFrozen(
            round=number,
            stage=stage,
            head=ctx.head,
            public_source=x.public_source,
            entrants=entrants,
            despite_lists=excused,
            reason=x.reason.strip() if excused else "",
            field=() if _kind(t, stage).eliminates else field_before(t, stage, number),
            **_announced(x),
        ),
    )


def _announced(x: FreezeRound) -> dict[str, Any]:
    """The numbers to come, as the freeze records them."""
    if x.public_source == "dice":
        return {"dice": x.dice, "sides": x.sides}
    return {"beacon": x.beacon.strip(), "digits": x.digits} if x.public_source == "beacon" else {}


def _kind(t: Tournament, stage: int) -> StageKind:
    """The kind of a stage that has begun or is planned."""
    return t.stages[stage].kind if stage in t.stages else stage_kind(t.announced[stage - 1].kind)


def _before_round_one(t: Tournament) -> list[Reason]:
    """Why round 1 waits: somebody has not come, or the structure is that of another attendance."""
    if t.rounds:
        return []
    here = attending(t)
    absent = tuple(n for n in t.active() if n not in here)
    problems = [why("round.not_checked_in", "COM-PAIR-1", players=absent)] if absent else []
    if len(here) < 2:
        problems.append(why("structure.too_few", "COM-STRUCT-5", players=len(here)))
    return [*problems, *_without_start(t), *_announced_for_other_field(t, len(here))]


def _without_start(t: Tournament) -> list[Reason]:
    """Where start numbers are typed in, everybody has one: the best place is nobody's by default."""
    if answer(rules(t).data, settings(t), "start_numbers") != "manual":
        return []
    players = tuple(n for n in attending(t) if t.players[n].start is None)
    return [why("round.starts_missing", "SWL-PAIR-4", players=players)] if players else []


def _announced_for_other_field(t: Tournament, here: int) -> list[Reason]:
    """The structure follows from attendance at the start of round 1: a changed one is announced again."""
    due = stages_for(t, here)
    if t.structure == "custom" and t.custom in ((), t.announced):  # or the change announced was taken back
        return list(plan_problems(t, t.announced, here))
    if isinstance(due, Refusal) or due == t.announced:
        return list(reasons_of(due))
    return [why("structure.announce_again", "COM-STRUCT-5", players=here, announced=t.announced_players)]


def _still_missing(t: Tournament) -> list[Reason]:
    """A component lost in an earlier round and not found: the player is removed (COM-LOST-5)."""
    return [
        why("component.still_missing", "COM-LOST-5", player=x.player, component=x.number)
        for x in t.components.values()
        if (x.resolution == "conceded" or (not x.resolution and counts_as_lost(t, x)))
        and t.players[x.player].active
    ]


def make_draw(t: Tournament, round_: Round, link: str, public: str, waived: Waived) -> tuple[Event, ...]:
    if not opens(t, round_.number, link):
        raise ValueError("the link does not open the commitment: wrong or damaged secret")
    key = key_of(t, round_.number, link, round_.head, public)
    stage, lots = t.stages[round_.stage], Lots(key)
    tiebreak = _lots(t, stage, lots)
    if tiebreak:  # drawn now, and used at once where the lot decides the bye of a later stage
        t = t.fork()
        t.stages[stage.number] = stage = replace(stage, lots=dict(tiebreak))
    made = stage.kind.pair(t, round_, stage, lots)
    seated = tuple(sorted(n for m in made["matches"] for n in (m.a, m.b) if n is not None))
    return (
        RoundDrawn(
            round=round_.number,
            stage=stage.number,
            link=link,
            head=round_.head,
            public=public,
            key_check=key_check(key),
            order=tuple(lots.order(seated, PAIRING)),
            lots=tiebreak,
            waived=waived,
            **made,
        ),
    )


def _lots(t: Tournament, stage: Stage, lots: Lots) -> tuple[tuple[PlayerNo, int], ...]:
    """One stored random number per player, drawn when a stage with standings begins (AMB-G8)."""
    if stage.kind.eliminates:
        return ()
    fresh = set(playing(t, stage)) - set(stage.lots)
    first = t.rounds_of(stage.number)[0].number
    if (stage.lots and not fresh) or first != t.round_number:
        return ()
    # also for those who have left: whoever comes back has to be ranked
    return tuple((n, tiebreak_lot(lots, n)) for n in entered(t, stage))


def draw(t: Tournament, x: DrawRound, ctx: Context) -> Answer:
    """Pairing the same round again uses the same key, so there is nothing to re-roll."""
    round_ = t.this_round
    if problems := before_a_draw(t):
        return Refusal(problems)
    if not (round_.link or ctx.link):
        return refuse("draw.no_secret")
    numbers = _numbers(round_, x, ctx)
    if isinstance(numbers, Refusal):
        return numbers
    closing_up = shrunk(t)
    if closing_up:
        t = t.fork()
        t.version += 1
        close_up(t, closing_up[0])
    calls = ended((x for x in pending_calls(t) if x.match in round_.matches), ctx)
    return (*calls, *closing_up, *make_draw(t, round_, round_.link or ctx.link, *numbers))


def _numbers(round_: Round, x: DrawRound, ctx: Context) -> tuple[str, Waived] | Refusal:
    """The public text of the key, and what was announced and is waived. Drawn again: as before."""
    source, dice, sides, digits = round_.public_source, round_.dice, round_.sides, round_.digits
    if round_.link:
        return round_.public, round_.waived
    if source == "none" or x.without:
        return "", "" if source == "none" else source
    if round_.head == ctx.head:  # frozen in the same step: nobody could have seen them
        return refuse("draw.rolled_before", None, source=source)
    if not x.public.strip():
        return refuse("draw.public_missing", None, source=source)
    text = dice_text(x.public, dice, sides) if source == "dice" else beacon_text(x.public, digits)
    if text is None and source == "dice":
        return refuse("draw.not_these_dice", None, dice=dice, sides=sides)
    return refuse("draw.not_this_value", None, digits=digits) if text is None else (text, "")


def _frozen(t: Tournament, x: RoundFrozen) -> None:
    if x.stage not in t.stages:
        plan = t.announced[x.stage - 1]
        t.stages[x.stage] = Stage(
            number=x.stage,
            kind=stage_kind(plan.kind),
            rounds=plan.rounds,
            cut=plan.cut,
            seeds=x.entrants,
        )
    t.rounds[x.round] = Round(
        number=x.round,
        stage=x.stage,
        status="frozen",
        head=x.head,
        despite_lists=x.despite_lists,
        lists_reason=x.reason,
        public_source=x.public_source,
        beacon=x.beacon,
        dice=x.dice,
        sides=x.sides,
        digits=x.digits,
        forbidden=tuple(sorted(t.forbidden)),
        field=x.field,
    )
    t.phase = "frozen"


def _drawn(t: Tournament, x: RoundDrawn) -> None:
    old = t.rounds[x.round]
    for number in old.matches:
        del t.matches[number]
    for m in x.matches:
        t.matches[m.match] = Match(
            number=m.match, round=x.round, table=m.table, a=m.a, b=m.b, kind=m.kind, game=m.game
        )
    t.rounds[x.round] = replace(
        old,
        status="drawn",
        link=x.link,
        public=x.public,
        waived=x.waived,
        order=x.order,
        floats=x.floats,
        rematches=x.rematches,
        paired_for=x.field or old.field,
        matches=tuple(m.match for m in x.matches),
    )
    follow_players(t, x.round, old.matches)
    stage = t.stages[x.stage]
    if x.lots:
        stage = replace(stage, lots=dict(x.lots))
    if x.seeds:
        stage = replace(stage, seeds=x.seeds)
    t.stages[x.stage] = stage
    for player, start in x.starts:
        t.players[player] = replace(t.players[player], start=start)
    t.phase = "drawn"


def _same_stage_due(t: Tournament, x: RoundFrozen) -> bool:
    """Rounds follow one another, in a knock-out as long as games are due; a later stage was made by its cut,
    the first has room for all who begin."""
    stage = t.stages.get(x.stage)
    first = x.stage == 1 and not (t.announced and any(plan_problems(t, t.announced, len(x.entrants))))
    if stage is None:
        due = first
    elif stage.kind.eliminates:
        due = stage.kind.no_more_rounds(t, stage) is None
    else:
        due = len(t.rounds_of(x.stage)) < stage.rounds
    return x.round == t.round_number + 1 and due


def _can_be_drawn(t: Tournament, x: RoundDrawn) -> bool:
    """A round without results; in a knock-out of the games that are due, with the players who are in them; a
    stage that counts in the standings keeps the tie-break lots that its first draw brought (AMB-G8)."""
    stage, played = t.stages[x.stage], any(t.matches[m].result for m in t.rounds[x.round].matches)
    if played or stage.kind.bracket is None:
        return not played and (stage.kind.eliminates or bool(x.lots or stage.lots))
    if x.seeds:
        t = t.fork()
        t.stages[x.stage] = replace(stage, seeds=x.seeds)
    drawn = {(m.game, (m.a,) if m.b is None else (m.a, m.b)) for m in x.matches}
    return drawn == games_due(t, t.rounds[x.round])


def _not_announced(t: Tournament) -> Reason | None:
    """Rounds, their kinds and the cut are announced before the tournament begins (COM-PREP-3)."""
    return why("structure.not_announced", "COM-PREP-3") if t.phase == "registration" else None


ROWS: Rows = (
    Action(
        FreezeRound,
        by.ORGANISER,
        when.FREEZING,
        freeze,
        too_late=_not_announced,
        needs=(KNOWN_LEADERS,),
        steps=("draw",),
    ),
    Action(
        DrawRound,
        by.ORGANISER,
        when.DRAWING,
        draw,
        too_late=_not_announced,
        needs=(LINK,),
        steps=("draw", "roll", "redraw"),
    ),
    EventRow(
        RoundFrozen,
        _frozen,
        needs_phase=when.FREEZING,
        needs=_same_stage_due,
        makes=ROUND,
        round_status="frozen",
        private={"despite_lists": [], "reason": ""},
    ),
    EventRow(
        RoundDrawn,
        _drawn,
        needs_phase=when.DRAWING,
        needs=_can_be_drawn,
        makes=MATCH,
        round_status="drawn",
        by_hand=lambda x: bool(x.waived),
    ),
)
