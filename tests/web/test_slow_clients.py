"""Slow, endless and huge requests of strangers are ended by themselves and hold up nobody else."""

import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from komandor.app.access import HOST
from komandor.log.bundle import export
from komandor.web.server import bodies, connections
from tests.support.raw_http import read_answers, until_closed
from tests.support.site import Served, serving
from tests.support.waiting import PATIENCE
from tests.support.world import ORGANISER, World, opened, site_of

HEAD = b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"


@pytest.fixture
def world() -> World:
    return opened()


@pytest.fixture
def hall(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(bodies.Bodies.__init__, "__defaults__", (1.0,))
    monkeypatch.setattr(connections, "HEADER_SECONDS", 1.0)
    with serving(site_of(world)) as site:
        yield site


def connected(hall: Served) -> socket.socket:
    where = urlsplit(hall.url)
    return socket.create_connection((where.hostname or "", where.port or 0), PATIENCE)


def test_slow_bodies_take_no_thread(hall: Served) -> None:
    lines = [connected(hall) for _ in range(24)]
    for line in lines:
        line.sendall(HEAD % b"/join/cup" + b"Content-Length: 1000\r\n\r\na=")
    began = time.monotonic()
    assert hall.client.get("/join/cup").status_code == 200
    assert time.monotonic() - began < PATIENCE / 2
    assert all(until_closed(line).startswith(b"HTTP/1.1 408") for line in lines)
    for line in lines:
        line.close()


@pytest.mark.parametrize("path", [b"/import", b"/join/cup", b"/c/cup/people/bring"])
def test_a_huge_upload_of_a_stranger_is_refused_before_it_is_read(hall: Served, path: bytes) -> None:
    with connected(hall) as line:
        line.sendall(HEAD % path + b"Content-Length: 400000000\r\n\r\n")
        assert until_closed(line).startswith(b"HTTP/1.1 413")


def test_a_body_of_unknown_length_is_bounded_too(hall: Served) -> None:
    with connected(hall) as line:
        line.sendall(HEAD % b"/join/cup" + b"Transfer-Encoding: chunked\r\n\r\n")
        line.sendall(b"ffff\r\n" + b"a" * 0xFFFF + b"\r\n" + b"ffff\r\n" + b"a" * 0xFFFF + b"\r\n")
        assert until_closed(line)[:12] in (b"HTTP/1.1 413", b"")


def test_programs_are_told_of_it_as_a_problem(hall: Served) -> None:
    with connected(hall) as slow, connected(hall) as huge:
        slow.sendall(HEAD % b"/api/v1/events" + b"Content-Length: 1000\r\n\r\n{")
        huge.sendall(HEAD % b"/api/v1/events" + b"Content-Length: 400000000\r\n\r\n")
        for line, status, kind in ((slow, b"408", b"too-slow"), (huge, b"413", b"too-large")):
            head, _, body = until_closed(line).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 " + status)
            assert b"content-type: application/problem+json" in head
            assert body.startswith(b'{"type":"urn:komandor:problem:' + kind)


def test_whoever_may_upload_can(hall: Served, world: World) -> None:
    for token in (world.link(HOST), world.link(ORGANISER)):
        hall.client.get(f"/host/{token}")
        hall.client.get(f"/s/{token}")
    big = export(world.store, "cup") + b"x" * 100_000
    page = hall.client.get("/import").text
    csrf = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    found = hall.client.post(
        "/import", data={"csrfmiddlewaretoken": csrf, "made_for": "host"}, files={"file": big}
    )
    assert found.status_code == 422, "read whole, and refused for what it is"


def test_headers_that_do_not_end_are_ended(hall: Served) -> None:
    with connected(hall) as silent, connected(hall) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
        assert until_closed(silent) == b""
        assert until_closed(slow) == b""


def test_a_connection_that_was_answered_waits_no_longer_than_a_new_one(hall: Served) -> None:
    with connected(hall) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert read_answers(line).startswith(b"HTTP/1.1 200")
        line.sendall(b"GET /healthz HTTP/1.1\r\nX-A: ")
        assert until_closed(line) == b""


def test_of_too_many_waiting_connections_the_oldest_goes(
    hall: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 10 * PATIENCE)  # none goes because its time is up
    monkeypatch.setattr(connections, "MOST_WAITING", 3)
    monkeypatch.setattr(connections, "YOUNG", 0.0)
    with connected(hall) as oldest:
        others = [connected(hall) for _ in range(3)]
        assert until_closed(oldest) == b""
        assert hall.client.get("/healthz").status_code == 200
        for line in others:
            line.close()


def test_a_crowd_of_new_connections_does_not_close_one_whose_request_is_on_its_way(
    hall: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server accepts thousands of connections at once before it reads from the first of them."""
    monkeypatch.setattr(connections, "HEADER_SECONDS", PATIENCE)
    monkeypatch.setattr(connections, "YOUNG", PATIENCE)
    monkeypatch.setattr(connections, "MOST_WAITING", 3)
    with connected(hall) as honest:
        others = [connected(hall) for _ in range(12)]
        assert hall.client.get("/healthz").status_code == 200
        honest.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert read_answers(honest).startswith(b"HTTP/1.1 200")
        for line in others:
            line.close()


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "Nothing was saved. Go back and send less"), ("pl", "Niczego nie zapisano. Wróć")],
)
def test_people_are_told_what_to_do_in_their_language(hall: Served, lang: str, said: str) -> None:
    with connected(hall) as line:
        line.sendall(
            HEAD % b"/join/cup" + f"Cookie: lang={lang}\r\nContent-Length: 400000000\r\n\r\n".encode()
        )
        head, _, body = until_closed(line).partition(b"\r\n\r\n")
        assert b"content-type: text/plain; charset=utf-8" in head
        assert said in body.decode()
