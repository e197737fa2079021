"""What a round without a game is worth: byes, forfeits, missed rounds (COM-BYE-1, AMB-G6, COM-DROP-4)."""

from dataclasses import replace

from komandor.core.games.game import Rules, Settings
from komandor.core.games.settings import answer
from komandor.core.ids import Side, other
from komandor.core.outcomes import MatchScore, Outcome, SideScore
from komandor.core.reasons import why


def bye(rules: Rules, settings: Settings | None = None, awarded: bool = False) -> SideScore:
    """What a bye is worth: it counts as a win, with the game's own points (COM-BYE-1)."""
    return _bye(rules, settings, Outcome.AWARDED_BYE if awarded else Outcome.BYE)


def missed(rules: Rules, settings: Settings | None = None) -> SideScore:
    """What a round missed before a late entry or a return is worth (COM-DROP-4, AMB-G5)."""
    points = answer(rules.data, settings, "missed")
    return replace(rules.data.missed, points=points) if isinstance(points, int) else rules.data.missed


def forfeit(rules: Rules, winner: Side | None, settings: Settings | None = None) -> MatchScore:
    """The score when a player did not come or was removed: the other gets a bye (COM-DROP-2, AMB-G6)."""
    won = _bye(rules, settings, Outcome.FORFEIT_WIN)
    lost = SideScore(Outcome.FORFEIT_LOSS, 0)
    if winner is None:
        return MatchScore(None, (lost, lost), (why("score.nobody_came", "COM-DROP-2"),))
    reason = why(
        "score.forfeit", "COM-DROP-2", winner=winner, loser=other(winner), points=won.points, mov=won.mov
    )
    return MatchScore(winner, (won, lost) if winner == "a" else (lost, won), (reason,))


def _bye(rules: Rules, settings: Settings | None, outcome: Outcome) -> SideScore:
    points = answer(rules.data, settings, "bye")
    worth = replace(rules.data.bye, outcome=outcome)
    return replace(worth, points=points) if isinstance(points, int) else worth
