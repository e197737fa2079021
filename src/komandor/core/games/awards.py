"""What a round without a game is worth: byes, forfeits, missed rounds (COM-BYE-1, AMB-G6, COM-DROP-4)."""

from dataclasses import replace

from komandor.core.games.game import GameData, Rules, Settings
from komandor.core.ids import Side, other
from komandor.core.outcomes import MatchScore, Outcome, SideScore
from komandor.core.reasons import Reason, why


def bye(rules: Rules, settings: Settings | None = None, awarded: bool = False) -> SideScore:
    """A bye counts as a win, with the game's own value (COM-BYE-1)."""
    return _valued(rules.data, "bye", Outcome.AWARDED_BYE if awarded else Outcome.BYE, settings)


def bye_reason(rules: Rules, settings: Settings | None = None) -> Reason:
    worth = bye(rules, settings)
    return why("score.bye", rules.data.rules["bye"], points=worth.points, mov=worth.mov)


def missed(rules: Rules, settings: Settings | None = None) -> SideScore:
    """A loss for a round before a late entry or a return (COM-DROP-4, AMB-G5)."""
    return _valued(rules.data, "missed", Outcome.MISSED, settings)


def forfeit(rules: Rules, winner: Side | None, settings: Settings | None = None) -> MatchScore:
    """The opponent did not come or was removed: the value of a bye (COM-DROP-2, AMB-G6)."""
    won = _valued(rules.data, "bye", Outcome.FORFEIT_WIN, settings)
    lost = SideScore(Outcome.FORFEIT_LOSS, 0)
    if winner is None:
        return MatchScore(None, (lost, lost), (why("score.nobody_came", "COM-DROP-2"),))
    told = why(
        "score.forfeit", "COM-DROP-2", winner=winner, loser=other(winner), points=won.points, mov=won.mov
    )
    return MatchScore(winner, (won, lost) if winner == "a" else (lost, won), (told,))


def _valued(data: GameData, award: str, outcome: Outcome, settings: Settings | None) -> SideScore:
    worth = replace(data.bye if award == "bye" else data.missed, outcome=outcome)
    key = data.award_settings.get(award)
    points = (settings or {}).get(key) if key else None
    return replace(worth, points=points) if isinstance(points, int) else worth
