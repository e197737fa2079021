"""Questions about results: what may change one, who won, and what its points may be."""

from collections.abc import Iterator

from komandor.check import documents
from komandor.check.effects import scores_of
from komandor.check.laws.law import Moment
from komandor.check.results import hidden_games, most_games
from komandor.check.standings import bye_worth
from komandor.check.state import Match

WINS = ("win", "modified_win", "forfeit_win")
UNSEEN = ("frozen", "drawn")
LOSSES = ("loss", "conceded", "forfeit_loss", "double_loss", "missed")


def stands(m: Moment) -> Iterator[str]:
    """A second result of a match is a correction."""
    if m.match is not None and m.match.final:
        yield f"{m.match} has a result that counts, and {m.entry.kind} is no correction."


def asked(m: Moment) -> Iterator[str]:
    """A report waits for the other player's answer; another report says no to it at once."""
    if m.beside("result_reported"):
        return
    if m.match is None or m.match.reporter in (None, m.x["by"]):
        yield f"{m.entry.kind} answers no report of the other player in match {m.x['match']}."


def round_is_open(m: Moment) -> Iterator[str]:
    if m.match is not None and m.st.rounds[m.match.round].status == "closed":
        yield f"{m.match} belongs to a closed round, and {m.entry.kind} is no correction."


def _about(m: Moment, match: Match, *kinds: str) -> bool:
    """Whether the same command wrote something of these kinds about a player of the match."""
    for x in m.beside(*kinds):
        component = m.seen.components.get(x.get("component", 0))
        player = component.player if component else x.get("player")
        if player in match.players:
            return True
    return False


def by_component(m: Moment) -> Iterator[str]:
    match = m.match
    if match and match.final and _about(m, match, "component_reported", "component_resolved"):
        yield f"{match} has a result that counts, and a component changes it."


def by_leaving(m: Moment) -> Iterator[str]:
    match = m.match
    if match is None or not match.final or (_swl(m) and m.beside("deck_checked")):
        return
    if _about(m, match, "player_left", "player_disqualified", "player_returned", "player_entered_late"):
        yield f"{match} has a result that counts, and somebody's leaving changes it."


def by_penalty(m: Moment) -> Iterator[str]:
    match = m.match
    if match is None or m.st.rounds[match.round].status != "closed" or (_swl(m) and m.beside("deck_checked")):
        return
    if _about(m, match, "sanction_given"):
        yield f"{match} belongs to a closed round, and a penalty changes its result."


def rulings(m: Moment) -> Iterator[str]:
    """A result that a ruling made rests on enough of them; a slip shows each."""
    match = m.match
    if match is None or set(scores_of(m.x)) != set(match.players):
        return
    lost = {player: m.st.games_lost.count((match.number, player)) for player in match.players}
    if not m.x.get("override"):
        yield from hidden_games(m.st, match, m.x["report"], scores_of(m.x), lost)
    elif any(x["resolution"] == "removed" for x in m.beside("component_resolved")):
        return  # whoever is removed gives up all that is left of the match (DES-LOST-2)
    elif not m.x.get("report") and _about(m, match, "sanction_given", "component_resolved"):
        most = most_games(m.st, match)
        for player, score in scores_of(m.x).items():
            if score.outcome in ("conceded", "double_loss") and lost[player] < most:
                yield f"{match}: player {player} lost {lost[player]} games by rulings, and {most} decide it."
            if score.outcome == "win" and not lost[player] and score.points != bye_worth(m.st)[0]:
                yield f"{match}: no ruling took a game from player {player}, who gets {score.points} points."


def by_deck_check(m: Moment) -> Iterator[str]:
    match = m.match
    if match is None or not match.final or not _about(m, match, "deck_checked"):
        return
    later = [r for r in m.st.rounds.values() if r.number > match.round and r.status not in UNSEEN]
    if not _swl(m):
        yield f"{match} has a result that counts, and a deck check changes it."
    elif later:
        yield f"A deck check annuls {str(match).lower()}, and {str(later[0]).lower()} is published."


def annulled(m: Moment) -> Iterator[str]:
    """What takes a result away: a deck check, or a game lost by penalty that the result does not show."""
    match = m.match
    if match is None or not match.final or not m.entry.step:
        return
    if not _about(m, match, "deck_checked", "sanction_given", "component_resolved", "component_reported"):
        yield f"{match} has a result that counts, and it is taken away without a penalty or a deck check."


def _swl(m: Moment) -> bool:
    return m.st.game == documents.SWL


# ── who won ──────────────────────────────────────────────────────────────────


def winner(m: Moment) -> Iterator[str]:
    """Winner, points and outcomes say the same, also where the sheet was set aside."""
    scores, won = scores_of(m.x), m.x.get("winner")
    match = m.match
    if match is None or set(scores) != set(match.players):
        return
    if won is not None and won not in scores:
        yield f"{match} is won by {won}, who does not play it."
        return
    for player, score in scores.items():
        if score.outcome in WINS and won != player:
            yield f"{match}: player {player} has a {score.outcome.replace('_', ' ')} and did not win."
        if score.outcome in LOSSES and won == player:
            yield f"{match}: player {player} has a {score.outcome.replace('_', ' ')} and won."
    if won is not None and scores[won].points < max(score.points for score in scores.values()):
        yield f"{match}: player {won} won with fewer points than the loser."


def points(m: Moment) -> Iterator[str]:
    for player, score in scores_of(m.x).items():
        if score.points < 0 or score.mov < 0:
            yield f"Match {m.x['match']}: player {player} has {score.points} points and margin {score.mov}."


def field_points(m: Moment) -> Iterator[str]:
    if m.st.setting("sanction.points_below_zero"):
        return
    for row in m.x.get("field") or ():
        if row[1] < 0:
            yield f"Player {row[0]} has {row[1]} points in all."


# ── what the slip says ───────────────────────────────────────────────────────


def initiative(m: Moment) -> Iterator[str]:
    """The slip of a single game names the first player whom the match has."""
    match, slip = m.match, m.x.get("report") or {}
    if match is None or match.first is None or m.x.get("override") or "first" not in slip:
        return
    if slip["first"] != ("a" if match.first == match.a else "b"):
        yield f"{match}: player {match.first} has the initiative, and the slip says the other."


def initiatives(m: Moment) -> Iterator[str]:
    """When a round is closed, its slips and what was noted before the games still say the same."""
    for match in m.st.in_round(m.x["round"]):
        named = m.seen.slips.get(match.number) if match.final and match.first is not None else ""
        if named and named != ("a" if match.first == match.a else "b"):
            yield f"{match}: player {match.first} has the initiative, and the slip says the other."


def gone(m: Moment) -> Iterator[str]:
    """Whose leaving was recorded plays no more; a result that was annulled is entered again all the same."""
    match = m.match
    if match is None or match.final or match.number in m.seen.annulled:
        return
    just = {x.get("player") for x in m.beside("player_left", "player_disqualified")}
    for player in match.players:
        p = m.st.players.get(player)
        if p is not None and p.status in ("left", "disqualified") and player not in just:
            yield f"{match}: player {player} has left, and {m.entry.kind} says that they played."
