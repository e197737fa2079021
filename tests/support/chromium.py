"""The system's Chromium for pytest-playwright, whose own download we do not need."""

from typing import Any

import pytest

from bootstrap import find_chromium

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
    executable = find_chromium()
    if executable is None:
        pytest.fail("no Chromium for the browser tests: sudo apt-get install -y chromium", pytrace=False)
    headed = bool(pytestconfig.getoption("--headed"))
    return {"executable_path": executable, "args": list(ARGS), "headless": not headed}
