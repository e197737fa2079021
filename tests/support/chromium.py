"""The system's Chromium for pytest-playwright, whose own download we do not need, and how to wait for it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bootstrap import find_chromium
from tests.support.waiting import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)  # as for everything else; Playwright's own 5 s are few

AT_REST = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await document.fonts.ready;
  await frame();
  const ends = (one) => one.effect.getComputedTiming().endTime !== Infinity;
  const ending = () => document.getAnimations().filter(ends);
  for (let more = ending(); more.length; more = ending()) {
    await Promise.all(more.map((one) => one.finished.catch(() => null)));
    await frame();  // an inherited colour fades again in every element below
  }
  await frame();
}"""


def at_rest(page: Page) -> None:
    """Wait until fonts are there, colours have faded and the page is painted."""
    page.evaluate(AT_REST)


ARGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""As root in a container Chromium starts only without its sandbox; and it must not phone home."""


@pytest.fixture(scope="session")
def browser_type_launch_args(pytestconfig: pytest.Config) -> dict[str, Any]:
    """Overrides pytest-playwright's: its fixtures `browser`, `context` and `page` then use this browser."""
    headed = bool(pytestconfig.getoption("--headed"))
    executable = find_chromium(windows=headed)
    if executable is None:
        pytest.fail("no Chromium for the browser tests: sudo apt-get install -y chromium", pytrace=False)
    return {"executable_path": executable, "args": list(ARGS), "headless": not headed}
