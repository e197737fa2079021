"""Destiny from the slip (docs/rules/destiny.md, sections 10 and 11)."""

from komandor.check.scores.series import timed, wins
from komandor.check.scores.slip import (
    Case,
    Side,
    Slip,
    Unclear,
    Verdict,
    agree,
    alive,
    higher,
    lower,
    nothing_for_both,
    other,
    pair,
    side,
    verdict,
)


def best_of_three(case: Case) -> bool:
    """Whether matches are best of three: advanced knock-outs, or as announced (DES-ELIM-2)."""
    if case.kind == "swiss" or case.structure == "basic":
        return False
    return case.structure == "advanced" or case.settings["destiny.knockout_best_of"] != 1


def score(slip: Slip, case: Case) -> Verdict:
    if best_of_three(case):
        return _match(slip)
    if slip.get("end") == "double_loss":
        return nothing_for_both()
    return _won(_game(slip), slip.get("end") == "concession")


def _won(winner: str, conceded: bool = False) -> Verdict:
    return verdict(winner, Side("win", 1), Side("conceded" if conceded else "loss", 0))  # DES-SCORE-1


def _game(slip: Slip) -> str:
    end = slip.get("end")
    if end == "win":
        return side(slip, "winner")
    if end == "concession":  # DES-END-4
        return agree(slip, other(side(slip, "conceded_by")))
    if end == "time":  # DES-END-5
        return agree(slip, _ladder(slip))
    key = {"defeat": "defeated", "empty": "empty"}.get(str(end))
    if key is None:
        raise Unclear("end")
    fallen = pair(slip, key)
    if not any(fallen):
        raise Unclear(key)
    return agree(slip, alive((not fallen[0], not fallen[1])) or side(slip, "battlefield"))


def _ladder(slip: Slip) -> str:
    winner = lower(pair(slip, "damage"))
    return winner or higher(pair(slip, "cards_left")) or side(slip, "battlefield")


def _of_three(number: int, game: Slip, before: tuple[int, int]) -> str | None:
    """A second game that is unfinished at time has no winner (DES-BO3-3)."""
    leader = higher(before)
    if number == 2 and leader and game.get("end") == "time":
        if game.get("winner") not in (None, leader):
            raise Unclear("winner")
        return None
    return _game(game)


def _match(slip: Slip) -> Verdict:
    won = wins(slip, _of_three)
    if max(won) >= 2:
        return _won(higher(won) or "a")
    if slip.get("conceded_by"):
        return _won(other(side(slip, "conceded_by")), conceded=True)
    leader = higher(won)
    if leader is None or not timed(slip):  # 1–1 at time: game 3 is due (DES-BO3-4)
        raise Unclear("games")
    return _won(leader)
