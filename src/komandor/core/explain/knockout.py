"""Why these two meet in a knock-out: the bracket's game, and where each of them came from."""

from komandor.core.brackets import BracketGame, LoserOf, WinnerOf
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, why
from komandor.core.tournament.facts import rules
from komandor.core.tournament.knockout import bracket_now, matches, plan
from komandor.core.tournament.state import Match, Stage, Tournament

KNOCKOUT = ("single", "double")


def why_game(t: Tournament, stage: Stage, match: Match, player: PlayerNo) -> Reason:
    """The reason for one match of a bracket, or for going on without one."""
    game = bracket_now(t, stage).by_number[match.game or 0]
    because = [game.reason] if game.reason else []
    because += [_origin(stage, game, n) for n in match.players]
    if stage.number == 1:  # nobody qualified for it: its places were drawn
        because.append(why("explain.drawn_start", "COM-ELIM-4"))
    rule, opponent = _rule(t, stage, game), match.opponent(player)
    params = {"player": player, "game": game.number}
    if opponent is None:
        return Reason("explain.bracket_bye", rule, params, tuple(because))
    seed, other = (stage.seeds.index(n) + 1 for n in (player, opponent))
    params |= {"opponent": opponent, "seed": seed, "other_seed": other}
    return Reason("explain.bracket", rule, params, tuple(because))


def why_no_game(t: Tournament, stage: Stage, player: PlayerNo, round: int) -> Reason:
    """Somebody with a seed sits out: he has lost before, or the bracket lets him wait."""
    seats = {m.game: m.round for m in matches(t, stage)}
    lost = next((g.number for g in bracket_now(t, stage).games if player in g.out), None)
    if lost is not None and seats.get(lost, round) < round:
        return why("explain.out_in_game", "COM-ELIM-1", player=player, game=lost, place=None)
    return why("explain.waits", _poster(t), player=player, round=round)


def _poster(t: Tournament) -> str:
    return rules(t).data.rules["elimination"]


def _rule(t: Tournament, stage: Stage, game: BracketGame) -> str:
    """The poster where there is one; else by seed in the first round, by game number later."""
    if stage.kind == "double":
        return _poster(t)
    return "COM-ELIM-2" if game.round == 1 else "COM-ELIM-3"


def _origin(stage: Stage, game: BracketGame, player: PlayerNo) -> Reason:
    """Where the player came from: his seed, or the game he won or lost before this one."""
    made = plan(stage)
    if game.number > len(made.matches):  # the extra game after a double loss (AMB-S22)
        return why("explain.loser_of", "SWL-ERR-4", player=player, game=game.number - len(made.matches))
    match = made.by_number[game.number]
    slot = match.a if player == game.a else match.b
    if isinstance(slot, WinnerOf):
        return why("explain.winner_of", "COM-ELIM-3", player=player, game=slot.game)
    if isinstance(slot, LoserOf):
        return why("explain.loser_of", "SWL-DE-2", player=player, game=slot.game)
    return why("explain.seeded", "COM-ELIM-2", player=player, seed=slot.number)
