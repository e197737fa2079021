"""What each kind of event has, as far as the draws depend on it: the names of its fields and their types.

A record that has something else is not read any further, so that no verifier stumbles over it and none
reads it in its own way.  The same table stands in web/static/shapes.js; a test compares them.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

MOST = 2**53 - 1
MOST_PLAYERS = 100_000
MOST_ROUNDS = 10_000
TABLE = """
    tournament_created id:s edition:s ~commitment:s ~level:s ~structure:s ~event_kind:s ~teams:b
        ~stages:[plan] ~missions:[s] ~minutes:o ~settings:o
    event_changed changes:event
    staff_appointed staff:p roles:[s]
    staff_dismissed staff:p
    substitute_named staff:p substitute:p
    player_registered player:p ~groups:[s] ~awarded_byes:[n] ~start:n? ~staff:p? ~members:n ~fixed_table:n?
    player_entered_late player:p ~groups:[s] ~start:n? ~members:n ~entered:n? ~missed:[n] ~byes:[n]
        ~match:n? ~table:n? ~lot:n? ~reason:s
    player_amended player:p changes:person
    registration_withdrawn player:p
    waiting_listed player:p ~waiting:b
    checked_in player:p ~present:b
    list_submitted player:p
    list_amended player:p
    list_judged player:p
    list_checked player:p
    player_left player:p ~cause:s ~round:n
    player_disqualified player:p ~round:n
    player_returned player:p ~missed:[n]
    leaving_announced player:p round:c ~leaves:b
    sanction_given ~player:p? ~kind:s ~match:n? ~points:n
    bonus_given player:p points:n round:c
    component_reported component:n player:p ~match:n?
    component_resolved component:n resolution:s ~match:n?
    structure_announced stages:[plan] ~players:n
    pair_forbidden player:p opponent:p
    pair_allowed player:p opponent:p
    round_frozen round:c stage:c head:s ~public_source:s ~field:[row]
    round_drawn round:c stage:c link:s head:s public:s key_check:s order:[p] matches:[match] ~lots:[pair]
        ~starts:[pair] ~seeds:[p?] ~field:[row] ~way:n ~waived:s
    pairing_changed round:c before:[match] after:[match] reason:s
    pairings_kept round:c field:[row] ~reason:s
    round_published round:c
    clock_started round:c
    round_closed round:c
    mission_drawn round:c mission:s
    deck_checks_drawn round:c ~players:[p]
    initiative_set match:n player:p
    sides_chosen match:n light:p
    result_reported match:n by:p scores:[score] ~winner:p?
    result_confirmed match:n by:p
    result_entered match:n scores:[score] ~winner:p?
    result_corrected match:n scores:[score] ~winner:p?
    match_forfeited match:n scores:[score] ~absent:[p] ~winner:p?
    result_annulled match:n
    cut_made stage:c seeds:[p] size:n standings:[p] ~kind:s
    replacement_asked stage:c leaver:p player:p accepted:b seeds:[p]
    stage_shrunk stage:c seeds:[p]
    tournament_closed places:[pair] ~seed:s
    prize_added prize:n to:s ~first:n ~last:n ~wins:n ~count:n ~among:s
    prize_removed prize:n
    award_given prize:n player:p
    raffle_drawn prize:n round:c raffle:n winners:[p] ~absent:[p]
    event_voided targets:[n] reason:s
"""
"""Kind of event, then its fields; ~ may be left out, ? may be null, [ ] is a list.

n whole number, c number from 1 to 10,000, p number of a person, pair and row two and four whole numbers,
s text, b true or false, o object; the other types stand in PARTS.
"""
PARTS = """
    plan kind:s ~rounds:n ~cut:n
    match match:n ~table:n? a:p b:p? kind:s ~game:n?
    score player:p outcome:s points:n ~mov:n
    event ~level:s ~structure:s ~event_kind:s ~stages:[plan] ~missions:[s] ~minutes:o ~settings:o
    person ~groups:[s] ~awarded_byes:[n] ~start:n? ~staff:p? ~fixed_table:n?
"""

Shape = tuple[tuple[str, bool, str], ...]
"""Field, whether it must be there, type."""


def _read(table: str) -> Mapping[str, Shape]:
    words = [line.split() for line in table.strip().replace("\n        ", " ").splitlines()]
    return {kind: tuple(map(_field, fields)) for kind, *fields in words}


def _field(text: str) -> tuple[str, bool, str]:
    name, _, kind = text.lstrip("~").partition(":")
    return name, not text.startswith("~"), kind


SHAPES, OBJECTS = _read(TABLE), _read(PARTS)
Test = Callable[[Any], bool]


def _number(value: Any) -> bool:
    return type(value) is int and abs(value) <= MOST


SIMPLE: Mapping[str, Test] = {
    "n": _number,
    "p": lambda value: type(value) is int and 1 <= value <= MOST_PLAYERS,
    "c": lambda value: type(value) is int and 1 <= value <= MOST_ROUNDS,
    "pair": lambda value: type(value) is list and len(value) == 2 and all(map(_number, value)),
    "row": lambda value: type(value) is list and len(value) == 4 and all(map(_number, value)),
    "s": lambda value: type(value) is str,
    "b": lambda value: type(value) is bool,
    "o": lambda value: type(value) is dict,
}


def shape_fits(event: Any) -> bool:
    """Whether an event has what its kind has; an unknown kind is somebody else's question."""
    if type(event) is not dict or type(event.get("type")) is not str:
        return False
    kind = event["type"]
    return kind not in SHAPES or _object(SHAPES[kind])(event)


@cache
def _object(shape: Shape) -> Test:
    """What tells whether an object has these fields; made once for each shape."""
    tests = [(name, needed, _test(kind)) for name, needed, kind in shape]
    return lambda value: all(
        fits(value[name]) if name in value else not needed for name, needed, fits in tests
    )


@cache
def _test(kind: str) -> Test:
    """What tells whether a value is of this type."""
    if kind.endswith("?"):
        inner = _test(kind[:-1])
        return lambda value: value is None or inner(value)
    if kind.startswith("["):
        inner = _test(kind[1:-1])
        return lambda value: type(value) is list and all(map(inner, value))
    if kind in OBJECTS:
        inner = _object(OBJECTS[kind])
        return lambda value: type(value) is dict and inner(value)
    return SIMPLE[kind]
