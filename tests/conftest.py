"""What every test may ask for. Each fixture's own work is in tests/support."""

import gc
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.chromium import browser_type_launch_args
from tests.support.made_up_stage import round_robin
from tests.support.postgres import postgres_database, postgres_url
from tests.support.sixth import sixth_game
from tests.support.static_checks import StaticChecks
from tests.support.templates import keep_compiled_templates
from tools import rule_coverage

__all__ = ["browser_type_launch_args", "postgres_database", "postgres_url", "round_robin", "sixth_game"]

SHARED = Path(__file__).resolve().parents[2] / "shared"
"""Reference material beside the repository: real events, lists, the rules' own text. Not part of it."""


gc.disable()  # until all tests are collected: what is imported is no garbage
settings.register_profile("quick", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("deep", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("KOMANDOR_PROPERTIES", "quick"))


@pytest.fixture(scope="session", autouse=True)
def sources_read_once() -> Iterator[None]:
    """The sources do not change while the tests run: they are searched for rules once."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("named_by_code", "named_by_tests", "knocked_out"):
            patch.setattr(rule_coverage, name, cache(getattr(rule_coverage, name)))
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the repository. Without it the test is skipped, and says so."""
    if not SHARED.is_dir():
        pytest.skip("the folder 'shared' with the reference material is not beside the repository")
    return SHARED


def pytest_itemcollected(item: pytest.Item) -> None:
    """Whatever asks for a browser is marked as such, so that nobody has to remember it."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.browser)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Collect garbage less often, and leave out what was imported: a fifth of the time of many tests."""
    keep_compiled_templates(session.config)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """`./test` asks for the static checks; the processes that share the tests among them do not run them."""
    if "KOMANDOR_STATIC_CHECKS" in os.environ and not hasattr(config, "workerinput"):
        config.pluginmanager.register(StaticChecks())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """No skip is silent: each reason is printed once, with how many tests it cost."""
    reasons = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", ())]
    for reason in sorted(set(reasons)):
        terminalreporter.line(f"{reasons.count(reason)} × {reason}", yellow=True)
