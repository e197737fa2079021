"""A request reaches Django whole, as the client sent it, and its answer comes back whole."""

import pytest

from komandor.web.server.wsgi import _environ
from tests.support.site import serving
from tests.support.world import opened, site_of

SCOPE = {
    "method": "GET",
    "path": "/t/łódź/",
    "query_string": b"lang=pl",
    "http_version": "1.1",
    "headers": [(b"host", b"127.0.0.1"), (b"accept", b"a"), (b"accept", b"b"), (b"content-type", b"c")],
}


def test_headers_and_path_are_spelled_as_wsgi_wants_them() -> None:
    environ = _environ(SCOPE, b"")
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/t/łódź/"
    assert environ["HTTP_ACCEPT"] == "a,b"
    assert environ["CONTENT_TYPE"] == "c"


def test_a_header_that_would_pass_for_one_of_the_proxy_is_left_out() -> None:
    forged = _environ({**SCOPE, "headers": [(b"x_forwarded_proto", b"https")]}, b"")
    assert not [key for key in forged if "FORWARDED" in key]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_an_answer_names_its_length(method: str) -> None:
    with serving(site_of(opened())) as hall:
        answer = hall.client.request(method, "/join/cup", headers={"Accept-Encoding": "identity"})
        assert int(answer.headers["content-length"]) > 1000
        assert len(answer.content) == (int(answer.headers["content-length"]) if method == "GET" else 0)
