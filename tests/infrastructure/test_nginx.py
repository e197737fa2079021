"""Debian's nginx with the shipped configuration before two processes: TLS everywhere, secrets in no log."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from komandor.app.access import Actor
from komandor.app.identity import issue, new_host_key
from komandor.store import open_store
from tests.support.child import Child
from tests.support.nginx import NAME, Proxy, free_port, proxy
from tests.support.waiting import PATIENCE
from tests.support.world import ORGANISER, World

pytestmark = [pytest.mark.slow, pytest.mark.skipif("sys.platform == 'win32'", reason="signals")]
HSTS = ["max-age=31536000"]
CSRF = "c" * 32


@pytest.fixture
def site(tmp_path: Path, postgres_database: str) -> Iterator[Child]:
    settings = {"KOMANDOR_SECRET": "s" * 32, "KOMANDOR_HOSTS": NAME, "KOMANDOR_PROXY": "1"}
    child = Child(
        tmp_path / "data",
        env={"KOMANDOR_DATABASE": postgres_database, **settings},
        verb=("serve", "--processes", "2"),
    )
    child.data.mkdir()
    store = open_store(postgres_database)
    World(store=store).people(2)
    links = {"p": Actor("player", 1), "s": ORGANISER}
    child.env |= {f"TOKEN_{kind}": issue(store, "cup", actor) for kind, actor in links.items()}
    child.env["TOKEN_host"] = new_host_key(store, lasts=timedelta(days=7))
    store.close()
    child.url = here = f"http://127.0.0.1:{free_port()}"
    child.start()
    child.url = here  # it greets with its public name
    yield child
    child.stop()


@pytest.fixture
def before(site: Child, tmp_path: Path) -> Iterator[Proxy]:
    with proxy(tmp_path / "nginx", int(site.url.rsplit(":", 1)[1])) as running:
        yield running


def browser(before: Proxy) -> httpx.Client:
    return httpx.Client(base_url=before.url, headers={"Host": NAME}, verify=False, timeout=PATIENCE)


def hsts(answer: httpx.Response) -> list[str]:
    return answer.headers.get_list("strict-transport-security")


def test_every_answer_behind_it_is_for_tls_only(site: Child, before: Proxy) -> None:
    pages = (
        "/",
        "/",
        "/t/cup/",
        "/t/cup/",
        "/healthz",
        "/readyz",
        "/nowhere",
        "/robots.txt",
        "/live/cup/version",
    )
    with browser(before) as client, browser(before) as desk:
        for path in pages:
            assert hsts(client.get(path)) == HSTS, path
        with client.stream("GET", "/live/cup") as stream:
            assert hsts(stream) == HSTS
            lines = stream.iter_lines()
            assert next(lines) == "event: version", "it is not held back"
            form = {"csrfmiddlewaretoken": CSRF, "made_for": "staff:1", "name": "Ola Nowa", "command_id": "1"}
            desk.cookies.set("csrf", CSRF)
            assert desk.get(f"/s/{site.env['TOKEN_s']}").status_code == 302
            sent = desk.post("/c/cup/people/add", data=form, headers={"Origin": f"https://{NAME}"})
            assert (sent.status_code, hsts(sent)) == (302, HSTS)
            assert all("secure" in one.lower() for one in sent.headers.get_list("set-cookie"))
            assert any(line == "event: version" for line in lines), "the news comes through"
        too_large = client.post("/nowhere", content=b"x" * 100_000)
        assert (too_large.status_code, hsts(too_large)) == (413, HSTS)
        assert client.get("/metrics").status_code == 403, "nginx on this machine asks for a stranger"
        key = {"Authorization": f"Bearer {site.env['TOKEN_host']}"}
        assert "komandor_processes 2" in client.get("/metrics", headers=key).text
    unsafe = httpx.get(f"http://127.0.0.1:{before.plain}/t/cup/?x=1", headers={"Host": NAME})
    assert (unsafe.status_code, unsafe.headers["location"]) == (301, f"https://{NAME}/t/cup/?x=1")


def test_secret_links_and_keys_are_in_no_log(site: Child, before: Proxy) -> None:
    tokens = {kind: site.env[f"TOKEN_{kind}"] for kind in ("host", "s", "p")}
    start = site.home.rsplit("/", 1)[1]
    paths = [f"/{kind}/{token}" for kind, token in tokens.items()] + [site.home]
    for up in (True, False):
        with browser(before) as client:
            for path in paths:
                from_there = {"Referer": f"https://{NAME}{path}"}
                assert client.get(path, headers=from_there).status_code == (302 if up else 502)
                client.get(f"{path}?again", headers=from_there)
                client.get("/t/cup/", headers=from_there)
                httpx.get(f"http://127.0.0.1:{before.plain}{path}", headers={"Host": NAME})
        if up:
            site.stop()
    written = before.logs()
    leaks = [x for x in written.splitlines() if any(token in x for token in (start, *tokens.values()))]
    assert leaks == []
    for kind in tokens:
        assert f'"GET /{kind}/*** HTTP/1.1" 302' in written
    assert "/t/cup/" in written
