"""Who has initiative, and who plays which side."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from komandor.core.games.reports import setup_field
from komandor.core.ids import NOBODY, MatchNo, PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.readings.attendance import has_left
from komandor.core.tournament.readings.regulations import match_slip, rules
from komandor.core.tournament.readings.scoring import scored
from komandor.core.tournament.readings.sides import (
    SidesDue,
    first_on,
    initiative_contradicted,
    initiative_due,
    light_on,
    sides_contradicted,
    sides_due,
)
from komandor.core.tournament.references import MATCH
from komandor.core.tournament.round_lots import lots_of
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import Plain


@dataclass(frozen=True, slots=True)
class SetInitiative(Command):
    match: MatchNo
    player: Annotated[
        PlayerNo | None, "if not given: at random; in Armada the random draw picks who decides"
    ] = None
    choice: Annotated[str, "what that player chose: the objective category (ARM-SETUP-6)"] = ""


@dataclass(frozen=True, slots=True)
class ChooseSides(Command):
    match: MatchNo
    light: Annotated[PlayerNo | None, "if not given: as the rules say; in Swiss, draw who chooses"] = None


@dataclass(frozen=True, slots=True)
class InitiativeSet(Event):
    """Who has the initiative (ARM-SETUP-5), or begins (CON-SETUP-3)."""

    match: MatchNo
    player: PlayerNo
    by_lot: bool = False
    choice: str = ""


@dataclass(frozen=True, slots=True)
class SideChooserDrawn(Event):
    """The lot names who chooses the sides of game 1 (SWL-SETUP-1) or decides on initiative (ARM-SETUP-5)."""

    match: MatchNo
    player: PlayerNo
    initiative: bool = False


@dataclass(frozen=True, slots=True)
class SidesChosen(Event):
    """Who plays the light side (of two games: of the first)."""

    match: MatchNo
    light: PlayerNo
    rule: Annotated[str, "if empty: entered manually; earlier sides are unknown, or corrected with a reason"]


def set_initiative(t: Tournament, x: SetInitiative, ctx: Context) -> Answer:
    """Who has it. If not given, the first player is drawn at random (CON-SETUP-3).

    Armada (ARM-SETUP-5): the player with the lower fleet total decides; if totals are equal, a random draw
    picks who decides.
    """
    match = t.matches[x.match]
    if match.b is None:
        return refuse("match.unknown", None, match=x.match)
    if rules(t).sides is not None:
        return refuse("initiative.sides_instead", "SWL-SETUP-1")
    rule = rules(t).data.rules.get("first", "ARM-SETUP-5" if rules(t).initiative else None)
    if x.player is not None and x.player not in match.players:
        return refuse("result.winner_not_here", rule, match=x.match)
    if match.final and (ctx.player is not None or x.player is None):
        return refuse("result.already_final", rule, match=x.match)
    no = has_left(t, ctx.player) or _no_such_choice(t, match, x) or _under_a_result(t, match, x.player)
    if no:
        return no
    due = initiative_due(t, match)
    kept = match.first is not None and x.player == match.first  # only the choice of the objective is new
    if due and due.chooser and not kept and (x.player is None or ctx.player not in (None, due.chooser)):
        return Refusal((due.reason,))
    lots = lots_of(t, t.rounds[match.round])
    assert lots
    drawn = lots.order(match.players, f"initiative-{match.number}")[0]
    if x.player is None and rules(t).initiative is not None:
        return (SideChooserDrawn(x.match, drawn, initiative=True),)
    return (InitiativeSet(x.match, x.player or drawn, by_lot=x.player is None, choice=x.choice),)


def _under_a_result(t: Tournament, match: Match, player: PlayerNo | None) -> Refusal | None:
    """Refuses to change the initiative on which a result rests: its correction does that (ARM-END-6)."""
    asked = next((one for one in match_slip(t, match).game if one.first), None)
    result = match.result
    if result is None or not result.report or player is None or asked is None:
        return None
    worth = scored(t, replace(match, first=player), result.report)
    same = not isinstance(worth, Refusal) and worth[0] == result.scores
    return None if same else refuse("initiative.result_in", asked.rule, match=match.number)


def _no_such_choice(t: Tournament, match: Match, x: SetInitiative) -> Refusal | None:
    """Only what the slip knows is recorded before the game, with the player who has the initiative."""
    known = setup_field(match_slip(t, match))
    if not x.choice:
        return None
    if known is not None and x.choice in known.choices and x.player is not None:
        return None
    if known is None:
        return refuse("initiative.nothing_to_choose")
    if x.choice in known.choices:
        return refuse("initiative.who_chose", known.rule, field=known.key)
    return refuse("report.unknown_choice", known.rule, field=known.key, choices=known.choices, found=x.choice)


def choose_sides(t: Tournament, x: ChooseSides, ctx: Context) -> Answer:
    """Star Wars LCG finals: the rule gives the side, or the higher seed chooses (SWL-SIDE).

    In Swiss a random draw picks who chooses; then the choice is recorded (SWL-SETUP-1).
    """
    match = t.matches[x.match]
    if match.b is None:
        return refuse("match.unknown", None, match=x.match)
    due = sides_due(t, match)
    if due is None:
        return refuse("sides.none_in_this_game")
    if left := has_left(t, ctx.player):
        return left
    if match.final and ctx.player is not None:
        return refuse("result.already_final", "SWL-SIDE-2", match=x.match)
    if not t.stage_of(match).kind.sides_by_seed:
        return _before_the_match(t, x, ctx, match)
    return _in_the_finals(x, ctx, match, due)


def _in_the_finals(x: ChooseSides, ctx: Context, match: Match, due: SidesDue) -> Answer:
    unknown = due.light is None and due.chooser is None
    if unknown and (x.light is None or ctx.player is not None):
        return Refusal((due.reason,))
    rule = "" if unknown else due.reason.rule or ""
    light = x.light if due.light is None else due.light
    may = due.chooser is None or ctx.player in (None, due.chooser)
    if light not in match.players or not may:
        return refuse("sides.higher_seed_chooses", rule, player=due.chooser)
    if x.light not in (None, light):
        return refuse("sides.given_by_rule", rule, light=light)
    return (SidesChosen(x.match, light, rule),)


def _before_the_match(t: Tournament, x: ChooseSides, ctx: Context, match: Match) -> Answer:
    """Swiss: a random method decides who chooses the sides of game 1 (SWL-SETUP-1)."""
    if x.light is None:
        return _drawn(t, match)
    if x.light not in match.players:
        return refuse("result.winner_not_here", "SWL-SETUP-1", match=x.match)
    if match.chooser is not None and ctx.player not in (None, match.chooser):
        return refuse("sides.chooser_chooses", "SWL-SETUP-1", player=match.chooser)
    return (SidesChosen(x.match, x.light, "SWL-2V2-6" if t.teams else "SWL-SETUP-1"),)


def _drawn(t: Tournament, match: Match) -> Answer:
    """Who chooses, by lot; of two teams the one drawn plays dark first (SWL-2V2-6)."""
    lots = lots_of(t, t.rounds[match.round])
    assert lots
    drawn = lots.order(match.players, f"sides-{match.number}")[0]
    if t.teams:
        return (SidesChosen(match.number, match.opponent(drawn) or NOBODY, "SWL-2V2-6"),)
    if match.chooser is not None:
        return refuse("sides.chooser_drawn", "SWL-SETUP-1", player=match.chooser)
    return (SideChooserDrawn(match.number, drawn),)


def sides_played(t: Tournament, match: Match, report: Mapping[str, Plain]) -> tuple[Event, ...]:
    """Records who played light with the result: as the slip says, else as the rule gave it (SWL-SIDE-2).

    A correction that names another first player corrects the record of the initiative too.
    """
    if (first := first_on(t, match, report)) and initiative_contradicted(t, match, report):
        return (InitiativeSet(match.number, first, choice=match.choice),)
    due, light = sides_due(t, match), light_on(t, match, report)
    if due is None or (light is not None and light == match.first):
        return ()
    if light is not None:  # by hand, with the reason of the correction, where the rule or the record differs
        unknown = due.reason.code == "sides.not_recorded"
        rule = "" if unknown or sides_contradicted(t, match, report) else due.reason.rule
        return (SidesChosen(match.number, light, rule or ""),)
    if match.first is not None or due.light is None:
        return ()
    return (SidesChosen(match.number, due.light, due.reason.rule or ""),)


def _initiative(t: Tournament, x: InitiativeSet) -> None:
    t.matches[x.match] = replace(t.matches[x.match], first=x.player, choice=x.choice)


def _chooser(t: Tournament, x: SideChooserDrawn) -> None:
    t.matches[x.match] = replace(t.matches[x.match], chooser=x.player)


def _sides(t: Tournament, x: SidesChosen) -> None:
    t.matches[x.match] = replace(t.matches[x.match], first=x.light)


ROWS: Rows = (
    Action(SetInitiative, by.STAFF_AND_PLAYERS, when.PLAYING, set_initiative, about=MATCH),
    Action(ChooseSides, by.STAFF_AND_PLAYERS, when.PLAYING, choose_sides, about=MATCH),
    EventRow(InitiativeSet, _initiative, after_the_end=True),
    EventRow(SideChooserDrawn, _chooser),
    EventRow(SidesChosen, _sides, after_the_end=True),
)
