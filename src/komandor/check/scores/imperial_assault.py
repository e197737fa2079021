"""Imperial Assault from the slip (docs/rules/imperial-assault.md, section 11; AMB-I1)."""

from komandor.check.documents import IA
from komandor.check.scores import series
from komandor.check.scores import slip as s
from komandor.check.scores.slip import Case, Slip, Unclear, Verdict


def score(slip: Slip, case: Case) -> Verdict:
    book = case.numbers(IA)
    of_three = book.swiss_best_of == 3 if case.kind == "swiss" else case.settings["ia.knockout_best_of"] != 1
    if of_three:
        decided = series.match(slip, lambda _number, game, _before: _game(game, case), book)
        return decided or series.won_by(_level(slip, case), book)
    if slip.get("end") == "double_loss":
        return s.both_lose(book)
    return series.won_by(_game(slip, case), book, slip.get("end") == "concession")


def _game(slip: Slip, case: Case) -> str:
    end = slip.get("end")
    if end == "concession":  # IA-END-4
        return s.agree(slip, s.other(s.side(slip, "conceded_by")))
    if end == "win":
        return s.side(slip, "winner")
    if end not in ("points", "elimination", "time"):
        raise Unclear("end")
    if slip.get("figures_left") is not None:
        left = s.pair(slip, "figures_left")
        if end == "elimination" and all(left):
            raise Unclear("figures_left")
        survivor = s.alive((bool(left[0]), bool(left[1])))
        if survivor:  # IA-END-2, AMB-I11
            return s.agree(slip, survivor)
    elif end == "elimination":
        raise Unclear("figures_left")
    total = _victory_points(slip)
    if end == "points" and max(total) < case.numbers(IA).limits["victory_points"]:  # IA-END-1
        raise Unclear("vp")
    return s.agree(slip, s.higher(total) or _ladder(slip, case))


def _victory_points(slip: Slip) -> tuple[int, int]:
    if slip.get("vp") is not None:
        total = s.pair(slip, "vp")
        if slip.get("vp_figures") is not None and slip.get("vp_other") is not None:
            one, two = s.pair(slip, "vp_figures"), s.pair(slip, "vp_other")
            if (one[0] + two[0], one[1] + two[1]) != total:
                raise Unclear("vp")
        return total
    figures, rest = s.pair(slip, "vp_figures"), s.pair(slip, "vp_other")
    return figures[0] + rest[0], figures[1] + rest[1]


def _ladder(slip: Slip, case: Case) -> str:
    """A tie: points from figures, then damage and health, then the blue die (IA-END-5)."""
    winner = s.higher(s.pair(slip, "vp_figures"))
    if winner:
        return winner
    key = "health_in_play" if case.settings["ia.tie_health"] == "all" else "health_defeated"
    damage, health = s.pair(slip, "damage"), s.pair(slip, key)
    return s.lower((damage[0] + health[0], damage[1] + health[1])) or _dice(slip)


def _dice(slip: Slip) -> str:
    rolls = slip.get("blue_dice")
    for roll in rolls if isinstance(rolls, (list, tuple)) else ():
        winner = s.higher((roll[0], roll[1]))
        if winner:
            return winner
    raise Unclear("blue_dice")


def _level(slip: Slip, case: Case) -> str:
    """1–1 at time without a third game: points of both games, those from figures, then the die (AMB-I1)."""
    played = s.games(slip)
    if not played or case.settings["ia.bo3_level_at_time"] != "vp_total":
        raise Unclear("games")
    totals = [_victory_points(game) for game in played]
    winner = s.higher((sum(t[0] for t in totals), sum(t[1] for t in totals)))
    if winner:
        return winner
    figures = [s.pair(game, "vp_figures") for game in played]
    return s.higher((sum(f[0] for f in figures), sum(f[1] for f in figures))) or _dice(slip)
