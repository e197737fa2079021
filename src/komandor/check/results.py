"""Checks results: scores computed again from the slips, and who reported or confirmed what when."""

from collections.abc import Iterator

from komandor.check import documents
from komandor.check.brackets import games_of
from komandor.check.effects import scores_of
from komandor.check.knockouts import check_games_due
from komandor.check.scores import SCORERS, Case, Unclear, Verdict
from komandor.check.scores.destiny import best_of_three
from komandor.check.standings import bye_worth
from komandor.check.state import Fields, Match, Round, Score, State

WON = ("win", "modified_win", "forfeit_win")


def kind_of(st: State, match: Match) -> str:
    """The kind of round of a match: "swiss", "knockout" or "final"."""
    stage = st.stages[st.rounds[match.round].stage]
    if stage.kind == "swiss":
        return "swiss"
    games = games_of(stage) or ()
    other = "final" if stage.kind == "final_match" else "upper"
    side = next((g.side for g in games if g.number == match.game), other)
    return "final" if side in ("final", "reset") else "knockout"


def _case(st: State, match: Match) -> Case:
    return Case(kind_of(st, match), st.structure, st.teams, st.chosen, st.book)


def _open(st: State, x: Fields) -> Match | None:
    match = st.matches.get(x["match"])
    if match is None or match.b is None:
        st.fault("result.no_match", "COM-PTS-1", f"There is no match {x['match']} to have a result.")
        return None
    if st.rounds[match.round].status in ("frozen", "drawn"):
        st.fault("order.result_before_publish", "COM-PREP-4", f"{match} has a result before publication.")
    check_games_due(st, st.rounds[match.round])
    return match


def _check_scores(st: State, match: Match, x: Fields) -> None:
    if st.quiet:
        return
    given = scores_of(x)
    if set(given) != set(match.players) or len(x["scores"]) != 2:
        st.fault("score.players", "COM-PTS-1", f"{match}: the scores are not those of its two players.")
        return
    if x.get("override"):
        _check_override(st, match, x, given)
        return
    first = x["report"].get("first")
    if first is not None and match.first is not None and first != ("a" if match.first == match.a else "b"):
        text = f"{match}: the slip names another first player than the record of the match."
        st.fault("score.first", "ARM-SETUP-5", text)
    rule, score = SCORERS[st.game]
    try:
        verdict = score(_with_first(match, x["report"]), _case(st, match))
    except (Unclear, TypeError, KeyError, IndexError) as unclear:
        st.fault("score.slip", rule, f"{match}: the slip cannot be scored ({unclear}).")
        return
    _compare(st, match, x, given, verdict)
    _check_games_lost(st, match, x["report"], given)


def _check_games_lost(st: State, match: Match, report: Fields, given: dict[int, Score]) -> None:
    """A slip shows every game that a ruling took from a player (COM-LOST-4, SWL-SANC-3)."""
    lost = {player: st.games_lost.count((match.number, player)) for player in match.players}
    for text in hidden_games(st, match, report, given, lost):
        st.fault("score.game_loss", "COM-LOST-4", text)


def hidden_games(
    st: State, match: Match, report: Fields, given: dict[int, Score], lost: dict[int, int]
) -> Iterator[str]:
    """The games that rulings took and a slip does not show."""
    for player in match.players:
        due = min(lost[player], 2 if "games" in report else 1)
        if due and given[player].outcome not in ("conceded", "double_loss"):
            shown = _games_lost(st, match, report, given, player)
            if shown < due:
                yield f"{match}: player {player} lost {due} games by a ruling, and the slip shows {shown}."


def most_games(st: State, match: Match) -> int:
    """How many games a player loses with a match that rulings take: both of two, two of three, or the one."""
    kind = kind_of(st, match)
    if st.game == documents.SWL:
        one = kind != "swiss" and st.stages[st.rounds[match.round].stage].kind != "final_match"
        return 1 if one else 2
    if kind == "swiss":
        return 2 if st.book.swiss_best_of == 3 else 1
    if st.game == documents.IA:
        return 1 if st.setting("ia.knockout_best_of") == 1 else 2
    return 2 if st.game == documents.DESTINY and best_of_three(_case(st, match)) else 1


def _games_lost(st: State, match: Match, report: Fields, given: dict[int, Score], player: int) -> int:
    """Games that the slip may show as lost; one decided by numbers alone may have been."""
    own = "a" if player == match.a else "b"
    unnamed = own if st.game == documents.SWL else ""  # at time a game of Star Wars LCG is drawn
    if "games" not in report:
        return int(given[player].outcome not in ("win", "modified_win"))
    lost = 0
    for game in report["games"]:
        won = game.get("winner") or {"a": "b", "b": "a"}.get(game.get("conceded_by", ""))
        lost += game.get("end") == "double_loss" or (won or unnamed) != own
    return lost


def _with_first(match: Match, report: Fields) -> Fields:
    """The slip, with the initiative or light side that was noted for the match (ARM-SETUP-5)."""
    if match.first is None or "games" in report:
        return report
    side = "a" if match.first == match.a else "b"
    return {"first": side, "light": side, **report}


def _compare(st: State, match: Match, x: Fields, given: dict[int, Score], v: Verdict) -> None:
    rule, _ = SCORERS[st.game]
    winner = {"a": match.a, "b": match.b, None: None}[v.winner]
    if x.get("winner") != winner:
        st.fault("score.winner", rule, f"{match} was won by {winner}, not by {x.get('winner')}.")
    for player, side in ((match.a, v.a), (match.b, v.b)):
        assert player is not None
        score, who = given[player], f"{match}: player {player}"
        if score.points != side.points:
            st.fault("score.points", rule, f"{who} gets {side.points} points, not {score.points}.")
        if score.mov != side.mov:
            st.fault("score.mov", "ARM-SCORE-3", f"{who} has margin {side.mov}, not {score.mov}.")
        if _same(score.outcome, st.game) != _same(side.outcome, st.game):
            st.fault("score.outcome", rule, f"{who} has {side.outcome}, not {score.outcome}.")
    _check_knockout(st, match, x.get("winner"), given)


def _same(outcome: str, game: str) -> str:
    """Only Armada distinguishes a loss from a concession (ARM-CONC-1)."""
    return "loss" if outcome == "conceded" and game != documents.ARMADA else outcome


def _check_override(st: State, match: Match, x: Fields, given: dict[int, Score]) -> None:
    if not x.get("reason"):
        st.fault("result.override_reason", "COM-PTS-1", f"{match}: the sheet was set aside without a reason.")
    if x.get("winner") not in (None, *match.players):
        st.fault("score.winner", "COM-ELIM-7", f"{match} was won by somebody who did not play it.")
    won = [player for player, score in given.items() if score.outcome in WON]
    if x.get("winner") != (won[0] if len(won) == 1 else None):
        st.fault("score.winner", "COM-PTS-1", f"{match}: the winner is not who has won by the outcomes.")
    if any(score.points < 0 or score.mov < 0 for score in given.values()):
        st.fault("score.points", "COM-PTS-1", f"{match}: a result gives fewer points than none.")
    _check_knockout(st, match, x.get("winner"), given)


def _check_knockout(st: State, match: Match, winner: int | None, given: dict[int, Score]) -> None:
    """A knock-out match has a winner; double losses only in double elimination (COM-ELIM-7, AMB-S22)."""
    kind = st.stages[st.rounds[match.round].stage].kind
    both = all(s.outcome == "double_loss" for s in given.values())
    if kind in ("single", "double") and winner is None and not (kind == "double" and both):
        st.fault("score.no_winner", "COM-ELIM-7", f"{match} is a knock-out match without a winner.")


def reported(st: State, x: Fields) -> None:
    match = _open(st, x)
    if match is None:
        return
    if x["by"] not in match.players:
        st.fault("result.stranger", "COM-PTS-1", f"{match} was reported by {x['by']}, who did not play it.")
    if not match.final:
        _check_scores(st, match, x)


def confirmed(st: State, x: Fields) -> None:
    match = _open(st, x)
    if match is None:
        return
    if match.reporter is None or x["by"] == match.reporter or x["by"] not in match.players:
        st.fault("result.confirmed_by", "COM-PTS-1", f"{match} was not confirmed by the other player.")


def entered(st: State, x: Fields) -> None:
    match = _open(st, x)
    if match is None:
        return
    _check_scores(st, match, x)
    _check_unplayed(st, match, x)


def _check_unplayed(st: State, match: Match, x: Fields) -> None:
    """Both lose without a reason only in Swiss rounds, where the edition counts unplayed games so."""
    both = all(score["outcome"] == "double_loss" for score in x["scores"])
    allowed = st.book.unplayed == "double_loss" and kind_of(st, match) == "swiss"
    if st.book.loaded and both and st.game != documents.SWL and not allowed and not x.get("reason"):
        st.fault("result.double_loss_reason", "COM-COND-8", f"{match}: both lose and nobody says why.")


def corrected(st: State, x: Fields) -> None:
    match = _open(st, x)
    if match is None:
        return
    if not x.get("reason"):
        st.fault("result.correction_reason", "COM-PTS-1", f"{match} was corrected without a reason.")
    _check_scores(st, match, x)
    _check_later(st, match, x.get("winner"))


def _check_later(st: State, match: Match, winner: int | None) -> None:
    """A knock-out result may not change once later games depend on it (COM-ELIM-3)."""
    if match.game is None or match.winner == winner:
        return
    stage = st.rounds[match.round].stage
    later = [r for r in st.rounds.values() if r.stage == stage and r.number > match.round and _played(st, r)]
    loser_or_winner = set(match.players)
    if any(loser_or_winner & set(m.players) for r in later for m in st.in_round(r.number)):
        st.fault("result.later_games", "COM-ELIM-3", f"{match} was changed though later games depend on it.")


def _played(st: State, r: Round) -> bool:
    """Whether a round has begun; before that it is paired again (AMB-G45)."""
    return r.status in ("running", "closed") or any(m.scores for m in st.in_round(r.number))


def named(st: State, x: Fields) -> None:
    """What is disputed or annulled is the result of a match that is played."""
    _open(st, x)


def forfeited(st: State, x: Fields) -> None:
    """The player who came gets the score of a bye (COM-DROP-2, AMB-G6)."""
    match = _open(st, x)
    if match is None:
        return
    absent, (points, mov) = set(x["absent"]), bye_worth(st)
    came = [p for p in match.players if p not in absent]
    if not absent or not absent <= set(match.players) or match.final:
        st.fault("forfeit.who", "COM-DROP-2", f"{match} cannot be forfeited by {sorted(absent)}.")
    for p in absent & st.players.keys():
        if st.players[p].status == "in":
            st.fault("forfeit.still_in", "COM-DROP-2", f"Player {p} did not come and was not removed.")
    given = scores_of(x)
    for p in match.players:
        due = Score("forfeit_loss", 0, 0) if p in absent else Score("forfeit_win", points, mov)
        if given.get(p) != due:
            st.fault("forfeit.worth", "AMB-G6", f"{match}: player {p} gets {due.points}/{due.mov} here.")
    if x.get("winner") != (came[0] if len(came) == 1 else None):
        st.fault("forfeit.winner", "COM-DROP-2", f"{match} is won by the one who came.")


BEFORE = {
    "result_reported": reported,
    "result_confirmed": confirmed,
    "result_disputed": named,
    "result_entered": entered,
    "result_corrected": corrected,
    "result_annulled": named,
    "match_forfeited": forfeited,
}
