"""What the scorers of all games share: points for a winner, double losses, and winners named on the slip.

Only rules of all documents live here; whatever one document says for itself is
in that game's folder.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from komandor.core.brackets import bracket_form
from komandor.core.games.game import Field, Form, GameData, MatchPoints, Report, Situation
from komandor.core.games.reports import GAMES, Answers, Slip, read
from komandor.core.games.settings import Chosen, chosen
from komandor.core.ids import SIDES, RuleId, Side, other
from komandor.core.outcomes import GameScore, MatchScore, Outcome, SideScore
from komandor.core.reasons import Reason, Refusal, refuse, why


def setting(data: GameData, situation: Situation, key: str) -> Chosen:
    """The event's choice, or the game's default."""
    return chosen(data, situation.settings, key)


def in_force(data: GameData, situation: Situation) -> GameData:
    """The numbers of the edition that the event is played by, else the document's."""
    return situation.data or data


def open_slip(
    data: GameData, situation: Situation, form: Callable[[Situation], Form], report: Report
) -> Slip | Refusal:
    """The slip as read; an end that the match cannot have is refused by its rule, not as a wrong choice."""
    for end in _ends(report):
        if end == "double_loss" and not may_lose_both(data, situation):
            return refuse("score.double_loss_in_knockout", "COM-ELIM-7", field="end")
        if end == "draw":
            rule = "COM-ELIM-7" if situation.eliminates else data.rules["score"]
            return refuse("score.no_draw", rule, field="end")
    return read(situation.slip or form(situation), report)


def _ends(report: Report) -> Iterator[object]:
    if isinstance(report, Mapping):
        games = report.get(GAMES)
        listed = games if isinstance(games, (list, tuple)) else ()
        yield from (table.get("end") for table in (report, *listed) if isinstance(table, Mapping))
        yield "double_loss" if report.get("double_loss") else None


def may_lose_both(data: GameData, situation: Situation) -> bool:
    """Whether the match may end without a winner: in single elimination it may not (COM-ELIM-7, AMB-G25)."""
    return not situation.eliminates or bracket_form(data.elimination).both_may_lose


def by_side(winner: Side, win: SideScore, loss: SideScore) -> tuple[SideScore, SideScore]:
    return (win, loss) if winner == "a" else (loss, win)


def settle(
    data: GameData,
    winner: Side,
    reasons: tuple[Reason, ...],
    games: tuple[GameScore, ...] = (),
    win: Outcome = Outcome.WIN,
    loss: Outcome = Outcome.LOSS,
) -> MatchScore:
    """The score of a match with a winner, by the game's fixed points (COM-PTS-1)."""
    won, lost = data.points[win.value], data.points["loss"]
    reason = why("score.points", data.rules["score"], winner=winner, won=won, lost=lost)
    sides = by_side(winner, SideScore(win, won), SideScore(loss, lost))
    return MatchScore(winner, sides, (*reasons, reason), games)


def settle_game(
    data: GameData, game: Answers, score: GameScore | Refusal, win: Outcome = Outcome.WIN
) -> MatchScore | Refusal:
    """The score of a match of one game that has a winner."""
    if isinstance(score, Refusal):
        return score
    assert score.winner is not None
    loss = Outcome.CONCEDED if game.text("end") == "concession" else Outcome.LOSS
    return settle(data, score.winner, score.reasons, win=win, loss=loss)


def together(scores: Iterable[GameScore | Refusal]) -> tuple[GameScore, ...] | Refusal:
    """The games of a match, or the first that is refused."""
    found: list[GameScore] = []
    for score in scores:
        if isinstance(score, Refusal):
            return score
        found.append(score)
    return tuple(found)


def fixed_points(data: GameData) -> Callable[[Situation], MatchPoints]:
    """`match_points` of a game whose matches are scored by `settle` or `double_loss`."""

    def worth(situation: Situation) -> MatchPoints:
        now = in_force(data, situation)
        wins = [now.points[one] for one in (Outcome.WIN, Outcome.MODIFIED_WIN) if one in now.points]
        return MatchPoints(max(wins), min(wins), max(now.points["loss"], now.double_loss.points))

    return worth


def offered(data: GameData, situation: Situation, *examples: str) -> tuple[str, ...]:
    """The examples of quick entry that fit the match: no double loss where it may not be given."""
    return tuple(one for one in examples if one != "dl" or may_lose_both(data, situation))


def double_loss(data: GameData) -> MatchScore:
    """The score of a match that both lose, as a sanction of the organiser (AMB-G25)."""
    reason = why("score.double_loss", "COM-COND-8", points=data.double_loss.points)
    return MatchScore(None, (data.double_loss, data.double_loss), (reason,))


def conceded(game: Answers, rule: RuleId) -> GameScore | Refusal:
    """The score of a game that one side gave up: the other side wins (COM-CONC-1)."""
    loser = game.side("conceded_by")
    if loser is None:
        return game.missing("conceded_by", rule)
    return GameScore(other(loser), reasons=(why("score.conceded", rule, loser=loser, winner=other(loser)),))


def named(game: Answers, rule: RuleId) -> GameScore | Refusal:
    """The score of a game whose slip names the winner and says no more."""
    winner = game.side("winner")
    if winner is None:
        return game.missing("winner", rule)
    return GameScore(winner, reasons=(why("score.named_winner", rule, winner=winner),))


def agreed(game: Answers, score: GameScore | Refusal) -> GameScore | Refusal:
    """The score, unless the slip names another winner than its own numbers give."""
    claimed = game.side("winner")
    if isinstance(score, Refusal) or claimed is None or claimed == score.winner:
        return score
    rule, where = _last_rule(score.reasons), game.where + "winner"
    reason = why("score.winner_contradicts", rule, field=where, named=claimed, found=score.winner)
    return Refusal((replace(reason, because=score.reasons),))


def _last_rule(reasons: tuple[Reason, ...]) -> RuleId | None:
    return next((reason.rule for reason in reversed(reasons) if reason.rule), None)


def single_survivor(left: tuple[bool, bool]) -> Side | None:
    """The side that has something left when the other has nothing; None if both or neither have."""
    if left[0] == left[1]:
        return None
    return SIDES[0] if left[0] else SIDES[1]


def end_field(
    data: GameData, situation: Situation, *ends: str, several: bool = False, short: tuple[str, ...] = ()
) -> Field:
    """How the game ended; a double loss is offered where it may be given.

    Of `several` games none can be lost by both: then it is the whole match. `short`: the ends that the
    short paper slip asks for.
    """
    staff = ("double_loss",) if may_lose_both(data, situation) and not several else ()
    asked = tuple(one for one in short if one in ends)
    return Field(
        "end", "choice", required=True, choices=(*ends, *staff), staff_choices=staff, short=asked or False
    )


def winner_field(rule: RuleId, *ends: str) -> Field:
    """Who won, as the slip names it; a form asks for it at these ends."""
    return Field("winner", "side", rule=rule, ask=("end", ends), short=True)


def conceded_field(rule: RuleId, short: bool = True) -> Field:
    """Who gave the game up; asked if that is how it ended."""
    return Field("conceded_by", "side", required=True, when=("end", ("concession",)), rule=rule, short=short)


def match_fields(data: GameData, situation: Situation) -> tuple[Field, ...]:
    """Fields for a match of several games as a whole: time was called, somebody gave up, both lose."""
    both = Field("double_loss", "bool", rule="COM-COND-8", staff_choices=("double_loss",))
    return (
        Field("time_called", "bool", rule=data.rules["at_time"], short=True),
        Field("conceded_by", "side", rule=data.rules["concession"], short=True),
        *((both,) if may_lose_both(data, situation) else ()),
    )
