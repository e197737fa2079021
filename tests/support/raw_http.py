"""Reading what a server sends on a bare connection, in however many pieces it comes."""

import socket
from contextlib import suppress


def read_answers(line: socket.socket, count: int = 1) -> bytes:
    """So many whole answers; fewer if the server closes the connection before."""
    got = b""
    while whole_answers(got) < count and (piece := line.recv(65536)):
        got += piece
    return got


def until_closed(line: socket.socket) -> bytes:
    """Everything until the server closes the connection, or resets it because it reads no further."""
    got = b""
    with suppress(ConnectionResetError):
        while piece := line.recv(65536):
            got += piece
    return got


def whole_answers(got: bytes) -> int:
    """How many answers have come to their end: head and body may come one after the other."""
    head, end, rest = got.partition(b"\r\n\r\n")
    if not end:
        return 0
    length = int(headers(head).get("content-length", "0"))
    return 1 + whole_answers(rest[length:]) if len(rest) >= length else 0


def headers(answer: bytes) -> dict[str, str]:
    """Status line and headers of the first answer."""
    lines = answer.split(b"\r\n\r\n")[0].decode().split("\r\n")
    return {
        "status": lines[0],
        **{name: value for name, _, value in (line.partition(": ") for line in lines[1:])},
    }
