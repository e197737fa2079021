"""The verdict on a list as a page shows it: what every line was read as, every problem with its rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from komandor.core.games.listverdict import Verdict, choices
from komandor.core.ids import PlayerNo
from komandor.core.lists.knowledge import Cards, Problem
from komandor.core.lists.paper import with_name
from komandor.core.tournament.readings.lists import LONGEST_TEXT, content_of, judged, list_problems, reason_of
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.values import Plain
from komandor.web.forms.fields import Fields
from komandor.web.rendering.event_page import EventPage

Content = Mapping[str, Plain]
TONES = {"legal": "ok", "illegal": "danger", "undecided": "warn"}
ONE_BY_ONE = frozenset({"list.ambiguous", "list.unknown_card", "list.unread"})
"""Problems that are shown beside their line."""


@dataclass(frozen=True, slots=True)
class LineRead:
    """One line of a list with what it was read as; `status` is empty where there is no card data."""

    number: int
    name: str
    count: int
    points: int | None
    status: str
    choices: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """One problem as a sentence, with its rule, its line and whether it is certain."""

    text: str
    rule: str | None
    line: int | None
    severity: str


@dataclass(frozen=True, slots=True)
class VerdictShown:
    """What a page says of a list."""

    decision: str
    catalogue: str
    found: tuple[Found, ...]
    notes: tuple[Found, ...] = ()
    doubtful: tuple[LineRead, ...] = ()
    read: tuple[LineRead, ...] = ()

    @property
    def tone(self) -> str:
        return TONES[self.decision]


@dataclass(frozen=True, slots=True)
class Pasted:
    """A text that somebody pasted, with the other deck pasted before it, and what they mean together."""

    text: str
    other: str
    content: Content
    verdict: VerdictShown
    half: bool  # the other of two decks is still missing


def cards_of(p: EventPage) -> Cards | None:
    """The card data of this event's pack, or what is loaded for its game."""
    return p.site.services.ledger.cards(rules(p.t).data.id, p.t.list_rules.pack)


def texts_in(p: EventPage, fields: Fields) -> tuple[str, str]:
    """What was pasted, after the card that was picked for a line, and the other deck pasted before it."""
    text, other = fields.text("text", LONGEST_TEXT), fields.text("other", LONGEST_TEXT)
    line, _, name = fields.raw("pick").partition(":")
    if line.isdecimal() and name and not other:
        text = picked(text, judged(p.t, {}, text, cards_of(p)), int(line), name[:200])
    return text, other


def to_hand_in(p: EventPage, text: str, other: str) -> tuple[Content, str]:
    """What a command takes: the text, which it parses by itself, or two texts as one form."""
    if not other:
        return {}, text
    first, second = (content_of(judged(p.t, {}, one, cards_of(p)), {}) for one in (other, text))
    return {**first, **second}, ""


def read_pasted(p: EventPage, text: str, other: str = "") -> Pasted:
    """What the texts mean, for a page to show."""
    content, alone = to_hand_in(p, text, other)
    verdict = judged(p.t, content, alone, cards_of(p))
    half = any(one.reason.code == "list.elsewhere" for one in verdict.problems)
    return Pasted(text, other, content if other else content_of(verdict, {}), shown(p, verdict), half)


def picked(text: str, verdict: Verdict, line: int, name: str) -> str:
    """The text with a clear name on one line (COM-LIST-3), if it is one of the choices there."""
    entry = next((one for one in verdict.entries if one.line.number == line), None)
    if entry is None or name not in choices(entry):
        return text
    return with_name(text, entry.line, name)


def shown(p: EventPage, verdict: Verdict) -> VerdictShown:
    """A fresh verdict in words."""
    known = verdict.catalogue is not None
    rows = [
        LineRead(
            one.line.number,
            one.name,
            one.count,
            one.points,
            one.match.status if known else "",
            choices(one),
            rules(p.t).data.rules["names"],
        )
        for one in verdict.entries
    ]
    rows += [LineRead(number, text, 1, None, "unread") for number, text in verdict.unread]
    unclear = tuple(row for row in rows if row.status not in ("", "recognised"))
    return VerdictShown(
        verdict.decision,
        verdict.catalogue or "",
        tuple(_found(p, one) for one in verdict.problems if one.reason.code not in ONE_BY_ONE),
        tuple(_found(p, one) for one in verdict.notes),
        unclear,
        tuple(row for row in rows if row not in unclear),
    )


def _found(p: EventPage, problem: Problem) -> Found:
    return Found(p.say(problem.reason), problem.reason.rule, problem.line, problem.severity)


def kept_verdict(p: EventPage, number: PlayerNo) -> VerdictShown | None:
    """What the log says of the newest list; without card data what the rules say; None without a list."""
    player = p.t.players[number]
    if not player.lists:
        return None
    if found := player.list_found:
        every = tuple(
            Found(p.say(reason_of(one)), one.rule, one.line, one.severity) for one in found.problems
        )
        wrong = tuple(one for one in every if one.severity != "note")
        notes = tuple(one for one in every if one.severity == "note")
        return VerdictShown(found.decision, found.catalogue, wrong, notes)
    problems = list_problems(p.t, player.lists[-1].content)
    by_rules = tuple(Found(p.say(one), one.rule, None, "broken") for one in problems)
    return VerdictShown("illegal" if by_rules else "undecided", "", by_rules)


def tried(p: EventPage, content: Mapping[str, Any]) -> VerdictShown:
    """The verdict on a form that is filled in by hand."""
    return shown(p, judged(p.t, content, "", cards_of(p)))
