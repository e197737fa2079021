"""Conquest from the slip (docs/rules/conquest.md, section 8)."""

from komandor.check.documents import CONQUEST
from komandor.check.scores import slip as s
from komandor.check.scores.slip import Case, Side, Slip, Unclear, Verdict

PLANETS, KINDS = 7, 3  # planets in a game; kinds of symbols (AMB-C7)


def score(slip: Slip, case: Case) -> Verdict:
    end, book = slip.get("end"), case.numbers(CONQUEST)
    full, modified, lost = (book.points[key] for key in ("win", "modified_win", "loss"))
    if end == "double_loss":
        return s.both_lose(book)
    if end == "concession":  # CON-END-7
        winner = s.agree(slip, s.other(s.side(slip, "conceded_by")))
        return s.verdict(winner, Side("win", full), Side("conceded", lost))
    if end in ("time", "modified_win"):  # CON-END-6
        if case.kind == "final" and case.settings["conquest.final_minutes"] == "none":
            raise Unclear("end")  # AMB-C3
        winner = s.side(slip, "winner") if end == "modified_win" else s.agree(slip, _at_time(slip, case))
        return s.verdict(winner, Side("modified_win", modified), Side("loss", lost))
    return s.verdict(_full(slip, str(end)), Side("win", full), Side("loss", lost))


def _full(slip: Slip, end: str) -> str:
    if end in ("conquest", "warlord", "deck", "win"):  # CON-END-1 to CON-END-3
        return s.side(slip, "winner")
    if end == "simultaneous":  # CON-END-4
        return s.agree(slip, s.side(slip, "choice"))
    if end == "no_planets":  # CON-END-5
        return s.agree(slip, _last_adder(slip) or s.side(slip, "choice"))
    raise Unclear("end")


def _last_adder(slip: Slip) -> str | None:
    named = slip.get("last_planet")
    if named not in ("a", "b", "nobody"):
        raise Unclear("last_planet")
    return None if named == "nobody" else str(named)


def _at_time(slip: Slip, case: Case) -> str:
    """CON-TIME-1 to CON-TIME-5."""
    planets = s.pair(slip, "planets")
    _check_possible(slip, case, planets)
    winner = s.higher(planets) or s.higher(s.pair(slip, "symbols"))
    if winner:
        return winner
    if case.kind != "swiss" and case.settings["conquest.knockout_tie"] == "extra_rounds":  # AMB-C5
        raise Unclear("end")
    adder = _last_adder(slip)
    if adder:
        return adder
    if any(planets):
        raise Unclear("last_planet")
    return s.lower(s.pair(slip, "units_in_discard")) or s.side(slip, "choice")


def _check_possible(slip: Slip, case: Case, planets: tuple[int, int]) -> None:
    """Seven planets, symbols only on planets that somebody has, a last planet of who has one (CON-TIME)."""
    if sum(planets) > PLANETS:
        raise Unclear("planets")
    total = case.settings["conquest.symbols"] == "total"
    symbols = s.pair(slip, "symbols") if "symbols" in slip else (None, None)
    for own, found in zip(planets, symbols, strict=True):
        least, most = (own, KINDS * own) if total else (min(own, 1), KINDS * min(own, 1))
        if found is not None and not least <= found <= most:
            raise Unclear("symbols")
    if slip.get("last_planet") in ("a", "b") and not planets["ab".index(slip["last_planet"])]:
        raise Unclear("last_planet")
