"""A real `komandor serve` in a process of its own, that can be killed without warning and started again."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from tests.support.waiting import PATIENCE, wait_until

GREETING = re.compile(r"Komandor runs at (https?://\S+?)(/host/\S+)")


class Child:
    """`serve` over one data folder; the port stays the same after a restart."""

    def __init__(
        self,
        data: Path,
        *,
        python: str = sys.executable,
        cwd: Path | None = None,
        env: dict[str, str] | None = None,
        verb: tuple[str, ...] = ("serve",),
    ) -> None:
        self.data, self.python, self.cwd, self.verb = data, python, cwd, verb
        self.env = {**os.environ, **(env or {})}
        self.url = self.home = ""
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Child":
        port = self.url.rsplit(":", 1)[1] if self.url else "0"
        options = ["--host", "127.0.0.1", "--port", port, "--data", str(self.data), "--no-browser"]
        command = [self.python, "-m", "komandor", *self.verb, *options]
        said = self.data.with_suffix(".said")
        with said.open("w") as out:
            self.process = subprocess.Popen(command, cwd=self.cwd, env=self.env, stdout=out, stderr=out)
        process = self.process
        wait_until(lambda: GREETING.search(said.read_text()) or process.poll() is not None)
        if found := GREETING.search(said.read_text()):
            self.url, self.home = found.groups()
            return self
        self.stop()
        raise AssertionError("it did not start:\n" + said.read_text())

    def kill(self) -> None:
        """As if the power had gone: no handler runs, nothing is flushed."""
        assert self.process
        self.process.kill()
        assert self.process.wait(PATIENCE) == -signal.SIGKILL

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(PATIENCE)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(
            self.url + path, headers=headers, follow_redirects=True, timeout=PATIENCE, verify=False
        )
