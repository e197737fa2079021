"""A request that no page makes is answered as not found or unreadable, and leaves no secret in a log."""

import logging

import pytest

from komandor.app.handle import Accepted, create
from komandor.core.tournament import commands as c
from komandor.log.store import ReadOnly
from komandor.web.entrance import home
from tests.support.world import ORGANISER, client, opened, site_of


@pytest.mark.parametrize("number", [0, 99, 10**6])
@pytest.mark.parametrize("page", ["read", "effect", ""])
def test_an_unknown_match_is_not_found_and_no_mistake(number: int, page: str) -> None:
    world = opened("armada")
    world.announce().draw().publish().start()
    desk = client(site_of(world), world.link(ORGANISER))
    path = f"/c/cup/match/{number}" + (f"/{page}" if page else "")
    assert desk.post(path, {}).status_code == 404


def test_the_list_of_events_has_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "ON_A_PAGE", 2)
    world = opened()
    for n in range(4):
        wish = c.CreateTournament(id=f"e{n}", game="armada", name=f"E{n}", date="2026-11-14", commitment="")
        assert isinstance(create(world.ledger, wish), Accepted)
    visitor = client(site_of(world))
    pages = [visitor.get(f"/?page={n}").content.decode() for n in (1, 2, 3, 4)]
    assert [page.count("event-card") for page in pages] == [2, 2, 1, 1]
    assert all(sum(f'href="/t/e{n}/"' in page for page in pages[:3]) == 1 for n in range(4))


@pytest.mark.parametrize("kind", ["host", "s", "p"])
def test_a_secret_link_is_not_in_the_log_of_the_server(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that failed is named there by its path."""
    world = opened()
    visitor, token = client(site_of(world)), world.link(ORGANISER)

    def gone(*_: object) -> None:
        raise ReadOnly("The database does not answer.", "store.unreachable")

    heard: list[str] = []
    handler = logging.Handler()
    monkeypatch.setattr(handler, "emit", lambda record: heard.append(record.getMessage()))
    monkeypatch.setattr(world.store, "get_many", gone)
    logging.getLogger("django.request").addHandler(handler)
    try:
        assert visitor.get(f"/{kind}/{token}").status_code == 503
    finally:
        logging.getLogger("django.request").removeHandler(handler)
    assert heard == [f"Service Unavailable: /{kind}/…"]


@pytest.mark.parametrize("show", ["a\nb", "ż", '"'])
def test_what_a_query_asks_for_breaks_no_header(show: str) -> None:
    world = opened()
    desk = client(site_of(world), world.link(ORGANISER))
    for path in ("people/live", "live", "standings"):
        assert desk.get(f"/c/cup/{path}", {"show": show, "by": show}).status_code == 200


def test_a_query_of_too_many_fields_is_said_to_be_unreadable() -> None:
    visitor = client(site_of(opened()))
    answer = visitor.get("/?lang=pl&" + "a=&" * 30_000)
    assert answer.status_code == 400
    assert "Nie można odczytać przesłanych danych" in answer.content.decode()


def test_a_form_without_its_token_is_called_too_old_and_not_forbidden() -> None:
    """Whoever sent it may do it: another page than that of a seat that lacks the right."""
    world = opened("armada")
    desk = client(site_of(world), world.link(ORGANISER), csrf=True)
    answer = desk.post("/c/cup/people/add", {"name": "Anna Nowak"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "<h1>This form has expired</h1>" in page
    assert "Nothing was saved" in page
    assert "You don&#39;t have access" not in page
