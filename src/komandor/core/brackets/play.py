"""The state of a bracket: its plan, its seeds and the results so far.

A slot holds a player, is empty (`None`: a bye for the opponent), or is not decided yet.
Players with a bye advance by themselves, but not before their slot's opponent is known to be
empty.  Nothing is stored: after a changed result `run` computes all again, and refuses results
that no longer fit their game (`plan.descendants` tells which to clear).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Literal

from komandor.core.brackets.plan import (
    BracketMatch,
    BracketPlan,
    BracketSide,
    Seed,
    Slot,
    WinnerOf,
    descendants,
)
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal, why


class Yet(Enum):
    UNDECIDED = "undecided"


UNDECIDED: Final = Yet.UNDECIDED
DOUBLE_LOSS: Final = "double_loss"
Occupant = PlayerNo | None | Literal[Yet.UNDECIDED]
Result = PlayerNo | Literal["double_loss"] | None
"""The winner, or a double loss.  None means a drawn game and is refused (COM-ELIM-7)."""

Status = Literal["waiting", "playable", "played", "bye", "empty", "double_loss", "not_needed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketGame:
    """One game in its present state.  `out` are the players eliminated by it."""

    number: int
    round: int
    in_round: int
    side: BracketSide
    a: Occupant
    b: Occupant
    status: Status = "waiting"
    winner: Occupant = UNDECIDED
    loser: Occupant = UNDECIDED
    out: tuple[PlayerNo, ...] = ()
    reason: Reason | None = None

    @property
    def decided(self) -> bool:
        return self.status not in ("waiting", "playable")

    @property
    def players(self) -> tuple[PlayerNo, ...]:
        return tuple(x for x in (self.a, self.b) if isinstance(x, int))


@dataclass(frozen=True)
class BracketState:
    plan: BracketPlan
    seeds: tuple[PlayerNo | None, ...]
    games: tuple[BracketGame, ...]

    @property
    def by_number(self) -> Mapping[int, BracketGame]:
        return {game.number: game for game in self.games}

    @property
    def complete(self) -> bool:
        return all(game.decided for game in self.games)

    @property
    def champion(self) -> PlayerNo | None:
        """The winner of the last game wins the tournament (COM-ELIM-1, SWL-FINAL-2)."""
        last = next((game for game in reversed(self.games) if game.status != "not_needed"), None)
        return last.winner if self.complete and last and isinstance(last.winner, int) else None


def run(
    plan: BracketPlan,
    seeds: Sequence[PlayerNo | None],
    results: Mapping[int, Result],
    withdrawn: Collection[PlayerNo] = frozenset(),
) -> BracketState | Refusal:
    """The state after these results, or a refusal that names every result that does not fit.

    `withdrawn` are the players who left, in that order.  Their results stay; in the next game without
    a result their opponent gets a bye, and they are not placed any further (COM-ELIM-6, AMB-S15).
    """
    wrong = _wrong_seeds(plan, seeds)
    if wrong:
        return Refusal(tuple(wrong))
    full = (*seeds, *[None] * (plan.size - len(seeds)))
    filling = _Filling(plan, full, results, tuple(withdrawn))
    for match in plan.matches:
        filling.add(match)
    wrong = filling.wrong + _unknown_games(filling, results)
    if wrong:
        return Refusal(tuple(wrong))
    return BracketState(plan, full, tuple(filling.games.values()))


@dataclass
class _Filling:
    """A bracket while it is being filled, game by game."""

    plan: BracketPlan
    seeds: Sequence[PlayerNo | None]
    results: Mapping[int, Result]
    withdrawn: tuple[PlayerNo, ...]
    games: dict[int, BracketGame] = field(default_factory=dict)
    wrong: list[Reason] = field(default_factory=list)

    def add(self, match: BracketMatch) -> None:
        a, b = self.occupant(match.a), self.occupant(match.b)
        game = BracketGame(
            number=match.number, round=match.round, in_round=match.in_round, side=match.side, a=a, b=b
        )
        if match.side == "reset":
            self.add_reset(game)
            return
        game = self.play(game)
        self.games[game.number] = game
        if game.status == "double_loss" and game.side == "upper":
            number = self.plan.extra(game.number)
            self.games[number] = self.play(
                BracketGame(number=number, round=game.round, in_round=game.in_round, side="lower", a=a, b=b)
            )

    def add_reset(self, game: BracketGame) -> None:
        """Repeat the final if the player without a loss lost it (SWL-FINAL-2)."""
        final = self.games[game.number - 1]
        if final.status == "played" and final.winner == final.b:
            reason = why("bracket.reset", "SWL-FINAL-2", undefeated=_id(final.a))
            self.games[game.number] = replace(self.play(game), reason=reason)
            return
        if game.number in self.results:
            self.refuse("bracket.no_reset", "SWL-FINAL-2", game)
        if final.decided:
            reason = why("bracket.reset_not_needed", "SWL-FINAL-2")
            game = replace(game, a=None, b=None, status="not_needed", winner=None, loser=None, reason=reason)
        self.games[game.number] = game

    def occupant(self, slot: Slot) -> Occupant:
        if isinstance(slot, Seed):
            return self.seeds[slot.number - 1]
        game = self.games[slot.game]
        if isinstance(slot, WinnerOf):
            return game.winner
        extra = self.games.get(self.plan.extra(slot.game))
        return extra.winner if extra else game.loser

    def play(self, game: BracketGame) -> BracketGame:
        if game.number in self.results:
            return self.play_result(game, self.results[game.number])
        if UNDECIDED in (game.a, game.b):
            return game
        if not game.players:
            return replace(game, status="empty", winner=None, loser=None)
        gone = tuple(player for player in game.players if player in self.withdrawn)
        if len(game.players) == 2 and not gone:
            return replace(game, status="playable")
        return self.play_bye(game, self.who_stays(game, gone))

    def who_stays(self, game: BracketGame, gone: tuple[PlayerNo, ...]) -> PlayerNo:
        """Who advances from a game that is not played.

        A single player advances even if they left: then their next opponent gets the bye.  If both left,
        the one who left later had advanced by then: the one with later wins, else the last to leave.
        """
        staying = [player for player in game.players if player not in gone]
        if staying or len(game.players) == 1:
            return (staying or game.players)[0]
        later = descendants(self.plan, game.number)
        since = {self.results[number] for number in later if number in self.results}
        return max(gone, key=lambda player: (player in since, self.withdrawn.index(player)))

    def play_bye(self, game: BracketGame, winner: PlayerNo) -> BracketGame:
        out = tuple(player for player in game.players if player != winner)
        code, rule = ("bracket.opponent_left", "COM-ELIM-6") if out else ("bracket.bye", "COM-ELIM-2")
        reason = why(code, rule, player=winner, game=game.number)
        return replace(game, status="bye", winner=winner, loser=None, out=out, reason=reason)

    def play_result(self, game: BracketGame, result: Result) -> BracketGame:
        if UNDECIDED in (game.a, game.b):
            return self.refuse("bracket.not_ready", "COM-ELIM-3", game)
        if result is None:
            return self.refuse("bracket.draw", "COM-ELIM-7", game)
        if result == DOUBLE_LOSS and len(game.players) == 2:
            return self.play_double_loss(game)
        if not isinstance(result, int) or result not in game.players:
            return self.refuse("bracket.winner_not_in_game", "COM-ELIM-1", game)
        if len(game.players) == 1:  # a result of a bye is accepted if it names that player
            return self.play_bye(game, result)
        loser = game.b if result == game.a else game.a
        return replace(game, status="played", winner=result, loser=loser, out=self.knocked_out(game, loser))

    def knocked_out(self, game: BracketGame, loser: Occupant) -> tuple[PlayerNo, ...]:
        """Who is eliminated: after one loss in single elimination, two in double (COM-ELIM-1, SWL-DE-2)."""
        stays = self.plan.losses > 1 and (game.side == "upper" or (game.side == "final" and loser == game.a))
        return () if stays or not isinstance(loser, int) else (loser,)

    def play_double_loss(self, game: BracketGame) -> BracketGame:
        """Both lose (AMB-S22). If nobody would be left to advance, the organiser must name a winner."""
        if self.plan.losses == 1:
            return self.refuse("bracket.double_loss_in_single", "COM-ELIM-7", game)
        if game.side == "reset" or game.number == self.upper_final:
            return self.refuse("bracket.organiser_decides", "SWL-ERR-4", game)
        game = replace(game, status="double_loss", winner=None, loser=None)
        game = replace(game, reason=why(f"bracket.double_loss_{game.side}", "SWL-ERR-4", game=game.number))
        if game.side == "lower":
            return replace(game, out=game.players)
        if game.side == "final":
            return replace(game, winner=game.a, loser=game.b, out=game.players[1:])
        return game

    @property
    def upper_final(self) -> int:
        return max(match.number for match in self.plan.matches if match.side == "upper")

    def refuse(self, code: str, rule: str, game: BracketGame) -> BracketGame:
        a, b, result = _id(game.a), _id(game.b), self.results[game.number]
        self.wrong.append(why(code, rule, game=game.number, a=a, b=b, result=result))
        return game


def _id(occupant: Occupant) -> PlayerNo | None:
    return occupant if isinstance(occupant, int) else None


def _wrong_seeds(plan: BracketPlan, seeds: Sequence[PlayerNo | None]) -> list[Reason]:
    """Too many seeds, or a player with two of them."""
    wrong = []
    players = [seed for seed in seeds if seed is not None]
    if len(seeds) > plan.size:
        wrong.append(why("bracket.too_many_players", "COM-CUT-2", players=len(seeds), size=plan.size))
    twice = sorted({player for player in players if players.count(player) > 1})
    wrong += [why("bracket.seeded_twice", "COM-CUT-2", player=player) for player in twice]
    return wrong


def _unknown_games(filling: _Filling, results: Iterable[int]) -> list[Reason]:
    return [why("bracket.unknown_game", None, game=game) for game in results if game not in filling.games]
