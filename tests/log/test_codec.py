"""What an event says survives writing and reading exactly, and nothing else is ever read as that event."""

import dataclasses
import enum
import json
import re
import typing
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komandor.core.ids import StageKey
from komandor.core.pairing import WAY
from komandor.core.tournament.actions import EVENTS
from komandor.core.tournament.events import Event
from komandor.core.tournament.stage_kinds import stage_keys
from komandor.core.tournament.values import DrawnMatch, Plain
from komandor.log.codec import QUICK, BadEvent, decode, encode, type_name
from komandor.log.quick import quick
from tests.log.golden import golden_files
from tests.log.golden import read as golden


class Colour(enum.StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass(frozen=True)
class Seed:
    n: int


@dataclasses.dataclass(frozen=True)
class Other:
    n: int


Table = NewType("Table", int)


@dataclasses.dataclass(frozen=True)
class AllKindsSeen:
    n: int
    text: str
    yes: bool
    maybe: int | None
    colour: Colour
    side: Literal["a", "b"]
    many: tuple[int, ...]
    pair: tuple[int, str]
    seed: Seed | None
    by_name: Mapping[str, tuple[Seed, ...]]
    plain: Mapping[str, Plain]
    table: Table


@dataclasses.dataclass(frozen=True)
class Noted:
    VERSION: ClassVar[int] = 3
    words: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Simple:
    n: int
    side: Literal["a", "b"] = "a"
    many: tuple[Seed, ...] = ()


REGISTRY: tuple[type, ...] = (Simple, Noted)

numbers = st.integers(-(2**53) + 1, 2**53 - 1)


def test_names_are_snake_case() -> None:
    assert [type_name(c) for c in (AllKindsSeen, Noted, DrawnMatch)] == [
        "all_kinds_seen",
        "noted",
        "drawn_match",
    ]
    assert type_name(type("HTTPSeen2v2", (), {})) == "http_seen2v2"


def known(cls: type) -> st.SearchStrategy[object]:
    """Values of an event class, from its own type hints; recursive JSON is kept small."""
    plain = st.recursive(
        st.none() | st.booleans() | numbers | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=2).map(tuple) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
        ),
        max_leaves=4,
    )
    fields = {}
    for name, hint in typing.get_type_hints(cls).items():
        fields[name] = st.just(WAY) if name == "way" else by_hint(hint, plain)  # other ways are refused
    return st.builds(cls, **fields)


def by_hint(hint: object, plain: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    args = typing.get_args(hint)
    if getattr(hint, "__supertype__", hint) is int:  # PlayerNo, MatchNo …
        return numbers
    if hint is StageKey:  # a kind of stage that nobody knows is refused
        return st.sampled_from(stage_keys())
    if typing.get_origin(hint) is tuple:
        if args[1:] == (...,):
            return st.lists(by_hint(args[0], plain), max_size=3).map(tuple)
        return st.tuples(*(by_hint(a, plain) for a in args))
    if typing.get_origin(hint) is Mapping:
        value = plain if "Plain" in str(args[1]) else by_hint(args[1], plain)
        return st.dictionaries(st.text(max_size=4), value, max_size=3)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return known(hint)
    if args and typing.get_origin(hint) is not Literal:
        return st.one_of([by_hint(a, plain) for a in args])
    return st.from_type(typing.cast("type", hint))


@given(st.one_of([known(cls) for cls in EVENTS]))
def test_every_event_of_a_tournament_comes_back_equal_and_canonical(event: Event) -> None:
    text = encode(event)
    assert decode(text, EVENTS) == event
    assert text == json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert encode(decode(text, EVENTS)) == text


def test_every_event_class_can_be_written() -> None:
    """A field of a kind that cannot be kept is a TypeError when its reader is made."""
    assert len({QUICK.get_structure_hook(cls) for cls in EVENTS}) == len(EVENTS)


KINDS = AllKindsSeen(
    n=-3,
    text='żółw\n"',
    yes=True,
    maybe=None,
    colour=Colour.BLUE,
    side="b",
    many=(1, 2),
    pair=(3, "x"),
    seed=Seed(4),
    by_name={"b": (Seed(1),), "a": ()},
    plain={"k": (1, None, {"deep": (True, "x")}), "10": 5, "9": {}},
    table=Table(7),
)


def test_all_kinds_of_field_come_back_equal() -> None:
    text = encode(KINDS)
    again = decode(text, (AllKindsSeen,))
    assert again == KINDS
    assert again.colour is Colour.BLUE, "a member of an enum, not a text that is equal to it"
    assert '"by_name":{"a":[],"b":[{"n":1}]}' in text
    assert '"plain":{"10":5,"9":{},"k":[1,null,{"deep":[true,"x"]}]}' in text


def unfit(field: str, hint: Any) -> type:
    return dataclasses.make_dataclass("Unfit", [(field, hint)], frozen=True)


@pytest.mark.parametrize(
    "cls",
    [
        unfit("field", str | Colour),
        unfit("field", Seed | Other),
        unfit("field", Any),
        unfit("type", str),
        unfit("v", int),
    ],
    ids=str,
)
def test_a_class_that_could_not_be_read_back_is_a_mistake_at_once(cls: type) -> None:
    with pytest.raises(TypeError):
        encode(cls("red"))


@pytest.mark.parametrize("hint", [float, tuple[float, ...], float | None])
def test_a_float_is_neither_written_nor_read(hint: Any) -> None:
    cls = unfit("field", hint)
    with pytest.raises(BadEvent):
        encode(cls((0.5,) if hint == tuple[float, ...] else 0.5))
    with pytest.raises(BadEvent, match="cannot be kept exactly"):
        decode('{"field":[0.5],"type":"unfit"}', (cls,))


BAD = {
    '{"type":"simple"}': "simple.n: is missing",
    '{"n":1,"type":"unheard"}': "unknown type of event: unheard",
    '{"n":1,"o":2,"type":"simple"}': "simple: unknown field o",
    '{"many":[{"n":1,"o":2}],"n":1,"type":"simple"}': r"simple.many\[0\]: unknown field o",
    '{"many":[[]],"n":1,"type":"simple"}': r"simple.many\[0\]: object expected",
    '{"many":"ab","n":1,"type":"simple"}': "simple.many: list expected",
    '{"n":1,"side":["a"],"type":"simple"}': "simple.side: one of",
    '{"n":true,"type":"simple"}': "simple.n: whole number expected",
    '{"n":1.0,"type":"simple"}': "simple.n: whole number expected",
    '{"n":9007199254740992,"type":"simple"}': "simple.n: whole number expected",
    '{"n":"1","type":"simple"}': "simple.n: whole number expected",
    '{"n":null,"type":"simple"}': "simple.n: whole number expected",
    '{"n":1,"side":"c","type":"simple"}': "simple.side: one of",
    '{"many":[{"n":1},{"n":"x"}],"n":1,"type":"simple"}': r"simple.many\[1\].n: whole number",
    '{"many":{"n":1},"n":1,"type":"simple"}': "simple.many: list expected",
    '{"n":1,"type":"simple","v":2}': "version 2 is not known here",
    '{"type":"noted","words":[]}': "noted version 1 is not known",
    '{"n":1}': "an object with a type",
    "[]": "an object with a type",
    '{"n":1': "no JSON",
    "[" * 100_000: "no JSON",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:40])
def test_what_is_no_event_is_refused_and_the_place_is_named(text: str) -> None:
    with pytest.raises(BadEvent, match=BAD[text]):
        decode(text, REGISTRY)


UNFIT: list[dict[str, typing.Any]] = [
    {"n": True},
    {"n": 2**53},
    {"n": "1"},
    {"n": 1, "side": "c"},
    {"n": 1, "many": [Seed(1)]},
    {"n": 1, "many": (1,)},
    {"n": 1, "many": (Other(1),)},
    {"n": 1, "many": (Seed(0.5),)},
    {"n": 1, "many": None},
]


@pytest.mark.parametrize("fields", UNFIT)
def test_a_wrongly_filled_event_is_never_written(fields: dict[str, typing.Any]) -> None:
    with pytest.raises(BadEvent):
        encode(Simple(**fields))


def test_a_field_added_later_takes_its_default_in_older_text() -> None:
    assert decode('{"n":1,"type":"simple"}', REGISTRY) == Simple(1)


def test_the_quick_way_reads_what_the_strict_way_reads_and_leaves_it_the_rest() -> None:
    read, events = quick(EVENTS, type_name), [e for path in golden_files() for e in golden(path)[1]]
    texts = [encode(event) for event in events]
    found = [read(text) for text in texts]
    assert [repr(a) for a in found if a is not None] == [
        repr(b) for a, b in zip(found, events, strict=True) if a is not None
    ]
    assert sum(a is None for a in found) < len(events) / 50
    entered = next(text for text in texts if '"result_entered"' in text)
    points = re.search(r'"points":[0-9]+', entered)
    assert points is not None
    for other in (f"{points[0]}.0", f"{points[0]}0000000000000000", f'"more":1,{points[0]}', f" {points[0]}"):
        assert read(entered.replace(points[0], other, 1)) is None


@pytest.mark.parametrize("depth", range(7))
def test_what_a_slip_holds_is_read_alike_at_any_depth(depth: int) -> None:
    inner: Plain = 7
    for _ in range(depth):
        inner = ({"deeper": inner}, None, True, "7")
    event = dataclasses.replace(_entered(), report={"slip": inner})
    text = encode(event)
    assert repr(decode(text, EVENTS)) == repr(event)
    broken = re.sub(r'"(slip|deeper)":7\b', r'"\1":7.5', text)
    with pytest.raises(BadEvent, match="whole number"):
        decode(broken, EVENTS)


def _entered() -> Any:
    events = (event for path in golden_files() for event in golden(path)[1])
    return next(event for event in events if type_name(type(event)) == "result_entered")
