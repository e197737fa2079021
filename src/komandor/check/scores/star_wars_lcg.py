"""Star Wars LCG from the slip (docs/rules/star-wars-lcg.md, sections 9, 11 and 12)."""

from collections.abc import Mapping

from komandor.check.documents import SWL
from komandor.check.scores import slip as s
from komandor.check.scores.slip import Case, Side, Slip, Unclear, Verdict

Points = tuple[int, int]


def score(slip: Slip, case: Case) -> Verdict:
    if case.kind == "swiss":
        return _swiss(slip, case)
    return _team_final(slip, case) if case.teams else _single(slip, case)


def _draw(case: Case) -> int:
    """Points for a drawn game: 1, or 2 for teams unless the event sets 1 (SWL-ROUND-5, SWL-2V2-10)."""
    return int(case.settings["swl.2v2_draw_points"]) if case.teams else case.numbers(SWL).points["draw"]


def _winner(game: Slip) -> str:
    if game.get("end") == "concession":
        return s.agree(game, s.other(s.side(game, "conceded_by")))
    if game.get("end") != "win":
        raise Unclear("end")
    return s.side(game, "winner")


def _game(game: Slip, draw: int, points: Mapping[str, int]) -> Points:
    end = game.get("end")
    if end == "double_loss":  # SWL-ERR-4
        return points["loss"], points["loss"]
    if end == "time":
        return draw, draw
    won, lost = points["win"], points["loss"]
    return (won, lost) if _winner(game) == "a" else (lost, won)


def _swiss(slip: Slip, case: Case) -> Verdict:
    played, draw, points = s.games(slip), _draw(case), case.numbers(SWL).points
    if not 1 <= len(played) <= 2 or played[0].get("end") == "unplayed":
        raise Unclear("games")
    if len(played) == 2 and played[0].get("light") and played[0].get("light") == played[1].get("light"):
        raise Unclear("games[1].light")  # SWL-SETUP-2
    first = _game(played[0], draw, points)
    if played[0].get("end") == "time":  # SWL-SCORE-3: game 2 was not played
        if len(played) == 2 and played[1].get("end") != "unplayed":
            raise Unclear("games[1].end")
        each = draw if case.settings["swl.unplayed_second_game_points"] == 1 else 0
        return _total([first, (each, each)])
    if len(played) == 1:
        raise Unclear("games[1]")
    if played[1].get("end") == "concession" and not case.settings["swl.allow_concede_game2"]:
        raise Unclear("games[1].end")  # SWL-CONC-3
    second = (draw, draw) if played[1].get("end") == "unplayed" else _game(played[1], draw, points)
    return _total([first, second])


def _total(parts: list[Points]) -> Verdict:
    """The match is the sum of its games; more points win (SWL-SCORE-1, AMB-S5)."""
    a, b = sum(p[0] for p in parts), sum(p[1] for p in parts)
    if a == b:
        outcome = "draw" if a else "double_loss"
        return Verdict(None, Side(outcome, a), Side(outcome, b))
    winner = "a" if a > b else "b"
    return s.verdict(winner, Side("win", max(a, b)), Side("loss", min(a, b)))


def _single(slip: Slip, case: Case) -> Verdict:
    """One game of the finals; at time the tie score decides (SWL-FTIME)."""
    end, book = slip.get("end"), case.numbers(SWL)
    if end == "double_loss":
        return s.both_lose(book)
    winner = s.agree(slip, _tie_score(slip)) if end == "time" else _winner(slip)
    won, lost = book.points["win"], book.points["loss"]
    return s.verdict(winner, Side("win", won), Side("conceded" if end == "concession" else "loss", lost))


def _tie_score(slip: Slip) -> str:
    """The tie score in hundredths: 400 an objective, 10 a damage, 25 the balance; the dial in fours."""
    if slip.get("balance") not in ("light", "dark"):
        raise Unclear("balance")
    numbers = [slip.get(key) for key in ("objectives", "damage_on_dark", "dial", "damage_on_light")]
    if not all(isinstance(n, int) for n in numbers):
        raise Unclear("dial")
    objectives, on_dark, dial, on_light = (int(n or 0) for n in numbers)
    light = 400 * objectives + 10 * on_dark + (25 if slip["balance"] == "light" else 0)
    dark = 400 * (dial // 4) + 10 * on_light + (25 if slip["balance"] == "dark" else 0)
    player = s.side(slip, "light")
    return player if light > dark else s.other(player)


def _team_final(slip: Slip, case: Case) -> Verdict:
    """Two games, at 3–3 one more (SWL-2V2-5, AMB-S13)."""
    parts = [_game(game, 0, case.numbers(SWL).points) for game in s.games(slip)]
    level = sum(p[0] for p in parts[:2]) == sum(p[1] for p in parts[:2])
    if len(parts) != (3 if level else 2):
        raise Unclear("games")
    return _total(parts)
