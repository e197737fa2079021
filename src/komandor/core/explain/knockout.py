"""Why two players meet in a knock-out game, and from which seed or game each of them came."""

from komandor.core.brackets import BracketGame, LoserOf, WinnerOf
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, why
from komandor.core.tournament.readings.knockout import bracket_now, matches, plan
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Match, Stage, Tournament


def why_game(t: Tournament, stage: Stage, match: Match, player: PlayerNo) -> Reason:
    """Why the player has this match of the bracket, or a bye."""
    game = bracket_now(t, stage).by_number[match.game or 0]
    because = [game.reason] if game.reason else []
    if stage.number == 1 and game.round == 1:  # a tournament that starts as a knock-out has no seeds
        because.append(why("explain.drawn_start", "COM-ELIM-4"))
    else:
        because += [_origin(stage, game, n) for n in match.players if n in stage.seeds]
    rule, opponent = _rule(t, stage, game), match.opponent(player)
    params = {"player": player, "game": game.number}
    if opponent is None:
        return Reason("explain.bracket_bye", rule, params, tuple(because))
    params |= {"opponent": opponent}
    if stage.number > 1 and {player, opponent} <= set(stage.seeds):  # else: replaced, and drawn again next
        seed, other = (stage.seeds.index(n) + 1 for n in (player, opponent))
        params |= {"seed": seed, "other_seed": other}
    if not stage.kind.two_brackets:
        params |= numbered(stage, game.number)
        return Reason("explain.knockout_game", rule, params, tuple(because))
    return Reason("explain.bracket", rule, params, tuple(because))


def numbered(stage: Stage, game: int) -> dict[str, int]:
    """The number by which people know a game: in its round, or on the poster of a double elimination."""
    if stage.kind.two_brackets:
        return {"game": game}
    made = plan(stage)  # "this pair is now the new game 1" (COM-ELIM-3)
    return {"game": made.known_as(game), "round": made.by_number[game].round}


def why_no_game(t: Tournament, stage: Stage, player: PlayerNo, round: int) -> Reason:
    """Why a seeded player has no match in a round: they lost before, or the bracket lets them wait."""
    round_of = {m.game: m.round for m in matches(t, stage)}
    lost = next((g.number for g in bracket_now(t, stage).games if player in g.out), None)
    if lost is not None and round_of.get(lost, round) < round:
        return why("explain.out_in_game", "COM-ELIM-1", player=player, place=None, **numbered(stage, lost))
    return why("explain.waits", _elimination_rule(t), player=player, round=round)


def _elimination_rule(t: Tournament) -> str:
    return rules(t).data.rules["elimination"]


def _rule(t: Tournament, stage: Stage, game: BracketGame) -> str:
    """Double elimination follows its poster; single: seeds in round 1, game numbers later."""
    if stage.kind.two_brackets:
        return _elimination_rule(t)
    if game.round > 1:
        return "COM-ELIM-3"
    return "COM-ELIM-4" if stage.number == 1 else "COM-ELIM-2"


def _origin(stage: Stage, game: BracketGame, player: PlayerNo) -> Reason:
    """The player's seed, or the game they won or lost before this one."""
    made = plan(stage)
    if game.number > len(made.matches):  # the extra game after a double loss (AMB-S22)
        return why("explain.loser_of", "SWL-ERR-4", player=player, game=game.number - len(made.matches))
    match = made.by_number[game.number]
    slot = match.a if player == game.a else match.b
    if isinstance(slot, WinnerOf) and not stage.kind.two_brackets:
        won = made.by_number[slot.game].in_round
        return why("explain.won_before", "COM-ELIM-3", player=player, game=won)
    if isinstance(slot, WinnerOf):
        return why("explain.winner_of", "COM-ELIM-3", player=player, game=slot.game)
    if isinstance(slot, LoserOf):
        return why("explain.loser_of", "SWL-DE-2", player=player, game=slot.game)
    return why("explain.seeded", "COM-ELIM-2", player=player, seed=slot.number)
