"""Destiny from the slip (docs/rules/destiny.md, sections 10 and 11)."""

from komandor.check.documents import DESTINY
from komandor.check.scores import series
from komandor.check.scores import slip as s
from komandor.check.scores.slip import Case, Slip, Unclear, Verdict


def best_of_three(case: Case) -> bool:
    """Whether matches are best of three: advanced knock-outs, or as announced (DES-ELIM-2)."""
    if case.kind == "swiss":
        return case.numbers(DESTINY).swiss_best_of == 3
    if case.structure == "basic":
        return False
    return case.structure == "advanced" or case.settings["destiny.knockout_best_of"] != 1


def score(slip: Slip, case: Case) -> Verdict:
    book = case.numbers(DESTINY)
    if best_of_three(case):
        decided = series.match(slip, _of_three, book)
        if decided is None:
            raise Unclear("games")  # 1–1 at time: game 3 is due (DES-BO3-4)
        return decided
    if slip.get("end") == "double_loss":
        return s.both_lose(book)
    return series.won_by(_game(slip), book, slip.get("end") == "concession")


def _game(slip: Slip) -> str:
    end = slip.get("end")
    if end == "win":
        return s.side(slip, "winner")
    if end == "concession":  # DES-END-4
        return s.agree(slip, s.other(s.side(slip, "conceded_by")))
    if end == "time":  # DES-END-5
        return s.agree(slip, _ladder(slip))
    key = {"defeat": "defeated", "empty": "empty"}.get(str(end))
    if key is None:
        raise Unclear("end")
    fallen = s.pair(slip, key)
    if not any(fallen):
        raise Unclear(key)
    return s.agree(slip, s.alive((not fallen[0], not fallen[1])) or s.side(slip, "battlefield"))


def _ladder(slip: Slip) -> str:
    winner = s.lower(s.pair(slip, "damage"))
    return winner or s.higher(s.pair(slip, "cards_left")) or s.side(slip, "battlefield")


def _of_three(number: int, game: Slip, before: tuple[int, int]) -> str | None:
    """A second game that is unfinished at time has no winner (DES-BO3-3)."""
    leader = s.higher(before)
    if number == 2 and leader and game.get("end") == "time":
        if game.get("winner") not in (None, leader):
            raise Unclear("winner")
        return None
    return _game(game)
