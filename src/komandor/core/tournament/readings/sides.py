"""Who plays light or has the initiative, or who chooses, and why (SWL-SETUP-1, SWL-SIDE, ARM-SETUP-5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from komandor.core.games.game import SideCount
from komandor.core.games.reports import GAMES, first_keys
from komandor.core.games.settings import answer
from komandor.core.ids import SIDES, PlayerNo
from komandor.core.reasons import Reason, why
from komandor.core.tournament.readings.knockout import matches, plan
from komandor.core.tournament.readings.regulations import match_slip, rules, settings
from komandor.core.tournament.state import Match, Result, Stage, Tournament
from komandor.core.tournament.values import Plain


@dataclass(frozen=True, slots=True)
class SidesDue:
    """What the rules say before the game: who plays light, or who chooses; neither if it is not known."""

    reason: Reason
    light: PlayerNo | None = None
    chooser: PlayerNo | None = None


def sides_due(t: Tournament, match: Match) -> SidesDue | None:
    """Who plays light or chooses, with the reason; None where the game knows no sides."""
    give = rules(t).sides
    if give is None or match.b is None:
        return None
    stage = t.stage_of(match)
    if not stage.kind.sides_by_seed:
        return _by_lot(t, match)
    if (final := _repeats(t, stage, match)) is not None:
        if final.first is None:
            return SidesDue(why("sides.not_recorded", "SWL-FINAL-2", match=final.number))
        return SidesDue(why("sides.swapped", "SWL-FINAL-2"), light=final.opponent(final.first))
    if not set(match.players) <= set(stage.seeds):  # one was replaced: the round is drawn again
        return None
    higher, lower = sorted(match.players, key=stage.seeds.index)
    first = match.round == t.rounds_of(stage.number)[0].number
    if not first and (unknown := _not_recorded(t, match)):
        return SidesDue(why("sides.not_recorded", "SWL-SIDE-2", match=unknown[0]))
    counts = [side_count(t, n, match.number) for n in (higher, lower)]
    given = give(counts[0], counts[1], first)
    if given.light is None:
        return SidesDue(given.reason, chooser=higher)
    return SidesDue(given.reason, light=(higher, lower)[given.light])


def _by_lot(t: Tournament, match: Match) -> SidesDue:
    """Swiss: the lot names who chooses; of two teams, who plays dark first (SWL-SETUP-1, SWL-2V2-6)."""
    if t.teams:
        return SidesDue(why("sides.lot_for_teams", "SWL-2V2-6"))
    if match.chooser is None:
        return SidesDue(why("sides.lot_decides", "SWL-SETUP-1"))
    return SidesDue(why("sides.lot_named", "SWL-SETUP-1", player=match.chooser), chooser=match.chooser)


def _repeats(t: Tournament, stage: Stage, match: Match) -> Match | None:
    """The final that this match repeats, if it is the reset game."""
    game = plan(stage).by_number.get(match.game or 0)
    if game is None or game.side != "reset":
        return None
    return next(m for m in matches(t, stage) if m.game == game.number - 1)


def side_count(t: Tournament, player: PlayerNo, before: int) -> SideCount:
    """Games played as light and as dark so far: of the finals, or of the whole event (AMB-S9)."""
    mine = [m for m in _games(t, player, before) if m.first is not None]
    light = sum(1 for m in mine if m.first == player)
    return light, len(mine) - light


def _games(t: Tournament, player: PlayerNo, before: int) -> list[Match]:
    """The games that count for the choice of sides; a forfeit is no game played (SWL-SIDE-2)."""
    swiss = bool(answer(rules(t).data, settings(t), "sides_from_swiss"))
    return [
        m
        for m in t.matches.values()
        if m.number < before
        and player in m.players
        and not (m.result and m.result.forfeit)
        and (swiss or t.stage_of(m).kind.sides_by_seed)
    ]


def _not_recorded(t: Tournament, match: Match) -> tuple[int, ...]:
    """Earlier games of the two players whose sides nobody recorded; a result set by hand may be no game."""
    games = {m.number: m for n in match.players for m in _games(t, n, match.number)}
    return tuple(
        number
        for number, m in sorted(games.items())
        if m.first is None and m.b is not None and m.result and not m.result.override
    )


def sides_to_record(t: Tournament, number: int) -> tuple[Reason, ...]:
    """The games of a round of finals whose sides nobody recorded, though later sides depend on them."""
    if rules(t).sides is None:
        return ()
    open_ = (m for m in t.in_round(number) if m.b is not None and m.first is None and m.result)
    counted = (m for m in open_ if t.stage_of(m).kind.sides_by_seed and m.result and not _no_game(m.result))
    return tuple(why("sides.to_record", "SWL-SIDE-2", match=m.number) for m in counted)


def _no_game(result: Result) -> bool:
    """A forfeit is no game played, and a result set by hand need not be one."""
    return bool(result.forfeit or result.override)


def light_on(t: Tournament, match: Match, report: Mapping[str, object]) -> PlayerNo | None:
    """Who played light by the slip; of two games with sides swapped, in the first (SWL-SETUP-2)."""
    if rules(t).sides is None or match.b is None:
        return None
    games = report.get(GAMES)
    first = games[0] if isinstance(games, (list, tuple)) and games else report
    if not isinstance(first, Mapping):
        return None
    named = (first.get(key) for key in first_keys(match_slip(t, match)))
    return next((match.players[SIDES.index(side)] for side in named if side in SIDES), None)


def side_unknown(t: Tournament, match: Match, report: Mapping[str, object]) -> bool:
    """Whether nothing says who plays light in a game of the finals that later ones count (SWL-SIDE-2)."""
    due = sides_due(t, match)
    if due is None or t.teams or not t.stage_of(match).kind.sides_by_seed:
        return False
    return match.first is None and due.light is None and light_on(t, match, report) is None


def sides_contradicted(t: Tournament, match: Match, report: Mapping[str, Plain]) -> Reason | None:
    """Why the slip cannot name this light player: the record or the rule says the other one."""
    light, due = light_on(t, match, report), sides_due(t, match)
    if light is None or due is None:
        return None
    known = match.first if match.first is not None else due.light
    if known in (None, light):
        return None
    field = first_keys(match_slip(t, match))[0]
    return why("sides.slip_differs", due.reason.rule, light=known, field=field)


def first_on(t: Tournament, match: Match, report: Mapping[str, Plain]) -> PlayerNo | None:
    """Who had the initiative by the slip; None where it says nothing of it, or the game has sides."""
    if rules(t).sides is not None or match.b is None:
        return None
    named = (report.get(key) for key in first_keys(match_slip(t, match)))
    return next((match.players[SIDES.index(side)] for side in named if side in SIDES), None)


def initiative_contradicted(t: Tournament, match: Match, report: Mapping[str, Plain]) -> Reason | None:
    """Why the slip cannot name this player: the record of the match says the other one (ARM-SETUP-5)."""
    said = first_on(t, match, report)
    if said is None or match.first in (None, said):
        return None
    one = next(field for field in match_slip(t, match).game if field.first)
    return why("initiative.slip_differs", one.rule, player=match.first, field=one.key)


def initiative_due(t: Tournament, match: Match) -> SidesDue | None:
    """Who decides on the initiative: by the lot, or by fleet totals if both are known (ARM-SETUP-5)."""
    decides, totals = rules(t).initiative, [_total(t, n) for n in match.players]
    if decides is not None and match.chooser is not None:
        return SidesDue(
            why("initiative.lot_named", "ARM-SETUP-5", player=match.chooser), chooser=match.chooser
        )
    if decides is None or len(totals) < 2 or totals[0] is None or totals[1] is None:
        return None
    side = decides((totals[0], totals[1]))
    if side == "random":
        return SidesDue(why("initiative.equal_totals", "ARM-SETUP-5", total=totals[0]))
    seat = SIDES.index(side)
    chooser, own, theirs = match.players[seat], totals[seat], totals[1 - seat]
    return SidesDue(
        why("initiative.lower_total", "ARM-SETUP-5", player=chooser, low=own, high=theirs), chooser=chooser
    )


def _total(t: Tournament, player: PlayerNo) -> int | None:
    """The total written on the player's list."""
    lists = t.players[player].lists
    total = lists[-1].content.get("total") if lists else None
    return total if type(total) is int else None
