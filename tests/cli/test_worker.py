"""A process of several ends when its supervisor is gone, however that went away."""

import socket
from dataclasses import dataclass
from typing import cast

import pytest

from komandor.cli import worker
from komandor.web.server.run_server import Server


@dataclass
class Stops:
    should_exit: bool = False


@pytest.mark.parametrize("unread", [b"", b"a beat that nobody read"])
def test_it_ends_although_its_last_words_were_not_heard(
    unread: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket that is closed with unread words in it is reset, not ended."""
    ended: list[int] = []
    monkeypatch.setattr(worker, "ENDS", 0)
    monkeypatch.setattr("os._exit", ended.append)
    ours, theirs = socket.socketpair()
    ours.sendall(unread)
    theirs.close()
    server = Stops()
    with ours, ours.makefile("rb") as words:
        worker._obey(words, cast("Server", server))
    assert (server.should_exit, ended) == (True, [1])
