"""What the rounds of a bracket are called: quarter-final, final, lower bracket 2, repeated final."""

from komandor.core.brackets import BracketPlan
from komandor.core.brackets.plan import BracketMatch
from komandor.core.tournament.stage_kind import RoundName, RoundPart

FROM_THE_END = ("final", "semi_final", "quarter_final")


def name_in(bracket: BracketPlan, game: int | None) -> RoundPart:
    """The name of the round that a game belongs to."""
    planned = bracket.by_number.get(game or 0)
    return _of_game(bracket, planned) if planned else RoundPart("lower")  # an extra game (AMB-S22)


def planned_names(bracket: BracketPlan) -> list[RoundName]:
    """The names of all rounds of a bracket, in order."""
    return [
        name_of_games(bracket, tuple(m.number for m in bracket.in_round(n)))
        for n in range(1, bracket.rounds + 1)
    ]


def name_of_games(bracket: BracketPlan, games: tuple[int, ...]) -> RoundName:
    """The name of a round that has these games."""
    planned = [m for m in (bracket.by_number.get(n) for n in games) if m is not None]
    extra = [RoundPart("lower")] if len(planned) < len(games) and not planned else []
    parts = dict.fromkeys([*(_of_game(bracket, m) for m in planned), *extra])
    return tuple(sorted(parts, key=lambda part: part.code != "upper"))


def _of_game(bracket: BracketPlan, game: BracketMatch) -> RoundPart:
    if bracket.losses > 1:
        if game.side in ("final", "reset"):
            return RoundPart(game.side)
        own = sorted({m.round for m in bracket.matches if m.side == game.side})
        return RoundPart(game.side, own.index(game.round) + 1)
    left = bracket.rounds - game.round
    if left < len(FROM_THE_END):
        return RoundPart(FROM_THE_END[left])
    return RoundPart("round_of", 2 ** (left + 1))
