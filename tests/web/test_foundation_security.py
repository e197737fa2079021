"""Every answer carries the same protections, whether Django made it or not."""

from typing import cast

import django.urls
import pytest
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from django.urls import path

from komandor.store import open_store
from komandor.web.rendering.errors import ErrorPage
from komandor.web.rendering.responses import page, redirect
from komandor.web.routing import urls
from komandor.web.routing.request import Request
from komandor.web.server import security
from komandor.web.server.asgi import Application
from komandor.web.server.make_site import make_site
from komandor.web.server.site import Site
from tests.support.site import Served, serving
from tests.support.world import opened, site_of

PATHS = [
    "/healthz",
    "/styleguide",
    "/nowhere",
    "/live/cup/version",
    "/live/none",
    "/static/x/none.js",
    "/lang/pl",
]


def form(request: Request) -> HttpResponse:
    if request.method == "POST":
        return redirect(request, "/form", message=f"took {request.POST['word']}", undo="/undo")
    return page(request, ErrorPage(title="<b>title", text="text", code=200, claim="", to_run="", home=""))


def boom(request: Request) -> HttpResponse:
    raise RuntimeError("inner detail")


class Pages:
    handler403, handler404, handler500 = urls.handler403, urls.handler404, urls.handler500
    urlpatterns = (*urls.urlpatterns, path("form", form), path("boom", boom))


@pytest.fixture
def with_form(served: Served):
    with override_settings(ROOT_URLCONF=Pages):
        django.urls.clear_url_caches()
        yield served
    django.urls.clear_url_caches()


@pytest.mark.parametrize("where", PATHS)
def test_headers(served: Served, where: str) -> None:
    headers = served.client.get(where).headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("where", ["/styleguide", "/nowhere"])
def test_no_inline_script_or_style(served: Served, where: str) -> None:
    text = served.client.get(where).text
    assert "<style" not in text
    assert " style=" not in text
    assert all("src=" in tag.split(">")[0] for tag in text.split("<script")[1:])
    assert " onclick" not in text


def test_no_page_names_another_host(served: Served) -> None:
    text = served.client.get("/styleguide").text.replace("http://127.0.0.1:8000", "")
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text


def test_a_form_without_its_token_is_refused(with_form: Served) -> None:
    answer = with_form.client.post("/form", data={"word": "x"})
    assert answer.status_code == 403
    assert "wygasł" in answer.text


def test_a_form_with_its_token_is_taken_and_says_so_once(with_form: Served) -> None:
    client = with_form.client
    shown = client.get("/form").text
    token = shown.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    answer = client.post("/form", data={"word": "<i>żółw", "csrfmiddlewaretoken": token})
    assert (answer.status_code, answer.headers["location"]) == (302, "/form")
    after = client.get("/form").text
    assert "took &lt;i&gt;żółw" in after
    assert 'action="/undo"' in after
    assert "took" not in client.get("/form").text


def test_text_is_escaped(with_form: Served) -> None:
    assert "&lt;b&gt;title" in with_form.client.get("/form").text


@pytest.mark.parametrize(
    "where", ["//evil.example", "https://evil.example", "/\\evil.example", "", "javascript:x"]
)
def test_the_language_switch_leads_nowhere_else(served: Served, where: str) -> None:
    answer = served.client.get("/lang/en", params={"next": where})
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize(
    ("host", "in_the_hall", "hosted"),
    [
        ("192.168.1.20:8000", True, False),
        ("localhost", True, True),
        ("127.0.0.1:8000", True, True),
        ("laptop:8000", True, False),
        ("laptop.local", True, False),
        ("[::1]:8000", True, True),
        ("[fe80::1]", True, False),
        ("play.example.org", False, True),
        ("PLAY.example.org:443", False, True),
        ("evil.example", False, False),
        ("192.168.1.20.evil.example", False, False),
        ("evil.local", True, False),
    ],
)
def test_which_hosts_are_answered(host: str, in_the_hall: bool, hosted: bool) -> None:
    assert security.host_allowed(host, frozenset()) is in_the_hall
    assert security.host_allowed(host, frozenset({"play.example.org"})) is hosted


def test_a_foreign_name_for_us_is_refused(served: Served) -> None:
    assert served.client.get("/healthz", headers={"Host": "evil.example"}).status_code == 421


def a_request(site: Site, cookies: dict[str, str]) -> Request:
    request = cast("Request", RequestFactory().get("/"))
    request.COOKIES.update(cookies)
    request.site = site
    return request


def test_a_signed_cookie_comes_back_and_a_changed_one_does_not() -> None:
    site = make_site(open_store("memory:"), secret="one")
    Application(site)
    response = HttpResponse()
    security.write_cookie(a_request(site, {}), response, "who", {"token": "abc"})
    (name, kept), *_ = response.cookies.items()
    other = security.cookie_name("other", "one")
    assert kept["httponly"]
    assert kept["samesite"] == "Lax"
    assert security.read_cookie(a_request(site, {name: kept.value}), "who") == {"token": "abc"}
    assert security.read_cookie(a_request(site, {name: "x" + kept.value}), "who") == {}
    assert security.read_cookie(a_request(site, {other: kept.value}), "other") == {}
    stranger = make_site(open_store("memory:"), secret="two")
    assert (
        security.read_cookie(a_request(stranger, {security.cookie_name("who", "two"): kept.value}), "who")
        == {}
    )


def test_a_bug_shows_a_page_that_tells_nothing(with_form: Served, caplog: pytest.LogCaptureFixture) -> None:
    answer = with_form.client.get("/boom")
    assert answer.status_code == 500
    assert "inner detail" not in answer.text
    assert "Błąd w Komandorze" in answer.text


@pytest.mark.parametrize("path", ["/t/cup/", "/static/js/live.js", "/live/cup", *PATHS])
def test_behind_tls_every_answer_tells_the_browser_to_stay_there(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOMANDOR_PROXY", "1")
    with serving(site_of(opened())) as there:
        for scheme, told in (("https", True), ("http", False)):
            with there.client.stream("GET", path, headers={"x-forwarded-proto": scheme}) as answer:
                assert ("strict-transport-security" in answer.headers) is told, scheme
