"""Results: every score computed again from its slip, and who may say what when."""

from komandor.check import tables
from komandor.check.brackets import games_of
from komandor.check.scores import RULES, SCORERS, Case, Unclear, Verdict
from komandor.check.standings import bye_worth
from komandor.check.world import Fields, Match, Score, World


def kind_of(w: World, match: Match) -> str:
    """swiss, knockout or final."""
    stage = w.stages[w.rounds[match.round].stage]
    if stage.kind == "swiss":
        return "swiss"
    games = games_of(stage) or ()
    side = next(
        (g.side for g in games if g.number == match.game), "final" if stage.kind == "final_match" else "upper"
    )
    return "final" if side in ("final", "reset") else "knockout"


def _case(w: World, match: Match) -> Case:
    defaults = {**tables.COMMON_SETTINGS, **tables.GAME_SETTINGS[w.game]}
    return Case(kind_of(w, match), w.structure, w.teams, {**defaults, **w.chosen})


def _open(w: World, x: Fields) -> Match | None:
    match = w.matches.get(x["match"])
    if match is None or match.b is None:
        w.say("result.no_match", "COM-PTS-1", f"There is no match {x['match']} to have a result.")
        return None
    if w.rounds[match.round].status in ("frozen", "drawn"):
        w.say(
            "order.result_before_publish",
            "COM-PREP-4",
            f"Match {match.number} has a result before its round was published.",
        )
    return match


def _scores(x: Fields) -> dict[int, Score]:
    return {s["player"]: Score(s["outcome"], s["points"], s.get("mov", 0)) for s in x["scores"]}


def _check_scores(w: World, match: Match, x: Fields) -> None:
    if w.quiet:
        return
    given = _scores(x)
    if set(given) != set(match.players) or len(x["scores"]) != 2:
        w.say(
            "score.players",
            "COM-PTS-1",
            f"Match {match.number}: the scores are not those of its two players.",
        )
        return
    if x.get("override"):
        _check_override(w, match, x, given)
        return
    try:
        verdict = SCORERS[w.game](_with_first(match, x["report"]), _case(w, match))
    except (Unclear, TypeError, KeyError, IndexError) as unclear:
        w.say("score.slip", RULES[w.game], f"Match {match.number}: the slip cannot be scored ({unclear}).")
        return
    _compare(w, match, x, given, verdict)


def _with_first(match: Match, report: Fields) -> Fields:
    """Initiative or light side noted with the match hold for its slip too (ARM-SETUP-5)."""
    if match.first is None or "games" in report:
        return report
    side = "a" if match.first == match.a else "b"
    return {"first": side, "light": side, **report}


def _compare(w: World, match: Match, x: Fields, given: dict[int, Score], v: Verdict) -> None:
    rule = RULES[w.game]
    winner = {"a": match.a, "b": match.b, None: None}[v.winner]
    if x.get("winner") != winner:
        w.say("score.winner", rule, f"Match {match.number} was won by {winner}, not by {x.get('winner')}.")
    for player, side in ((match.a, v.a), (match.b, v.b)):
        assert player is not None
        score = given[player]
        if score.points != side.points:
            w.say(
                "score.points",
                rule,
                f"Match {match.number}: player {player} gets {side.points} points, not {score.points}.",
            )
        if score.mov != side.mov:
            w.say(
                "score.mov",
                "ARM-SCORE-3",
                f"Match {match.number}: player {player} has margin {side.mov}, not {score.mov}.",
            )
        if _same(score.outcome, w.game) != _same(side.outcome, w.game):
            w.say(
                "score.outcome",
                rule,
                f"Match {match.number}: player {player} has {side.outcome}, not {score.outcome}.",
            )
    _check_knockout(w, match, x.get("winner"), given)


def _same(outcome: str, game: str) -> str:
    """Only Armada makes a difference between losing and conceding (ARM-CONC-1)."""
    return "loss" if outcome == "conceded" and game != tables.ARMADA else outcome


def _check_override(w: World, match: Match, x: Fields, given: dict[int, Score]) -> None:
    if not x.get("reason"):
        w.say(
            "result.override_reason",
            "COM-PTS-1",
            f"Match {match.number}: the sheet was set aside without a reason.",
        )
    if x.get("winner") not in (None, *match.players):
        w.say("score.winner", "COM-ELIM-7", f"Match {match.number} was won by somebody who did not play it.")
    _check_knockout(w, match, x.get("winner"), given)


def _check_knockout(w: World, match: Match, winner: int | None, given: dict[int, Score]) -> None:
    """A knock-out match has a winner; double losses only in double elimination (COM-ELIM-7, AMB-S22)."""
    kind = w.stages[w.rounds[match.round].stage].kind
    both = all(s.outcome == "double_loss" for s in given.values())
    if kind in ("single", "double") and winner is None and not (kind == "double" and both):
        w.say("score.no_winner", "COM-ELIM-7", f"Match {match.number} is a knock-out match without a winner.")


def _settle(match: Match, x: Fields) -> None:
    match.scores, match.winner, match.final, match.reporter = _scores(x), x.get("winner"), True, None


def reported(w: World, x: Fields) -> None:
    match = _open(w, x)
    if match is None:
        return
    if x["by"] not in match.players:
        w.say(
            "result.stranger",
            "COM-PTS-1",
            f"Match {match.number} was reported by {x['by']}, who did not play it.",
        )
    if match.final:
        w.say("result.final", "COM-PTS-1", f"Match {match.number} was reported after its result was final.")
        return
    _check_scores(w, match, x)
    match.scores, match.winner, match.reporter = _scores(x), x.get("winner"), x["by"]


def confirmed(w: World, x: Fields) -> None:
    match = _open(w, x)
    if match is None:
        return
    if match.reporter is None or x["by"] == match.reporter or x["by"] not in match.players:
        w.say(
            "result.confirmed_by", "COM-PTS-1", f"Match {match.number} was not confirmed by the other player."
        )
    match.final, match.reporter = True, None


def disputed(w: World, x: Fields) -> None:
    match = _open(w, x)
    if match is not None and match.final:
        w.say("result.final", "COM-PTS-1", f"Match {match.number} was disputed after its result was final.")
    if match is not None:
        match.reporter = None


def entered(w: World, x: Fields) -> None:
    match = _open(w, x)
    if match is None:
        return
    if match.final:
        w.say("result.final", "COM-PTS-1", f"Match {match.number} was entered again; that is a correction.")
    _check_scores(w, match, x)
    _settle(match, x)


def corrected(w: World, x: Fields) -> None:
    match = _open(w, x)
    if match is None:
        return
    if not x.get("reason"):
        w.say(
            "result.correction_reason", "COM-PTS-1", f"Match {match.number} was corrected without a reason."
        )
    _check_scores(w, match, x)
    _check_later(w, match, x.get("winner"))
    _settle(match, x)


def _check_later(w: World, match: Match, winner: int | None) -> None:
    """A knock-out result on which later games hang stays (COM-ELIM-3)."""
    if match.game is None or match.winner == winner:
        return
    stage = w.rounds[match.round].stage
    later = [r for r in w.rounds.values() if r.stage == stage and r.number > match.round]
    loser_or_winner = set(match.players)
    if any(loser_or_winner & set(m.players) for r in later for m in w.in_round(r.number)):
        w.say(
            "result.later_games",
            "COM-ELIM-3",
            f"Match {match.number} was changed though later games hang on it.",
        )


def annulled(w: World, x: Fields) -> None:
    match = _open(w, x)
    if match is not None:
        match.final, match.scores, match.winner, match.reporter = False, {}, None, None


def forfeited(w: World, x: Fields) -> None:
    """Who came wins as by a bye (COM-DROP-2, AMB-G6)."""
    match = _open(w, x)
    if match is None:
        return
    absent, (points, mov) = set(x["absent"]), bye_worth(w)
    came = [p for p in match.players if p not in absent]
    if not absent or not absent <= set(match.players) or match.final:
        w.say("forfeit.who", "COM-DROP-2", f"Match {match.number} cannot be forfeited by {sorted(absent)}.")
    for p in absent & w.players.keys():
        if w.players[p].status == "in":
            w.say("forfeit.still_in", "COM-DROP-2", f"Player {p} did not come and was not removed.")
    given = _scores(x)
    for p in match.players:
        due = Score("forfeit_loss", 0, 0) if p in absent else Score("forfeit_win", points, mov)
        if given.get(p) != due:
            w.say(
                "forfeit.worth",
                "AMB-G6",
                f"Match {match.number}: a forfeit is worth {due.points}/{due.mov} to player {p}.",
            )
    if x.get("winner") != (came[0] if len(came) == 1 else None):
        w.say("forfeit.winner", "COM-DROP-2", f"Match {match.number} is won by the one who came.")
    _settle(match, x)


STEPS = {
    "result_reported": reported, "result_confirmed": confirmed, "result_disputed": disputed,
    "result_entered": entered, "result_corrected": corrected, "result_annulled": annulled,
    "match_forfeited": forfeited,
}  # fmt: skip
