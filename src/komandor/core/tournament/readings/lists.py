"""Players' lists: the verdict on each, which of them stop a round (AMB-G39), and who may see them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Literal

from komandor.core.games.game import LEVELS, Level
from komandor.core.games.listchecks import ListLine, entries
from komandor.core.games.listverdict import FORM, NAMELESS, Occasion, Verdict, judge, judge_filled
from komandor.core.ids import PlayerNo
from komandor.core.lists.knowledge import Cards, Problem
from komandor.core.reasons import Param, Reason, why
from komandor.core.tournament.judge_records import DeckCheck
from komandor.core.tournament.readings.attendance import attending, staying
from komandor.core.tournament.readings.regulations import rules, settings, situation
from komandor.core.tournament.state import Player, Tournament
from komandor.core.tournament.values import ListProblem, Plain, with_tuples

ListState = Literal["missing", "waiting", "undecided", "problems", "legal", "illegal"]
"""Waiting: nobody has judged it, and there is no card data. Problems: the program found a broken rule.
Undecided: it found something open. Illegal: a leader says so. Legal: a leader or the program says so."""
STOPS = {
    "missing": ("round.lists_missing", "COM-LIST-2"),
    "problems": ("round.lists_with_problems", "COM-MAT-6"),
    "undecided": ("round.lists_undecided", "COM-MAT-6"),
    "illegal": ("round.lists_illegal", "COM-MAT-6"),
}
"""The states of a required list that stop a player's first round: what is said, and by which rule."""
MOST_PROBLEMS = 60
LONGEST_TEXT = 20_000
"""Characters of a pasted list that is kept; the longest real export has fewer than 8,000."""


def list_state(t: Tournament, number: PlayerNo) -> ListState:
    """Whether the list is there, what a leader decided, or else what the program found."""
    player = t.players[number]
    if not player.lists:
        return "missing"
    return player.list_verdict or found_state(t, number)


def found_state(t: Tournament, number: PlayerNo) -> ListState:
    """What the program found, by card data where there is some and else by the rules alone."""
    player = t.players[number]
    if found := player.list_found:
        return "problems" if found.decision == "illegal" else found.decision
    return "problems" if list_problems(t, player.lists[-1].content) else "waiting"


def list_problems(t: Tournament, content: Mapping[str, object]) -> tuple[Reason, ...]:
    """Every problem of a list by the game's rules. The event knows whose it is, so no name is missed."""
    found = rules(t).check_list(content, situation(t))
    return tuple(one for one in found if (one.code, one.params.get("field")) != ("list.missing", "player"))


def exchanged_cards(t: Tournament, player: Player, content: Mapping[str, object]) -> Iterator[Reason]:
    """Why a list may not be amended like this once round 1 is drawn.

    Cards are added where they were not written down (COM-LIST-5). They are taken away only after the list or
    the deck was found illegal; where the document allows nothing else, none is added to a complete list.
    """
    if not t.rounds or not player.lists:
        return
    old, new = _cards(t, player.lists[-1].content), _cards(t, content)
    gone, added = _more(old, new), _more(new, old)
    cite = rules(t).data.rules
    if gone and not _found_illegal(t, player):
        yield why("list.cards_gone", cite["one_list"], player=player.number, cards=gone)
    complete = not list_problems(t, player.lists[-1].content)
    if added and complete and "only_removal" in cite:
        yield why("list.cards_added", cite["only_removal"], player=player.number, cards=added)


def _cards(t: Tournament, content: Mapping[str, object]) -> tuple[ListLine, ...]:
    keys = (one.key for one in rules(t).list_form if one.kind == "cards")
    return entries(content, *keys)


def _more(cards: tuple[ListLine, ...], others: tuple[ListLine, ...]) -> tuple[str, ...]:
    """The cards of which there are more copies than among the others, whatever their capital letters."""
    mine, had = _copies(cards), _copies(others)
    names = {_key(one): one.name.strip() for one in cards}
    return tuple(names[key] for key, count in mine.items() if count > had[key])


def _copies(cards: tuple[ListLine, ...]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for one in cards:
        counted[_key(one)] += one.count
    return counted


def _key(card: ListLine) -> str:
    return card.name.strip().casefold()


def _found_illegal(t: Tournament, player: Player) -> bool:
    checks = (one for one in t.deck_checks.values() if isinstance(one, DeckCheck))
    by_cards = not player.list_verdict and player.list_found and player.list_found.decision == "illegal"
    by_leader = player.list_verdict == "illegal"
    return by_leader or bool(by_cards) or any(one.player == player.number and not one.legal for one in checks)


def judged(t: Tournament, content: Mapping[str, object], text: str, cards: Cards | None) -> Verdict:
    """The verdict on a pasted text, or on a form filled in by hand."""
    if rules(t).lists is None:
        return _by_rules(t, content)
    at, catalogue = occasion(t), cards.catalogue if cards else None
    pool = cards.pool if cards else None
    if text:
        return judge(rules(t), text, catalogue, at, pool)
    return judge_filled(rules(t), content, catalogue, at, pool)


def content_of(verdict: Verdict, given: Mapping[str, Plain]) -> Mapping[str, Plain]:
    """The content of a pasted list; the name of the player comes from the form."""
    names = {key: given[key] for key in NAMELESS if key in given}
    made: Mapping[str, Plain] = with_tuples(verdict.content)
    return {**names, **made}


def _by_rules(t: Tournament, content: Mapping[str, object]) -> Verdict:
    """The verdict where the game reads no pasted lists and knows no card data."""
    found = tuple(Problem(one) for one in list_problems(t, content))
    return Verdict(FORM, "illegal" if found else "undecided", (), found, (), dict(content), {})


def occasion(t: Tournament) -> Occasion:
    """The level and the day that decide which products are legal."""
    level: Level = next((one for one in LEVELS if one == t.level), LEVELS[0])
    chosen = t.list_rules
    permitted = frozenset(chosen.products) or None
    return Occasion(level, day_of(chosen.on or t.date), t.teams, settings(t), permitted, chosen.season)


def day_of(text: str) -> date | None:
    """The day that an ISO date names; None if it names none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def as_recorded(problem: Problem) -> ListProblem:
    """A problem as the log keeps it."""
    reason = problem.reason
    return ListProblem(reason.code, reason.rule, dict(reason.params), problem.line, problem.severity)


def reason_of(problem: ListProblem) -> Reason:
    """The reason of a problem that the log kept."""
    return Reason(problem.code, problem.rule, {key: _param(value) for key, value in problem.params.items()})


def _param(value: Plain) -> Param:
    if isinstance(value, tuple):
        return tuple(_param(one) for one in value)
    return None if isinstance(value, Mapping) else value


def lists_shown_to(t: Tournament, viewer: PlayerNo, owner: PlayerNo) -> bool:
    """Whether a player may see another's list: all are public, or both are in the cut (COM-LIST-1)."""
    if viewer == owner or t.lists_shown == "all":
        return True
    last = t.stage
    return t.lists_shown == "cut" and last is not None and {viewer, owner} <= set(last.seeds)


def stopped_by_lists(t: Tournament) -> Mapping[PlayerNo, ListState]:
    """The players whose required list is not in order before they begin, also if they come late."""
    if not settings(t).get("lists.required"):
        return {}
    if t.stage and t.rounds:
        excused = {n for one in t.rounds.values() for n in one.despite_lists}
        return {n: "missing" for n in staying(t, t.stage) if n not in excused and not t.players[n].lists}
    states = {n: list_state(t, n) for n in attending(t)}
    return {n: state for n, state in states.items() if state in STOPS}


def excused_lists(t: Tournament, named: tuple[PlayerNo, ...]) -> tuple[PlayerNo, ...]:
    """Those of the named players whose list would stop the round."""
    return tuple(n for n in stopped_by_lists(t) if n in named)


def lists_not_in_order(t: Tournament, named: tuple[PlayerNo, ...], reason: str) -> Iterator[Reason]:
    """Why a round waits for lists (COM-LIST-2, COM-MAT-6); the organiser excuses players with a reason."""
    stopped = stopped_by_lists(t)
    for state, (code, rule) in STOPS.items():
        if players := tuple(n for n, found in stopped.items() if found == state and n not in named):
            yield why(code, rule, players=players)
    excused = excused_lists(t, named)
    if excused and not reason.strip():
        yield why("round.lists_reason_missing", "COM-MAT-6", players=excused)
