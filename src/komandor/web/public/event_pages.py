"""The pages of one event: what it is, its table, bracket, people, changes, and the proof of its draws."""

from collections.abc import Mapping
from typing import Any

from komandor.app.editions import changes_of
from komandor.app.queries.everybody.bracket import BracketView, bracket_view
from komandor.app.queries.everybody.cut_needs import cut_needs
from komandor.app.queries.everybody.factions import factions_of, factions_view, shown_factions
from komandor.app.queries.everybody.history import LogEntry, entries
from komandor.app.queries.everybody.names import sort_key
from komandor.app.queries.everybody.prizes import prize_rows
from komandor.app.queries.everybody.progress import places_by_round
from komandor.app.queries.everybody.schedule import PlannedBreak
from komandor.app.queries.everybody.standings import standings_view
from komandor.app.queries.everybody.visible import hidden_round, public_log, public_reach
from komandor.app.queries.staff.cut_preview import cut_shown
from komandor.app.queries.staff.lists import list_row
from komandor.core.editions import Edition, read_edition
from komandor.core.tournament import events as e
from komandor.core.tournament.state import Round, Tournament
from komandor.web.public.pairings import by_name, current
from komandor.web.rendering.event_page import EventPage
from komandor.web.rendering.timetable import timetable
from komandor.web.server.site import Site

LEVELS = {"beacon": "C", "dice": "B", "none": "C"}  # A is not awarded: no beacon is checked


def event_model(p: EventPage) -> Mapping[str, Any]:
    view, day = current(p), timetable(p)
    return {
        "view": view,
        "lines": by_name(p, view) if view and p.t.playing else [],
        "address": p.address,
        "join": p.join_address if p.t.arriving else "",
        "table": standings_view(p.t) if p.t.rounds else None,
        "bracket": bracket_of(p.t),
        "rest": resting(p),
        "slots": day.slots if day and p.t.announced else (),
        "prizes": prize_rows(p.t, p.order),
        "leaders": [s for s in p.t.staff.values() if s.leads],
    }


def resting(p: EventPage) -> PlannedBreak | None:
    """The longer break that goes on now, between two rounds."""
    day = timetable(p) if p.t.between_rounds else None
    return day.rest if day else None


def standings_model(p: EventPage) -> Mapping[str, Any]:
    running = p.t.playing
    return {"table": standings_view(p.t), "running": running, "paths": places_by_round(p.t)} | {
        "factions": shown_factions(p.t),
        "needs": cut_needs(p.t),
        "cut": cut_shown(p.t) if p.t.between_rounds else None,
    }


def lists_model(p: EventPage) -> Mapping[str, Any] | None:
    """Everybody's list, what leaders decided about them, and the factions; no page before publication."""
    if p.t.lists_shown != "all":
        return None
    listed = [n for n, player in p.t.players.items() if player.lists and not player.outside]
    rows = [list_row(p.t, n) for n in listed]
    return {
        "factions": factions_view(p.t),
        "people": [(n, factions_of(p.t, n)) for n in sorted(listed, key=lambda n: sort_key(p.name(n)))],
        "decisions": [(row.player, row.note) for row in rows if row.overridden],
        "started": [(n, r.lists_reason) for r in p.t.rounds.values() for n in r.despite_lists],
    }


def bracket_model(p: EventPage) -> Mapping[str, Any]:
    return {"bracket": bracket_of(p.t)}


def bracket_of(t: Tournament) -> BracketView | None:
    """The latest knock-out stage, drawn or not."""
    found = [s for _, s in sorted(t.stages.items()) if s.kind.bracket]
    return bracket_view(t, found[-1]) if found else None


def players_model(p: EventPage) -> Mapping[str, Any]:
    here = [n for n, player in p.t.players.items() if not player.outside]
    return {"people": sorted(here, key=p.order)}


# ── what was changed by hand ─────────────────────────────────────────────────

SHOWN: tuple[type[e.Event], ...] = (
    *(e.PairingChanged, e.EventVoided, e.ResultCorrected, e.ResultAnnulled),
    *(e.ReplacementAsked, e.StageShrunk, e.PlayerEnteredLate),
)
"""Changes that anybody may look up, with their reasons."""


def changes_model(p: EventPage) -> Mapping[str, Any]:
    whole = p.site.services.ledger.load(p.t.id)
    hidden = hidden_round(whole.state)
    every = entries(whole)
    renamed = _renamed(every)
    shown = [x for x in every if x.seq in renamed or _shown(x, hidden)]
    return {"entries": list(reversed(shown)), "line": p.event_line} | {
        # what a judge wrote about somebody is not public
        "sanctioned": {x.command_id for x in every if isinstance(x.event, e.SanctionGiven)}
    }


def _renamed(every: list[LogEntry]) -> set[int]:
    """The records that gave somebody another name after a round had been frozen."""
    first = next((x.seq for x in every if isinstance(x.event, e.RoundFrozen)), len(every))
    return {x.seq for x in every[first:] if isinstance(x.event, e.PlayerAmended) and x.sealed}


def _shown(entry: LogEntry, hidden: Round | None) -> bool:
    event = entry.event
    if hidden is not None and isinstance(event, e.PairingChanged) and event.round == hidden.number:
        return False
    by_hand = (isinstance(event, e.EventChanged) and event.exception) or (
        isinstance(event, e.ResultEntered) and event.override
    )
    accepted = isinstance(event, e.RoundPublished) and bool(event.accepted)
    return isinstance(event, SHOWN) or by_hand or accepted


# ── the proof ────────────────────────────────────────────────────────────────


def edition_model(p: EventPage) -> Mapping[str, Any] | None:
    """The edition that was loaded for the event; there is no such page where it is the document's own."""
    edition = read_edition(p.t.edition_text) if p.t.edition_text else None
    if not isinstance(edition, Edition):
        return None
    return {"edition": edition, "changes": changes_of(edition)}


def verify_model(p: EventPage) -> Mapping[str, Any]:
    whole = p.site.services.ledger.load(p.t.id)
    rounds = [(r, LEVELS.get(r.public_source, "C")) for _, r in sorted(p.t.rounds.items())]
    return {
        "drawn": rounds,
        "preparing": hidden_round(whole.state),
        "reach": public_reach(whole),
        "all": whole.version,
    }


def log_file(site: Site, lang: str, tournament: str) -> bytes | None:
    """The public log: no people, nothing unpublished."""
    loaded = site.services.ledger.load(tournament)
    return public_log(site.store, loaded) if public_reach(loaded) else None
