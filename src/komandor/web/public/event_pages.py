"""The pages of one event: what it is, its table, bracket, people, changes, and the proof of its draws."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import ClassVar

from komandor.app.editions import EditionFacts, facts_of
from komandor.app.queries.everybody.bracket import BracketView, bracket_view
from komandor.app.queries.everybody.factions import (
    Faction,
    FactionRow,
    factions_of,
    factions_view,
)
from komandor.app.queries.everybody.history import LogEntry, entries
from komandor.app.queries.everybody.names import sort_key
from komandor.app.queries.everybody.prizes import PrizeRow, prize_rows
from komandor.app.queries.everybody.rounds import RoundView
from komandor.app.queries.everybody.schedule import PlannedBreak, PlannedRound
from komandor.app.queries.everybody.standings import StandingsView, standings_view
from komandor.app.queries.everybody.visible import hidden_round, public_log, public_reach
from komandor.app.queries.staff.lists import list_row
from komandor.core.editions import Edition, read_edition
from komandor.core.games.game import ListField
from komandor.core.ids import PlayerNo
from komandor.core.tournament import events as e
from komandor.core.tournament.actions import EVENT_ROW_OF
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.structure import round_lengths
from komandor.core.tournament.state import Round, Staff, Tournament
from komandor.core.tournament.values import Plain, StagePlan
from komandor.web.public.pairings import ByName, by_name, current
from komandor.web.public.public_page import PublicPart
from komandor.web.public.standings_part import not_playing
from komandor.web.rendering.event_page import EventPage, Sentence
from komandor.web.rendering.i18n import N_
from komandor.web.server.site import Site

VERIFIER = (
    *("hashes.js", "verify.js", "pairing-plan.js", "fold-pairs.js", "pairs.js", "raffles.js", "shapes.js"),
    *("redraw.js", "acts.js", "same-event.js", "js/verify-page.js"),
)


class EventHome(PublicPart, template="public/parts/event.html"):
    HEADING: ClassVar[str] = N_("Event")
    edition: str  # the name of an edition that was loaded for the event
    notices: Sequence[str]  # the newest first
    view: RoundView | None
    lines: Sequence[ByName]
    address: str
    join: str
    followed: bool  # it runs elsewhere: nobody takes part here
    table: StandingsView | None
    places: Sequence[tuple[PlayerNo, int]]
    bracket: BracketView | None
    rest: PlannedBreak | None
    announced: Sequence[StagePlan]
    lengths: Sequence[Sentence]  # how long the rounds last, with their rules
    players: int
    slots: Sequence[PlannedRound]
    prizes: Sequence[PrizeRow]
    leaders: Sequence[Staff]

    @property
    def scripts(self) -> Sequence[str]:
        return ("js/podium.js",) if self._p.event.closed else ()


def event_home(p: EventPage) -> EventHome:
    view, day, t = current(p), p.timetable, p.t
    return EventHome(
        p,
        edition=rules(t).data.label[p.lang] if t.edition_text else "",
        notices=newest_notices(t),
        view=view,
        lines=by_name(p, view) if view and t.playing else [],
        address=p.address,
        join=p.join_address if t.arriving and not p.followed else "",
        followed=p.followed,
        table=standings_view(t) if t.rounds else None,
        places=t.places,
        bracket=bracket_of(t),
        rest=resting(p),
        announced=t.announced,
        lengths=p.sentences(round_lengths(t)),
        players=len(t.active()),
        slots=day.slots if day and t.announced else (),
        prizes=prize_rows(t, p.order),
        leaders=[s for s in t.staff.values() if s.leads],
    )


def newest_notices(t: Tournament) -> list[str]:
    """The organiser's notices, the newest first."""
    return [text for _, text in sorted(t.notices.items(), reverse=True)]


def resting(p: EventPage) -> PlannedBreak | None:
    """The longer break that goes on now, between two rounds."""
    day = p.timetable if p.t.between_rounds else None
    return day.rest if day else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedList:
    """One player's list as everybody may read it, with what was amended."""

    player: PlayerNo
    factions: Sequence[Faction]
    content: Mapping[str, Plain]
    amended: Sequence[tuple[str, bool]]  # why, and whether the change is significant


class ListsPart(PublicPart, template="public/parts/lists.html"):
    HEADING: ClassVar[str] = N_("Lists")
    factions: Sequence[FactionRow]
    form: Sequence[ListField]
    lists: Sequence[PublishedList]
    decisions: Sequence[tuple[PlayerNo, str]]
    started: Sequence[tuple[PlayerNo, str]]


def lists(p: EventPage) -> ListsPart | None:
    """Everybody's list, what leaders decided about them, and the factions; no page before publication."""
    t = p.t
    if t.lists_shown != "all":
        return None
    listed = [n for n, player in t.players.items() if player.lists and not player.outside]
    rows = [list_row(t, n) for n in listed]
    return ListsPart(
        p,
        factions=factions_view(t),
        form=rules(t).list_form,
        lists=[_published_list(t, n) for n in sorted(listed, key=lambda n: sort_key(p.name(n)))],
        decisions=[(row.player, row.note) for row in rows if row.overridden],
        started=[(n, r.lists_reason) for r in t.rounds.values() for n in r.despite_lists],
    )


def _published_list(t: Tournament, number: PlayerNo) -> PublishedList:
    versions = t.players[number].lists
    amended = [(v.reason, v.significant) for v in versions if v.amended]
    own = factions_of(t, number)
    return PublishedList(player=number, factions=own, content=versions[-1].content, amended=amended)


class BracketPart(PublicPart, template="public/parts/bracket.html"):
    HEADING: ClassVar[str] = N_("Bracket")
    bracket: BracketView | None


def bracket(p: EventPage) -> BracketPart:
    return BracketPart(p, bracket=bracket_of(p.t))


def bracket_of(t: Tournament) -> BracketView | None:
    """The latest knock-out stage, drawn or not."""
    found = [s for _, s in sorted(t.stages.items()) if s.kind.bracket]
    return bracket_view(t, found[-1]) if found else None


class PlayersPart(PublicPart, template="public/parts/players.html"):
    HEADING: ClassVar[str] = N_("Players")
    people: Sequence[PlayerNo]
    left: Mapping[PlayerNo, str]
    here: Set[PlayerNo]  # who has checked in

    @property
    def heading(self) -> str:
        return N_("Teams") if self._p.t.teams else self.HEADING


def players(p: EventPage) -> PlayersPart:
    people = [n for n, player in p.t.players.items() if not player.outside]
    here = {n for n, player in p.t.players.items() if player.checked_in}
    return PlayersPart(p, people=sorted(people, key=p.order), left=not_playing(p.t), here=here)


# ── what was changed by hand ─────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """One change by hand; `accepted`: what a round was published in spite of."""

    seq: int
    at: str
    by: str
    text: str
    undone: bool
    sanction: bool  # what a judge wrote about somebody is not public
    accepted: Sequence[str]
    reason: str


class ChangesPart(PublicPart, template="public/parts/changes.html"):
    HEADING: ClassVar[str] = N_("Changes")
    rows: Sequence[ChangeRow]


def changes(p: EventPage) -> ChangesPart:
    whole = p.site.services.ledger.load(p.t.id)
    hidden = hidden_round(whole.state)
    every = entries(whole)
    renamed = _renamed(every)
    sanctioned = {x.command_id for x in every if isinstance(x.event, e.SanctionGiven)}
    shown = [x for x in every if x.seq in renamed or _shown(x, hidden)]
    return ChangesPart(p, rows=[_change(p, x, x.command_id in sanctioned) for x in reversed(shown)])


def _change(p: EventPage, x: LogEntry, sanction: bool) -> ChangeRow:
    return ChangeRow(
        seq=x.seq,
        at=x.at,
        by=p.actor_name(x.by) if x.by.startswith("staff:") else "",
        text=p.event_line(x.event, x.withheld),
        undone=x.voided,
        sanction=sanction,
        accepted=x.event.accepted or ("round.rematches",) if isinstance(x.event, e.RoundPublished) else (),
        reason=x.event.reason if isinstance(x.event, e.ResultEntered) else "",
    )


def _renamed(every: list[LogEntry]) -> set[int]:
    """The records that gave somebody another name after a round had been frozen."""
    first = next((x.seq for x in every if isinstance(x.event, e.RoundFrozen)), len(every))
    return {x.seq for x in every[first:] if isinstance(x.event, e.PlayerAmended) and x.sealed}


def _shown(entry: LogEntry, hidden: Round | None) -> bool:
    event = entry.event
    if hidden is not None and isinstance(event, e.PairingChanged) and event.round == hidden.number:
        return False
    by_hand = EVENT_ROW_OF[type(event)].by_hand
    return by_hand is not None and by_hand(event)


# ── the proof ────────────────────────────────────────────────────────────────


class EditionPart(PublicPart, template="public/parts/edition.html"):
    HEADING: ClassVar[str] = N_("Rules of this event")
    edition: EditionFacts
    text: str


def edition(p: EventPage) -> EditionPart | None:
    """The edition that was loaded for the event; there is no such page where it is the document's own."""
    loaded = read_edition(p.t.edition_text) if p.t.edition_text else None
    if not isinstance(loaded, Edition):
        return None
    return EditionPart(p, edition=facts_of(loaded, p.lang), text=loaded.text)


class VerifyPart(PublicPart, template="public/parts/verify.html"):
    HEADING: ClassVar[str] = N_("Check the draw")
    commitment: str
    seed: str  # opened at the end
    drawn: Sequence[tuple[Round, str]]  # each with its level
    preparing: tuple[int, str] | None  # a frozen round and its head
    reach: int
    all: int

    @property
    def scripts(self) -> Sequence[str]:
        return VERIFIER


def verify(p: EventPage) -> VerifyPart:
    whole = p.site.services.ledger.load(p.t.id)
    hidden = hidden_round(whole.state)
    return VerifyPart(
        p,
        commitment=p.t.commitment,
        seed=p.t.opened_seed,
        drawn=[(r, _level(r)) for _, r in sorted(p.t.rounds.items())],
        preparing=(hidden.number, hidden.head) if hidden else None,
        reach=public_reach(whole),
        all=whole.version,
    )


def _level(r: Round) -> str:
    """How well a draw is protected; A is not awarded: no beacon is checked."""
    return "B" if r.public_source == "dice" and r.public else "C"


def log_file(site: Site, lang: str, tournament: str) -> bytes | None:
    """The public log: no people, nothing unpublished."""
    loaded = site.services.ledger.load(tournament)
    return public_log(site.store, loaded) if public_reach(loaded) else None
