"""The sources do not change while the tests run: they are searched for rules once."""

from collections.abc import Iterator
from functools import cache

import pytest

from komandor.rulebook import coverage


@pytest.fixture(scope="session", autouse=True)
def sources_read_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("named_by_code", "named_by_tests", "knocked_out"):
            patch.setattr(coverage, name, cache(getattr(coverage, name)))
        yield
