"""Who has initiative, and who plays which side."""

from dataclasses import dataclass, replace

from komandor.core.games.game import SideCount
from komandor.core.games.settings import answer
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.reasons import refuse
from komandor.core.tournament.actions import by, when
from komandor.core.tournament.actions.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.lots import lots_of
from komandor.core.tournament.readings.knockout import plan
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.state import Match, Stage, Tournament


@dataclass(frozen=True, slots=True)
class SetInitiative(Command):
    match: MatchNo
    player: PlayerNo | None = None  # None: by lot


@dataclass(frozen=True, slots=True)
class ChooseSides(Command):
    match: MatchNo
    light: PlayerNo | None = None  # None: as the rule gives it, where it leaves no choice


@dataclass(frozen=True, slots=True)
class InitiativeSet(Event):
    """Armada: who has initiative (ARM-SETUP-5). Star Wars LCG finals: `side` "light" for that player."""

    match: MatchNo
    player: PlayerNo
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class SidesChosen(Event):
    match: MatchNo
    light: PlayerNo
    rule: str


def set_initiative(t: Tournament, x: SetInitiative, ctx: Context) -> Answer:
    """Who has it; None: by lot, as for equal totals (ARM-SETUP-5, CON-SETUP-3)."""
    match = t.matches.get(x.match)
    if match is None or match.b is None:
        return refuse("match.unknown", None, match=x.match)
    if x.player is not None and x.player not in match.players:
        return refuse("result.winner_not_here", "ARM-SETUP-5", match=x.match)
    if match.final and ctx.player is not None:
        return refuse("result.already_final", "ARM-SETUP-5", match=x.match)
    lots = lots_of(t, t.rounds[match.round])
    assert lots
    player = x.player or lots.order(match.players, f"initiative-{match.number}")[0]
    return (InitiativeSet(x.match, player, by_lot=x.player is None),)


def choose_sides(t: Tournament, x: ChooseSides, ctx: Context) -> Answer:
    """Finals of Star Wars LCG: the rule gives the side, or the higher seed chooses (SWL-SIDE)."""
    match = t.matches.get(x.match)
    if match is None or match.b is None:
        return refuse("match.unknown", None, match=x.match)
    stage = t.stages[t.rounds[match.round].stage]
    give = rules(t).sides
    if give is None:
        return refuse("sides.none_in_this_game")
    if match.final and ctx.player is not None:
        return refuse("result.already_final", "SWL-SIDE-2", match=x.match)
    if stage.kind != "double":
        return _swiss_sides(t, x)
    if swapped := _reset_sides(t, stage, match):
        return _given_sides(x, swapped, "SWL-FINAL-2")
    higher, lower = sorted(match.players, key=stage.seeds.index)
    counts = [side_count(t, n, match.number) for n in (higher, lower)]
    given = give(counts[0], counts[1], _first_finals_round(t, match.round))
    light = x.light if given.light is None else (higher, lower)[given.light]
    if light is None or light not in match.players:
        return refuse("sides.higher_seed_chooses", given.rule, player=higher)
    if given.light is None and ctx.player not in (None, higher):
        return refuse("sides.higher_seed_chooses", given.rule, player=higher)
    return _given_sides(x, light, given.rule)


def _given_sides(x: ChooseSides, light: PlayerNo, rule: str) -> Answer:
    if x.light not in (None, light):
        return refuse("sides.given_by_rule", rule, light=light)
    return (SidesChosen(x.match, light, rule),)


def _reset_sides(t: Tournament, stage: Stage, match: Match) -> PlayerNo | None:
    """The final is repeated with sides swapped (SWL-FINAL-2): who plays light now, if that is known."""
    game = plan(stage).by_number.get(match.game or 0)
    if game is None or game.side != "reset":
        return None
    final = next(
        (m for m in t.matches.values() if m.game == game.number - 1 and _same_stage(t, m, match)), None
    )
    return final.opponent(final.first) if final and final.first is not None else None


def _same_stage(t: Tournament, one: Match, two: Match) -> bool:
    return t.rounds[one.round].stage == t.rounds[two.round].stage


def _first_finals_round(t: Tournament, number: int) -> bool:
    stage = t.rounds[number].stage
    return number == min(r.number for r in t.rounds.values() if r.stage == stage)


def _swiss_sides(t: Tournament, x: ChooseSides) -> Answer:
    """Swiss: a random method decides who chooses the sides of game 1 (SWL-SETUP-1)."""
    match = t.matches[x.match]
    lots = lots_of(t, t.rounds[match.round])
    assert lots
    light = x.light or lots.order(match.players, f"sides-{match.number}")[0]
    if light not in match.players:
        return refuse("result.winner_not_here", "SWL-SETUP-1", match=x.match)
    return (SidesChosen(x.match, light, "SWL-SETUP-1"),)


def side_count(t: Tournament, player: PlayerNo, before: int) -> SideCount:
    """Games as light and as dark so far: of the finals, or of the whole event (AMB-S9)."""
    swiss = bool(answer(rules(t).data, settings(t), "sides_from_swiss"))
    mine = [
        m
        for m in t.matches.values()
        if m.number < before
        and player in m.players
        and m.first is not None
        and (swiss or t.stages[t.rounds[m.round].stage].kind == "double")
    ]
    light = sum(1 for m in mine if m.first == player)
    return light, len(mine) - light


def _initiative(t: Tournament, x: InitiativeSet) -> None:
    t.matches[x.match] = replace(t.matches[x.match], first=x.player)


def _sides(t: Tournament, x: SidesChosen) -> None:
    t.matches[x.match] = replace(t.matches[x.match], first=x.light)


ROWS: Rows = (
    Action(SetInitiative, (*by.STAFF, *by.PLAYER), when.PLAYING, set_initiative, about_others=True),
    Action(ChooseSides, (*by.STAFF, *by.PLAYER), when.PLAYING, choose_sides, about_others=True),
    EventRow(InitiativeSet, _initiative),
    EventRow(SidesChosen, _sides),
)
