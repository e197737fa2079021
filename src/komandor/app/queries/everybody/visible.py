"""What the public may see of an event: everything but a round that is not published yet.

Unpublished pairings are in the log and nowhere else: pages, screens, phones and the public
log file all use these functions.
"""

from collections.abc import Sequence
from dataclasses import replace

from komandor.app.ledger import Loaded
from komandor.core.tournament import events as e
from komandor.core.tournament.replay import Numbered
from komandor.core.tournament.state import Round, Tournament
from komandor.core.tournament.values import Phase
from komandor.log.bundle import Bundle, write
from komandor.log.record import Recorded, withheld
from komandor.log.store import EventStore

PUBLIC_REASONS = (e.ResultEntered, e.ResultCorrected, e.ResultAnnulled)
"""Why something was changed by hand is public, unless a judge wrote it about somebody (`sanctioned`)."""

PUBLISHED_LISTS = (e.ListSubmitted, e.ListAmended, e.RoundFrozen)  # who started despite a list: AMB-G39
PUBLIC_AT_THE_END = (e.DeckChecksDrawn,)
"""Closed parts that are opened when lists are published to all, and when the event is over. Names, calls,
rulings, incidents and what judges write about people stay closed."""


def hidden_round(t: Tournament) -> Round | None:
    """The round that is frozen or drawn but not published."""
    latest = t.round
    return latest if latest is not None and not latest.shown else None


def visible(t: Tournament) -> Tournament:
    """The event without the unpublished round."""
    hidden = hidden_round(t)
    if hidden is None:
        return t
    seen = t.fork()
    del seen.rounds[hidden.number]
    for number in hidden.matches:
        del seen.matches[number]
    seen.changes = {seq: x for seq, x in t.changes.items() if x.round != hidden.number}
    seen.phase = _phase_before(seen, hidden)
    if not seen.rounds_of(hidden.stage):
        _forget_stage(seen, hidden.stage)
    return seen


def visible_loaded(loaded: Loaded) -> Loaded:
    """A loaded event without the unpublished round; its history ends where the public log ends."""
    return replace(loaded, state=visible(loaded.state), history=public_history(loaded))


def public_history(loaded: Loaded) -> Sequence[Numbered]:
    """The records before the first draw of a round that is not published.

    This includes draws that were undone: their link would reveal the next draw of the round.
    """
    if loaded.state.phase == "closed":
        return loaded.history
    shown = {n for n, r in loaded.state.rounds.items() if r.shown}
    for at, (_, event) in enumerate(loaded.history):
        if isinstance(event, e.RoundDrawn) and event.round not in shown:
            return loaded.history[:at]
    return loaded.history


def public_reach(loaded: Loaded) -> int:
    """The number of the last public record: no unpublished pairs."""
    history = public_history(loaded)
    return history[-1][0] if history else 0


def public_log(store: EventStore, loaded: Loaded) -> bytes:
    """The public `.komandor` file: every record up to the last published draw, without people; texts that
    are not public are withheld."""
    return write(Bundle(loaded.state.id, public_records(store, loaded)))


def public_records(store: EventStore, loaded: Loaded, after: int = 0) -> tuple[Recorded, ...]:
    """The records of the public file after this one, each as it stands there."""
    reach, shown = public_reach(loaded), public_texts(loaded)
    records = (r for r in store.read(loaded.state.id, after) if r.seq <= reach)
    return tuple(r if r.seq in shown else withheld(r) for r in records)


def public_texts(loaded: Loaded) -> set[int]:
    """The records whose closed part is public."""
    private = sanctioned(loaded)
    opened = (
        *(PUBLISHED_LISTS if loaded.state.lists_shown == "all" else ()),
        *(PUBLIC_AT_THE_END if loaded.state.phase == "closed" else ()),
    )
    return {
        seq
        for seq, event in public_history(loaded)
        if isinstance(event, opened)
        or (isinstance(event, PUBLIC_REASONS) and loaded.notes[seq - 1].command_id not in private)
    }


def sanctioned(loaded: Loaded) -> set[str]:
    """The steps with a sanction in them: what a judge wrote about somebody is not public."""
    notes = loaded.notes
    return {notes[seq - 1].command_id for seq, event in loaded.history if isinstance(event, e.SanctionGiven)}


def _phase_before(t: Tournament, hidden: Round) -> Phase:
    """The phase in which a round is frozen."""
    last = t.round
    if last is None:
        return "announced"
    return "between" if last.stage == hidden.stage else "cut"


def _forget_stage(t: Tournament, number: int) -> None:
    """Remove a first stage, which begins with its first draw; of a later one remove only the lots."""
    if number == 1:
        del t.stages[number]
    else:
        t.stages[number] = replace(t.stages[number], lots={})
