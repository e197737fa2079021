"""Why two players meet in a Swiss round, computed from the state before the round."""

from collections.abc import Mapping
from dataclasses import replace

from komandor.core.ids import PlayerNo
from komandor.core.pairing.byes import Bye, eligible
from komandor.core.pairing.entrant import Entrant, Terms
from komandor.core.pairing.explained import Explained
from komandor.core.reasons import Reason, why
from komandor.core.tournament.readings.pairings import entrants_of, terms_of
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Match, Round, Stage, Tournament


def why_drawn(t: Tournament, stage: Stage, match: Match, player: PlayerNo) -> Reason:
    """Why the player has this opponent in a Swiss round, or a bye."""
    round_ = t.rounds[match.round]
    if match.kind == "awarded_bye":
        return why("explain.awarded_bye", "COM-BYE-1", player=player, round=match.round)
    if late := [n for n in match.players if n not in round_.order]:
        return why("explain.late_entry", "COM-BYE-1", player=late[0], opponent=match.opponent(late[0]))
    drawn = _drawn(t, stage, round_)[player]
    if match.changed:
        return _by_hand(t, match, player, drawn)
    floated = any(n in match.players for n, *_ in round_.floats)
    if match.kind == "match" and floated != any(r.code.startswith("float.") for r in drawn.because):
        corrected = why("explain.points_then", "COM-PAIR-5", round=match.round)
        return replace(drawn, because=(*drawn.because, corrected))
    return drawn


def _drawn(t: Tournament, stage: Stage, round_: Round) -> Explained:
    """The reasons of the draw, computed from points, ranks, opponents and byes before the round."""
    matches = [m for m in t.in_round(round_.number) if m.kind != "awarded_bye"]
    then, seated = _before(t, round_), sorted(n for m in matches for n in m.players)
    sat = replace(stage, seeds=tuple(dict.fromkeys((*stage.seeds, *seated))))  # a cut may be made again since
    known = entrants_of(then, standings_of(then, sat), seated, round_.number, stage.number)
    entrants = {e.player: e for e in known}
    pairs = tuple((m.a, m.b) for m in matches if m.b is not None)
    alone = next((m.a for m in matches if m.kind == "bye"), None)
    terms = terms_of(t, round_)
    bye = Bye(alone, True, _passed(entrants, alone, terms) if alone and round_.number > 1 else ())
    return Explained(entrants, pairs, bye, terms)


def _before(t: Tournament, round_: Round) -> Tournament:
    """The tournament before the round was drawn. Everyone with a match in it had not left yet."""
    then = t.fork()
    then.rounds = {n: r for n, r in t.rounds.items() if n < round_.number}
    for match in t.in_round(round_.number):
        for number in match.players:
            then.players[number] = replace(then.players[number], status="in")
    return then


def _passed(entrants: Mapping[PlayerNo, Entrant], bye: PlayerNo, terms: Terms) -> tuple[PlayerNo, ...]:
    """Players who came before the one with the bye in the order for byes (COM-BYE-3), lowest rank first."""
    mine = entrants[bye]
    ahead = [e for e in eligible(entrants, terms) if (e.byes, -e.rank) < (mine.byes, -mine.rank)]
    return tuple(e.player for e in sorted(ahead, key=lambda e: (e.byes, -e.rank)))


BY_HAND = {
    **dict.fromkeys(("pair.rematch", "pair.rematch_for_bye"), "pair.met_before"),
    **dict.fromkeys(("float.down", "float.up"), "pair.other_points"),
}
"""What to say of a pair that was made by hand: nobody has shown that it could not be avoided."""


def _by_hand(t: Tournament, match: Match, player: PlayerNo, drawn: Reason) -> Reason:
    """The organiser changed this pairing. What is still true of the pair is kept."""
    given = "; ".join(x.reason for x in t.changes.values() if x.round == match.round)
    params = {"player": player, "opponent": match.opponent(player), "reason": given}
    because = tuple(replace(r, code=BY_HAND.get(r.code, r.code)) for r in drawn.because)
    kept = tuple(r for r in because if not r.code.startswith("bye."))
    return Reason("explain.changed_by_hand", "COM-PAIR-1", params, kept)
