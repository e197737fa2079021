"""A changed copy of a frozen record is what `dataclasses.replace` would give."""

import inspect
from dataclasses import MISSING, FrozenInstanceError, fields, is_dataclass, replace
from typing import Any

import pytest

from komandor.core.changed import changed
from komandor.core.tournament import state

FROZEN = [
    cls
    for _, cls in inspect.getmembers(state, inspect.isclass)
    if cls.__module__ == state.__name__ and is_dataclass(cls) and cls.__dataclass_params__.frozen  # type: ignore[attr-defined]
]


@pytest.mark.parametrize("cls", FROZEN)
def test_a_copy_differs_in_the_named_fields_only(cls: Any) -> None:
    made = cls(**{f.name: f"own {f.name}" for f in fields(cls) if f.default is MISSING})
    for field in fields(cls):
        new = changed(made, **{field.name: "new"})
        assert new == replace(made, **{field.name: "new"}) != made
        assert type(new) is cls
        with pytest.raises(FrozenInstanceError):
            setattr(new, field.name, "again")


def test_a_field_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        changed(state.Staff(1, ()), duty=True)
