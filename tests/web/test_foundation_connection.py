"""What a connection may send: several requests at once, a body with a GET, headers of a bounded length."""

import socket

import pytest

from komandor.web.server.run_server import LONGEST_HEADERS
from tests.support.raw_http import headers, read_answers, until_closed
from tests.support.site import Served, write
from tests.support.waiting import PATIENCE

GET = b"GET /t/cup/counted HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def talk(served: Served, request: bytes, answers: int = 1) -> bytes:
    """Send raw bytes and read so many answers."""
    host, port = served.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(request)
        return read_answers(line, answers)


@pytest.fixture
def warm(served: Served) -> Served:
    served.client.get("/t/cup/counted", headers={"Host": "127.0.0.1"})
    return served


def test_headers_that_do_not_end_are_refused(warm: Served) -> None:
    """A stranger cannot fill the memory: the connection is closed soon after the limit."""
    host, port = warm.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(GET + b"X-Endless: " + b"x" * 2 * LONGEST_HEADERS)
        assert until_closed(line).startswith(b"HTTP/1.1 400")


def test_requests_sent_together_are_answered_in_order(warm: Served) -> None:
    health = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    got = talk(warm, GET + b"\r\n" + health + GET + b"\r\n" + GET + b"\r\n", answers=4)
    bodies = [answer.split(b"\r\n\r\n")[1][:5] for answer in got.split(b"HTTP/1.1 ")[1:]]
    assert bodies == [b"<p>cu", b'{"sta', b"<p>cu", b"<p>cu"]


def test_a_body_that_nobody_asked_for_is_skipped(warm: Served) -> None:
    got = talk(warm, GET + b"Content-Length: 5\r\n\r\nhello" + GET + b"\r\n", answers=2)
    assert got.count(b"HTTP/1.1 200 OK") == 2


def test_a_new_version_is_never_answered_with_the_old(warm: Served) -> None:
    write(warm.site.store, "cup", "second")
    assert talk(warm, GET + b"\r\n").endswith(b"<p>cup pl 2</p>")


def test_a_foreign_host_is_refused(warm: Served) -> None:
    answer = talk(warm, b"GET /t/cup/counted HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 421")


def test_the_same_version_again_is_304_without_a_body(warm: Served) -> None:
    tag = headers(talk(warm, GET + b"\r\n"))["etag"]
    answer = talk(warm, GET + f"If-None-Match: {tag}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 304")
    assert answer.endswith(b"\r\n\r\n")
