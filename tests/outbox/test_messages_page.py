"""The organiser sees what waits, failed and was sent, and never an address or a secret a second time."""

import re
from collections.abc import Iterator

import pytest

from komandor.app.outbox.messages import messages_of
from komandor.app.outbox.targets import TOPICS, targets_of
from komandor.app.outbox.turns import Attempt, begun, ended
from komandor.web.server.make_site import sender_of
from tests.support.receiver import Receiver, receiving
from tests.support.world import JUDGE, ORGANISER, Browser, World, client, opened, site_of

PAGE = "/c/cup/messages"
SECRET_PATH = "https://discord.com/api/webhooks/1/very-secret"


@pytest.fixture
def world() -> World:
    return opened(players=4).announce()


@pytest.fixture
def desk(world: World) -> Browser:
    return client(site_of(world), world.link(ORGANISER))


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


def add(
    desk: Browser, address: str = SECRET_PATH, kind: str = "discord", topics: tuple[str, ...] = TOPICS
) -> str:
    form = {"do": "add", "kind": kind, "name": "Klub", "address": address, "topics": topics, "lang": "en"}
    answer = desk.post(PAGE, form)
    return str(answer.content.decode() if answer.status_code == 200 else answer.status_code)


def test_a_target_is_added_and_its_address_is_not_shown_again(desk: Browser) -> None:
    assert add(desk) == "302"
    page = desk.get(PAGE).content.decode()
    assert "discord.com" in page
    assert "very-secret" not in page
    assert "A chat may show a message twice" in page


def test_a_secret_is_shown_once(desk: Browser, world: World) -> None:
    answer = add(desk, "https://example.com/hook", "webhook")
    secret = targets_of(world.store, world.id)[0].secret
    assert secret.startswith("whsec_")
    assert secret in answer
    assert secret not in desk.get(PAGE).content.decode()


def test_a_bad_address_is_refused_and_what_was_typed_stays(desk: Browser, world: World) -> None:
    answer = desk.post(
        PAGE, {"do": "add", "kind": "chat", "address": "http://example.com/x", "topics": "results"}
    )
    assert answer.status_code == 422
    assert "starts with https://" in answer.content.decode()
    assert "http://example.com/x" in answer.content.decode()
    assert targets_of(world.store, world.id) == ()
    assert desk.post(PAGE, {"do": "add", "kind": "chat", "address": SECRET_PATH}).status_code == 422
    assert desk.post(PAGE, {"do": "add", "kind": "fax", "address": SECRET_PATH}).status_code == 422


def test_only_the_organiser_opens_it(world: World) -> None:
    site = site_of(world)
    for seat in (client(site, world.link(JUDGE)), client(site)):
        assert seat.get(PAGE).status_code == 403
        assert seat.post(PAGE, {"do": "add"}).status_code == 403


def test_a_failure_stands_there_with_the_answer_and_is_tried_again(
    desk: Browser, world: World, receiver: Receiver
) -> None:
    add(desk, receiver.url, "chat")
    world.publish()
    target = targets_of(world.store, world.id)[0]
    message = begun(world.store, messages_of(world.store, world.id, target.id)[0])
    ended(world.store, message, Attempt(404, "404 Not Found gone fishing"), message.at + 10**12, 1.0)
    page = desk.get(PAGE).content.decode()
    assert "gone fishing" in page
    assert "given up" in page
    settings = desk.get("/c/cup/settings").content.decode()
    assert re.search(r'class="urgent">Messages <span class="count">1</span>', settings), (
        "seen without looking"
    )
    assert desk.post(PAGE, {"do": "again", "target": target.id}).status_code == 302
    sender_of(desk.site).serve(world.id, target.id)
    assert [one.json["text"].splitlines()[0] for one in receiver.got] == ["Puchar Sklepu · Round 1: pairings"]
    assert "given up" not in desk.get(PAGE).content.decode()


def test_a_target_that_is_gone_says_so_and_is_switched_on_again(
    desk: Browser, world: World, receiver: Receiver
) -> None:
    add(desk, receiver.url, "chat")
    world.publish()
    target, sender = targets_of(world.store, world.id)[0], sender_of(desk.site)
    receiver.plan = [(410, {}, b"")]
    sender.serve(world.id, target.id)
    page = desk.get(PAGE).content.decode()
    assert "this address no longer exists (410 Gone)" in page
    assert "Send test message" not in page
    desk.cookies["lang"] = "pl"
    assert "ten adres już nie istnieje (410 Gone)" in desk.get(PAGE).content.decode()
    desk.cookies["lang"] = "en"
    assert desk.post(PAGE, {"do": "again", "target": target.id}).status_code == 302
    sender.serve(world.id, target.id)
    page = desk.get(PAGE).content.decode()
    assert ("410" in page, "Send test message" in page) == (False, True)


def test_a_test_message_is_sent_and_a_removed_target_is_gone(
    desk: Browser, world: World, receiver: Receiver
) -> None:
    add(desk, receiver.url, "chat")
    target = targets_of(world.store, world.id)[0]
    assert desk.post(PAGE, {"do": "test", "target": target.id}).status_code == 302
    assert desk.get(PAGE).headers["Refresh"] == "2"
    sender_of(desk.site).serve(world.id, target.id)
    assert "Test message" in receiver.got[0].json["text"]
    assert "Refresh" not in desk.get(PAGE).headers
    assert desk.post(PAGE, {"do": "remove", "target": target.id}).status_code == 302
    assert targets_of(world.store, world.id) == ()
    assert desk.post(PAGE, {"do": "test", "target": target.id}).status_code == 422, "pressed in another tab"


def test_it_can_be_read_in_polish(desk: Browser) -> None:
    add(desk)
    desk.cookies["lang"] = "pl"
    page = desk.get(PAGE).content.decode()
    assert "Wiadomości do innych serwisów" in page
    assert "Ogłoszone pary" in page
