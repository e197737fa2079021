"""A static check that fails makes the run of the tests fail, and what it printed is shown."""

from types import SimpleNamespace

import pytest

from tests.support import static_checks
from tests.support.static_checks import StaticChecks

GOOD = ("good", ("-c", "print('nothing to say')"))
BAD = ("bad", ("-c", "import sys; print('line 3: wrong'); sys.exit(1)"))


class Page(list):
    """What a terminal shows, line by line."""

    def section(self, title: str, **_: object) -> None:
        self.append(title)

    line = section


@pytest.mark.parametrize(
    ("checks", "before", "after", "shown"),
    [
        ([GOOD], pytest.ExitCode.OK, pytest.ExitCode.OK, []),
        ([GOOD, BAD], pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, ["FAILED: bad", "line 3: wrong"]),
        ([BAD], pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERRUPTED, ["FAILED: bad", "line 3: wrong"]),
    ],
)
def test_a_failed_check_fails_the_run(
    monkeypatch: pytest.MonkeyPatch,
    checks: list,
    before: pytest.ExitCode,
    after: pytest.ExitCode,
    shown: list[str],
) -> None:
    monkeypatch.setattr(static_checks, "STATIC_CHECKS", checks)
    beside, session, page = StaticChecks(), SimpleNamespace(exitstatus=before), Page()
    beside.pytest_sessionfinish(session)
    beside.pytest_terminal_summary(page)
    assert (session.exitstatus, page) == (after, shown)
