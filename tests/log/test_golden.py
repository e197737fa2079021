"""A file written by any release is read by every later one."""

from pathlib import Path

import pytest

from tests.log.golden import golden_files, read


def test_there_are_files_to_read() -> None:
    assert golden_files()


@pytest.mark.parametrize("path", golden_files(), ids=lambda p: p.name)
def test_it_is_still_read_decoded_and_verified(path: Path) -> None:
    bundle, events = read(path)
    assert len(events) == len(bundle.records) > 0
