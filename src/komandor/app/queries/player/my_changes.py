"""What was changed for a player by somebody else since the round was published: by whom, and why."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.app.ledger import Loaded
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.tournament import events as e
from komandor.core.tournament.state import Tournament

Code = Literal[
    "corrected",
    "annulled",
    "entered",
    "deck",  # a check found it illegal
    "sanction",
    "by_sanction",  # the opponent's sanction decided the match
    "opponent_left",  # or did not come, or was disqualified
    "swapped",
    "taken_back",
    "undone",  # the correction of a result, which now counts as before
]


@dataclass(frozen=True, slots=True, kw_only=True)
class MyChange:
    """One change. `by` as the log has it ("staff:2"); `kind` is the kind of a sanction."""

    seq: int
    code: Code
    by: str
    reason: str = ""
    match: MatchNo | None = None
    kind: str = ""


def changes_by_player(loaded: Loaded) -> Mapping[PlayerNo, tuple[MyChange, ...]]:
    """The changes that each player has to be told, oldest first; what was undone is left out."""
    t, found = loaded.state, defaultdict[PlayerNo, list[MyChange]](list)
    commands = _commands(loaded)
    for seq in range(_published(loaded) + 1, loaded.version + 1):
        if seq in t.voids:
            continue
        note, event = loaded.notes[seq - 1], loaded.history[seq - 1][1]
        command = commands[note.command_id]
        for player, code, reason, match, kind in _concerns(loaded, event, command):
            if told := command.told(player, code):
                known = reason if command.may_know(player) else ""
                found[player].append(
                    MyChange(seq=seq, code=told, by=note.by, reason=known, match=match, kind=kind)
                )
    return {player: tuple(changes) for player, changes in found.items()}


def _published(loaded: Loaded) -> int:
    """The record by which the latest round was published; the last record if none is."""
    standing = (n for n in range(loaded.version, 0, -1) if n not in loaded.state.voids)
    return next(
        (n for n in standing if isinstance(loaded.history[n - 1][1], e.RoundPublished)), loaded.version
    )


@dataclass(slots=True)
class _Command:
    """Players sanctioned or removed by one command, so that its result is reported as a consequence."""

    punished: PlayerNo | None = None
    left: PlayerNo | None = None

    def may_know(self, player: PlayerNo) -> bool:
        """The reason of a sanction is said to nobody else (SWL-SANC-3)."""
        return self.punished in (None, player)

    def told(self, player: PlayerNo, code: Code) -> Code | None:
        """What the player is told of a change; None: they know it from the sanction, or from leaving."""
        if code not in ("entered", "corrected", "deck"):
            return code
        if player in (self.punished, self.left):
            return None
        if code == "deck":
            return code
        return "opponent_left" if self.left else "by_sanction" if self.punished else code


def _commands(loaded: Loaded) -> Mapping[str, _Command]:
    commands = defaultdict[str, _Command](_Command)
    for seq, event in loaded.history:
        command = loaded.notes[seq - 1].command_id
        if isinstance(event, e.SanctionGiven):
            commands[command].punished = event.player
        elif isinstance(event, (e.PlayerLeft, e.PlayerDisqualified)):
            commands[command].left = event.player
    return commands


Concern = tuple[PlayerNo, Code, str, MatchNo | None, str]


def _concerns(loaded: Loaded, event: e.Event, command: _Command) -> Iterator[Concern]:
    t = loaded.state
    match event:
        case e.ResultCorrected():
            yield from ((n, "corrected", event.reason, event.match, "") for n in _players(t, event.match))
        case e.ResultAnnulled():
            yield from ((n, "annulled", event.reason, event.match, "") for n in _players(t, event.match))
        case e.ResultEntered() if event.override or command.left or _reported(t, event.match):
            reason = "" if command.left else event.reason
            yield from ((n, "entered", reason, event.match, "") for n in _players(t, event.match))
        case e.MatchForfeited():
            here = (n for n in _players(t, event.match) if n not in event.absent)
            yield from ((n, "opponent_left", "", event.match, "") for n in here)
        case e.DeckChecked() if not event.legal:
            yield event.player, "deck", event.note, event.match, ""
        case e.SanctionGiven():
            yield event.player, "sanction", event.reason, event.match, event.kind
        case e.PairingChanged():
            yield from ((n, "swapped", event.reason, None, "") for n in _moved(event))
        case e.EventVoided():
            undone = {m: None for seq in event.targets if (m := _of_result(loaded, seq)) in t.matches}
            for match in undone:
                code: Code = "undone" if _only_corrections(loaded, event, match) else "taken_back"
                yield from ((n, code, event.reason, None, "") for n in _players(t, match))


def _reported(t: Tournament, match: MatchNo) -> bool:
    """Whether a player had reported the match before the desk entered it."""
    return any(r.reported_by is not None for r in t.matches[match].disputed)


def _players(t: Tournament, match: MatchNo) -> tuple[PlayerNo, ...]:
    return t.matches[match].players if match in t.matches else ()


def _moved(event: e.PairingChanged) -> list[PlayerNo]:
    """Those who have another opponent or another table than before."""

    def seats(side: str) -> dict[PlayerNo, tuple[object, object]]:
        drawn = getattr(event, side)
        return {n: ({m.a, m.b} - {n}, m.table) for m in drawn for n in (m.a, m.b) if n is not None}

    before, after = seats("before"), seats("after")
    return [n for n in after if before.get(n) != after[n]]


def _of_result(loaded: Loaded, seq: int) -> MatchNo:
    """The match that got its result by this record; 0 for any other record."""
    event = loaded.history[seq - 1][1]
    results = (e.ResultEntered, e.ResultCorrected, e.ResultConfirmed, e.MatchForfeited)
    return event.match if isinstance(event, results) else MatchNo(0)


def _only_corrections(loaded: Loaded, event: e.EventVoided, match: MatchNo) -> bool:
    """Whether nothing but corrections of this match was undone, so that its earlier result counts again."""
    events = [loaded.history[seq - 1][1] for seq in event.targets if _of_result(loaded, seq) == match]
    return all(isinstance(one, e.ResultCorrected) for one in events)
