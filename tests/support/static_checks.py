"""Ruff, mypy and import-linter beside the tests, where `./test` asks for them."""

import subprocess
from threading import Thread

import pytest

from bootstrap import PYTHON, ROOT, STATIC_CHECKS


class StaticChecks:
    """A plug-in of pytest: the checks run one after another, and one that fails makes the whole run fail."""

    def __init__(self) -> None:
        self.failed: dict[str, str] = {}  # name of a check → what it printed
        self._running = Thread(target=self._run, daemon=True)
        self._running.start()

    def _run(self) -> None:
        for name, command in STATIC_CHECKS:
            done = subprocess.run(
                [PYTHON, "-P", *command],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            if done.returncode:
                self.failed[name] = done.stdout

    def pytest_report_header(self) -> str:
        return f"beside the tests: {', '.join(name for name, _ in STATIC_CHECKS)}"

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._running.join()
        if self.failed and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for name, printed in self.failed.items():
            terminalreporter.section(f"FAILED: {name}", red=True, bold=True)
            terminalreporter.line(printed.rstrip())
