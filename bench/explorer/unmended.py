"""Mends taken out again: with one of them gone, the walks must find what it mended.

.venv/bin/python -m bench.explorer --without lost-part --seconds 60
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from komandor.core.ids import PlayerNo
from komandor.core.tournament.state import Match, Tournament

ACTIONS, READINGS = "komandor.core.tournament.actions", "komandor.core.tournament.readings"


def _any_match(t: Tournament, player: PlayerNo) -> Match | None:
    """The player's match of this round, although its result may count already."""
    here = (m for m in t.in_round(t.round_number) if player in m.players and m.kind == "match")
    return next(here, None) if t.playing else None


def _nothing(*_: Any) -> list[Any]:
    return []


def _never(*_: Any) -> None:
    return None


def _every_round(t: Tournament, _: Any, x: Any) -> tuple[int, ...]:
    """A bye for each round that was missed."""
    begun = (n for n, r in sorted(t.rounds.items()) if r.shown)
    return tuple(begun) if x.choice == "awarded_bye" else ()


Place = tuple[str, str, Callable[..., Any]]
"""A module, the name in it, and what stands there instead."""
MENDS: Mapping[str, tuple[Place, ...]] = {
    "lost-part": (
        (f"{ACTIONS}.components", "open_match", _any_match),
        (f"{READINGS}.components", "open_match", _any_match),
    ),
    "open-place": (
        (f"{READINGS}.pairings", "held_up", _nothing),  # asked by `not_playable`
        *(
            (f"{ACTIONS}.{module}", "held_up", _nothing)
            for module in ("results", "clock", "rounds", "leaving")
        ),
    ),
    "late-bye": (
        *((f"{ACTIONS}.returning", name, _nothing) for name in ("_nothing_left", "_bye_problems")),
        (f"{ACTIONS}.returning", "_granted", _every_round),
    ),
    "penalty": ((f"{ACTIONS}.sanctions", "_too_late", _never),),
}
"""A lost part takes no game that is over; nobody plays for an open place in the cut; a late entry
gets no bye for a round that is over; a penalty takes no game of a closed round."""


def take_out(name: str) -> None:
    """Let the program be as it was before this mend, in this process and those that it starts."""
    for module, attribute, instead in MENDS[name]:
        there = import_module(module)
        assert hasattr(there, attribute), f"{module} has no {attribute} any more"
        setattr(there, attribute, instead)
