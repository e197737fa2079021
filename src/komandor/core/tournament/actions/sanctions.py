"""Sanctions and what follows from them, and bonus points: what changes a player's points besides results."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from komandor.core.ids import NOBODY, MatchNo, PlayerNo, RoundNo, StaffNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows, always
from komandor.core.tournament.actions.leaving import disqualification, removal
from komandor.core.tournament.judge_records import Sanction
from komandor.core.tournament.lost_games import lose_game, lose_match
from komandor.core.tournament.readings.attendance import current_match
from komandor.core.tournament.readings.leaders import own_match
from komandor.core.tournament.readings.lost_games import lost_by_ruling
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.readings.structure import has_points
from komandor.core.tournament.references import PLAYER
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import LOSSES, SANCTIONS, Bonus, Category, ReasonText, SanctionKind

BONUS = "AMB-G46"
MOST_BONUS = 100
OPENLY = "AMB-G40"


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveSanction(Command):
    player: PlayerNo
    kind: Annotated[SanctionKind, "The kind."]
    reason: ReasonText
    match: MatchNo | None = None
    points: Annotated[int, "Points to deduct."] = 0
    category: Category = ""
    corrects: Annotated[bool, "The lost game or match changes a result that already counts."] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionGiven(Event):
    sanction: int
    player: PlayerNo
    kind: SanctionKind
    reason: str
    by: StaffNo
    match: MatchNo | None = None
    points: Annotated[int, "deducted"] = 0
    category: Annotated[str, "kind of offence (SWL-COND-4)"] = ""
    corrects: Annotated[bool, "a result that counted is changed by it: the next record says how"] = False


@dataclass(frozen=True, slots=True)
class GiveBonus(Command):
    """Points for painting, sportsmanship and the like; they count in the player's own total only."""

    player: PlayerNo
    points: Annotated[int, "Number of points; a negative number deducts points."]
    reason: Annotated[str, "The reason. Everybody can read it."]


@dataclass(frozen=True, slots=True)
class BonusGiven(Event):
    player: PlayerNo
    points: int
    reason: str
    round: Annotated[RoundNo, "after which they count"]
    by: StaffNo


def give_bonus(t: Tournament, x: GiveBonus, ctx: Context) -> Answer:
    """Bonus points (AMB-G46): between Swiss rounds, with a reason, and nobody falls below zero in all."""
    total = {row.player: row.points for row in standings_of(t)}.get(x.player)
    player = t.players[x.player]
    sat = player.byes_granted or any(x.player in m.players for m in t.matches.values())
    if total is None or not (sat and player.active) or t.stages[t.this_round.stage].kind.eliminates:
        return refuse("bonus.not_in_standings", BONUS, player=x.player)
    problems = [] if x.reason.strip() else [why("bonus.reason_missing", BONUS)]
    if not x.points or abs(x.points) > MOST_BONUS:
        problems.append(why("bonus.points", BONUS, most=MOST_BONUS))
    elif total + x.points < 0:
        problems.append(why("bonus.below_zero", BONUS, player=x.player, points=total))
    given = BonusGiven(x.player, x.points, x.reason.strip(), t.round_number, ctx.signed)
    return Refusal(tuple(problems)) if problems else (given,)


def give_sanction(t: Tournament, x: GiveSanction, ctx: Context) -> Answer:
    """The penalty and, if it decides a match or removes the player, its consequences (SWL-SANC-3)."""
    if problems := _problems(t, x, ctx):
        return Refusal(tuple(problems))
    follows = _consequences(t, x)
    if isinstance(follows, Refusal):
        return follows
    lost_in = t.match(x.match) if x.kind in LOSSES else None
    corrects = lost_in is not None and lost_in.final and bool(follows)
    if corrects and not x.corrects:
        return refuse("sanction.result_counts", OPENLY, match=x.match)
    points = x.points if x.kind == "points" else 0
    given = SanctionGiven(
        sanction=max(t.sanctions, default=0) + 1,
        player=x.player,
        kind=x.kind,
        reason=x.reason.strip(),
        by=ctx.signed,
        match=x.match,
        points=points,
        category=x.category,
        corrects=corrects,
    )
    return (given, *follows)


def _problems(t: Tournament, x: GiveSanction, ctx: Context) -> list[Reason]:
    """Everything that is wrong with the sanction itself."""
    player = t.players[x.player]
    known = rules(t).data.rules
    problems: list[Reason] = []
    if x.kind not in SANCTIONS:
        problems.append(why("sanction.unknown_kind", "COM-COND-8", kind=x.kind, known=SANCTIONS))
    if not x.reason.strip():
        problems.append(why("sanction.reason_missing", "COM-COND-8"))
    if x.kind == "points" and x.points <= 0:
        problems.append(why("sanction.points_missing", known.get("judge_disqualifies", "COM-COND-8")))
    if x.kind == "points" and player.outside:
        problems.append(why("player.not_playing", None, player=x.player))
    elif x.kind == "points" and not has_points(t, x.player):
        problems.append(why("sanction.points_do_not_count", "COM-PTS-1", player=x.player))
    if x.kind in LOSSES and not plays_in(t, x.player, x.match):
        problems.append(why("sanction.match_missing", known.get("sanction", "COM-COND-8")))
    elif x.kind in LOSSES and (too_late := _too_late(t, x)):
        problems.append(too_late)
    if own := own_match(t, _match_of(t, x), ctx.staff):
        problems.extend(own.reasons)
    if x.kind in ("removal", "disqualification") and not player.active:
        problems.append(why("player.not_active", "COM-DROP-1", player=x.player))
    return problems


def _too_late(t: Tournament, x: GiveSanction) -> Reason | None:
    """Once its round is closed, no game or match is lost by a penalty (AMB-G40)."""
    match = t.match(x.match)
    if match is None or t.rounds[match.round].status != "closed":
        return None
    if t.stage_of(match).kind.eliminates:
        return why("sanction.knock_out_round_closed", OPENLY, match=match.number)
    return why("sanction.round_closed", OPENLY, match=match.number)


def _match_of(t: Tournament, x: GiveSanction) -> Match | None:
    """The match that a sanction is about; to send somebody away is about the whole event (COM-COND-7)."""
    away = x.kind in ("removal", "disqualification")
    number = x.match if x.match is not None or away else current_match(t, x.player)
    return t.match(number)


def plays_in(t: Tournament, player: PlayerNo, match: MatchNo | None) -> bool:
    found = t.match(match)
    return found is not None and found.kind == "match" and player in found.players


def _consequences(t: Tournament, x: GiveSanction) -> Answer:
    """What follows at once: a lost game or match, or that the player goes."""
    reason = x.reason.strip()
    if x.kind == "match_loss" and x.match is not None:
        return lose_match(t, t.matches[x.match], x.player, reason)
    if x.kind == "game_loss" and x.match is not None:
        rule = rules(t).data.rules.get("sanction", "COM-COND-8")
        return lose_game(t, t.matches[x.match], x.player, reason, rule)
    if x.kind == "disqualification" or (x.kind == "removal" and not t.rounds):  # AMB-G33
        return disqualification(t, x.player, reason)
    return removal(t, x.player, "conduct", reason) if x.kind == "removal" else ()


def _sanctioned(t: Tournament, x: SanctionGiven) -> None:
    """Also a warning that was erased with its player, and is nobody's: its number stays taken."""
    t.sanctions[x.sanction] = Sanction(
        number=x.sanction,
        player=x.player,
        kind=x.kind,
        reason=x.reason,
        by=x.by,
        round=t.round_number,
        match=x.match,
        points=x.points,
        category=x.category,
    )


def _bonus_given(t: Tournament, x: BonusGiven) -> None:
    player = t.players[x.player]
    t.players[x.player] = replace(player, bonuses=(*player.bonuses, Bonus(x.round, x.points, x.reason)))


ABOVE_A_WARNING = ("penalty", "game_loss", "match_loss", "points")
"""For marshals and the organiser; the document of a game may let judges too (AMB-G43)."""


def who_punishes(t: Tournament, x: GiveSanction, who: by.Asker) -> tuple[Reason, ...]:
    """A judge warns and recommends, a marshal gives losses and takes points, the organiser sends away.

    One document lets judges do more (SWL-SANC-3). Where it knows no double loss only the organiser takes a
    match from both (AMB-G25).
    """
    known = rules(t).data.rules
    if "organiser" in who.roles:
        return ()
    if x.kind == "removal":
        return (why("access.organiser_removes", "COM-COND-7"),)
    if x.kind == "disqualification" and "judge_disqualifies" not in known:
        return (why("access.organiser_disqualifies", "COM-ROLE-8"),)
    if "double_loss" not in known and _both_lose(t, x):
        return (why("access.organiser_punishes", "COM-COND-8"),)
    judges = "marshal" in who.roles or "judge_disqualifies" in known
    if x.kind in ABOVE_A_WARNING and not judges:
        return (why("access.marshal_punishes", "COM-ROLE-8"),)
    return ()


def _both_lose(t: Tournament, x: GiveSanction) -> bool:
    """Whether the opponent has lost the match by a ruling too, and this sanction makes it a double loss."""
    match = t.match(x.match)
    if match is None or x.kind not in LOSSES or x.player not in match.players:
        return False
    return lost_by_ruling(t, match, match.opponent(x.player) or NOBODY)


def _of_a_warning(shown: Mapping[str, Any]) -> Mapping[str, object]:
    """A sanction that changes no result, no points and no roster is closed but for its number."""
    if shown.get("kind", "warning") not in ("warning", "penalty") or shown.get("points"):
        return {}
    return {"player": 0, "kind": "warning", "by": 0, "match": None}


ROWS: Rows = (
    Action(GiveSanction, by.LEADERS, when.BEFORE_THE_END, give_sanction, allow=who_punishes, about=PLAYER),
    Action(
        GiveBonus, by.ORGANISER, when.BETWEEN, give_bonus, button=True, about=PLAYER, setting="points.bonus"
    ),
    EventRow(
        BonusGiven,
        _bonus_given,
        needs_phase=when.BETWEEN,
        needs=lambda t, x: t.players[x.player].active,
        by_hand=always,
    ),
    EventRow(
        SanctionGiven,
        _sanctioned,
        needs=lambda t, x: x.sanction not in t.sanctions,
        private={"reason": "", "category": ""},
        private_also=_of_a_warning,
    ),
)
