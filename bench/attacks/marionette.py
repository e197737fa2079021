"""Drives Debian's Firefox by Marionette, the protocol it brings along: no driver has to be installed."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

NAMES = ("firefox-esr", "firefox")
PATIENCE = 120.0
ENTER = "\ue007"
PREFERENCES = """user_pref("marionette.port", {port});
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("intl.accept_languages", "{lang}");
"""


class Firefox:
    """One window. A message is a JSON array with its length before it; an answer carries its number."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._number, self._heard = connection, 0, b""
        self._read()  # the greeting
        self._ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": True}}})

    def _ask(self, name: str, fields: dict[str, Any] | None = None) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, name, fields or {}]).encode()
        self._connection.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(f"{name} {fields}: {error['error']}: {error['message']}")
        return result.get("value", result) if isinstance(result, dict) else result

    def _read(self) -> Any:
        while b":" not in self._heard:
            self._hear()
        length, _, self._heard = self._heard.partition(b":")
        while len(self._heard) < int(length):
            self._hear()
        text, self._heard = self._heard[: int(length)], self._heard[int(length) :]
        return json.loads(text)

    def _hear(self) -> None:
        more = self._connection.recv(65536)
        if not more:
            raise RuntimeError("Firefox is gone")
        self._heard += more

    def goto(self, url: str) -> None:
        self._ask("WebDriver:Navigate", {"url": url})

    def script(self, text: str, *args: Any) -> Any:
        return self._ask("WebDriver:ExecuteScript", {"script": text, "args": list(args)})

    def wait(self, text: str, *args: Any) -> Any:
        """What the script gives as soon as it gives something true; a page being left gives nothing."""
        end, found, problem = time.monotonic() + PATIENCE, None, ""
        while not found:
            if time.monotonic() > end:
                raise TimeoutError(f"{text} {args} at {self.url} {problem}")
            try:
                found = self.script(text, *args)
            except RuntimeError as error:
                problem = str(error)
            time.sleep(0.02)
        return found

    @property
    def url(self) -> str:
        return str(self._ask("WebDriver:GetCurrentURL"))

    def _element(self, selector: str) -> str:
        found = (
            "const e = document.querySelector(arguments[0]); return document.readyState == 'complete' && e"
        )
        return str(next(iter(self.wait(found, selector).values())))

    def click(self, selector: str) -> None:
        """As a finger does: what is hidden or covered cannot be clicked."""
        self._ask("WebDriver:ElementClick", {"id": self._element(selector)})

    def resize(self, width: int, height: int) -> None:
        """Give the page this size; what stands around it, such as the address bar, is added."""
        around = "return [outerWidth - innerWidth, outerHeight - innerHeight]"
        wide, high = self.script(around)
        self._ask("WebDriver:SetWindowRect", {"width": width + wide, "height": height + high})

    def picture(self, path: Path) -> None:
        """Save what the window shows, once its fonts are there."""
        self.wait("return document.readyState == 'complete' && document.fonts.status == 'loaded'")
        path.write_bytes(base64.b64decode(self._ask("WebDriver:TakeScreenshot", {"full": True})))

    def type(self, selector: str, text: str) -> None:
        self._ask("WebDriver:ElementSendKeys", {"id": self._element(selector), "text": text})


def find_firefox() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def firefox(program: str, lang: str) -> Iterator[Firefox]:
    """A new Firefox without a window, with a profile of its own that is thrown away."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder, "user.js").write_text(PREFERENCES.format(port=port, lang=lang), encoding="utf-8")
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", folder]
        environment = {**os.environ, "HOME": folder, "MOZ_HEADLESS": "1"}
        silent = subprocess.DEVNULL
        with subprocess.Popen(command, env=environment, stdout=silent, stderr=silent) as running:
            try:
                with _connected(port) as connection:
                    yield Firefox(connection)
            finally:
                running.terminate()


def _connected(port: int) -> socket.socket:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(OSError):
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        time.sleep(0.1)
    raise TimeoutError("Firefox does not answer")
