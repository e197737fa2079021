"""Rules and settings in force at a tournament, and what follows from them for one round."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from komandor.core.editions import rules_by
from komandor.core.games import awards
from komandor.core.games.game import Form, RoundKind, Rules, Situation
from komandor.core.games.settings import Chosen, settings_in_force
from komandor.core.outcomes import SideScore
from komandor.core.reasons import Refusal, cited_by
from komandor.core.tournament.state import Match, Tournament

SIMPLE = (str, int, bool, type(None))


def rules(t: Tournament) -> Rules:
    """The rules that the event is played by: of the edition in its log, else of the document."""
    return _rules(t.edition, t.edition_text)


def in_own_rules(t: Tournament, refusal: Refusal) -> Refusal:
    """The refusal with the rules of the game's own document wherever it has no common one."""
    if not t.edition:
        return refusal
    return Refusal(tuple(cited_by(one, rules(t).data.cites) for one in refusal.reasons))


def _rules(edition: str, text: str) -> Rules:
    found = rules_by(edition, text)
    if found is None:
        raise KeyError(edition)
    return found


def settings(t: Tournament) -> Mapping[str, Chosen]:
    """Every setting with the value in force."""
    return _in_force(t.edition, t.edition_text, _stored(t))


def _stored(t: Tournament) -> tuple[tuple[str, Chosen], ...]:
    return tuple((key, value) for key, value in sorted(t.settings.items()) if isinstance(value, SIMPLE))


@lru_cache(maxsize=256)
def _in_force(edition: str, text: str, chosen: tuple[tuple[str, Chosen], ...]) -> Mapping[str, Chosen]:
    return settings_in_force(_rules(edition, text), dict(chosen))


def situation(t: Tournament, kind: RoundKind = "swiss") -> Situation:
    return Situation(kind, t.structure, settings(t), t.teams)


def slip_of(t: Tournament, kind: RoundKind = "swiss") -> Form:
    """What is asked on the slip of a match of such a round."""
    return _slip(t.edition, t.edition_text, _stored(t), kind, t.structure, t.teams)


@lru_cache(maxsize=256)
def _slip(
    edition: str,
    text: str,
    chosen: tuple[tuple[str, Chosen], ...],
    kind: RoundKind,
    structure: str,
    teams: bool,
) -> Form:
    return _rules(edition, text).form(Situation(kind, structure, _in_force(edition, text, chosen), teams))


def round_kind(t: Tournament, match: Match) -> RoundKind:
    """Swiss, a knock-out round, or the final (with its reset game)."""
    stage = t.stage_of(match)
    return stage.kind.clock(stage, match)


def kind_of_round(t: Tournament, number: int) -> RoundKind:
    played = [m for m in t.in_round(number) if m.kind == "match"]
    return round_kind(t, played[0]) if played else "swiss"


def round_minutes(t: Tournament, number: int) -> int | None:
    """Minutes of a round: the document's, or what was announced instead; None = no limit (COM-TIME-1)."""
    untimed = t.stages[t.rounds[number].stage].kind.untimed
    return None if untimed else minutes_of(t, kind_of_round(t, number))


def minutes_of(t: Tournament, kind: RoundKind) -> int | None:
    """The minutes of a kind of round, by the announcement or the document (COM-TIME-1)."""
    return t.minutes[kind] if kind in t.minutes else rules(t).minutes(situation(t, kind)).minutes


def bye_score(t: Tournament) -> SideScore:
    """What a bye is worth here (COM-BYE-1)."""
    return awards.bye(rules(t), settings(t))


def missed_score(t: Tournament) -> SideScore:
    """What a missed round is worth (COM-DROP-4)."""
    return awards.missed(rules(t), settings(t))


def match_situation(t: Tournament, match: Match) -> Situation:
    """Where the match is played, with its slip, which need not be built again to score it."""
    kind = round_kind(t, match)
    return replace(situation(t, kind), slip=slip_of(t, kind))


def match_slip(t: Tournament, match: Match) -> Form:
    return slip_of(t, round_kind(t, match))
