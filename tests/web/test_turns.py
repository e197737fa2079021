"""While somebody writes, news and pages wait, half-made ones too; while news is sent, pages do."""

import asyncio

import pytest

from komandor.app.yield_to_writers import in_turn
from komandor.web.server.write_priority import PLACES, Turns
from tests.support.waiting import in_a_loop


def test_pages_wait_for_news_and_news_for_who_writes() -> None:
    order: list[str] = []

    async def read(turns: Turns, longest: float) -> None:
        await turns.to_read(longest)
        order.append("read")

    async def busy() -> None:
        turns = Turns()
        await read(turns, 60)
        with turns.writing(), turns.writing():
            page = asyncio.ensure_future(read(turns, 60))
            await asyncio.sleep(0)
            order.append("written")
        with turns.telling():
            await turns.to_tell()
            await asyncio.sleep(0)
            order.append("told")
        await page
        with turns.writing():
            await turns.to_tell()
            await read(turns, 0.001)

    in_a_loop(busy())
    assert order == ["read", "written", "told", "read", "read"]


def test_few_pages_are_made_at_the_same_time() -> None:
    most, now = 0, 0

    async def make(turns: Turns) -> None:
        nonlocal most, now
        async with turns.reading():
            now += 1
            most = max(most, now)
            await asyncio.sleep(0)
            now -= 1

    async def crowd() -> None:
        turns = Turns()
        await asyncio.gather(*(make(turns) for _ in range(20)))

    in_a_loop(crowd())
    assert most == PLACES


def _made(turns: Turns, order: list[str]) -> None:
    with turns.making():
        order.extend(in_turn(("first row", "second row")))


def test_a_page_stops_between_two_rows_while_somebody_writes() -> None:
    order: list[str] = []

    async def busy() -> None:
        turns = Turns()
        with turns.writing():
            page = asyncio.ensure_future(asyncio.to_thread(_made, turns, order))
            while not order:
                await asyncio.sleep(0)
            order.append("written")
        await page

    in_a_loop(busy())
    assert order == ["first row", "written", "second row"]


def test_a_page_is_made_although_somebody_writes_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komandor.web.server.write_priority.PAUSE", 0.001)
    order: list[str] = []

    async def busy() -> None:
        turns = Turns()
        with turns.writing():
            await asyncio.to_thread(_made, turns, order)

    in_a_loop(busy())
    assert order == ["first row", "second row"]


def test_what_is_made_outside_of_a_request_waits_for_nobody() -> None:
    turns = Turns()
    with turns.writing():
        assert list(in_turn("abc")) == ["a", "b", "c"]
