"""While somebody writes, news and pages wait for a moment; while news is sent, pages do."""

import asyncio

from komandor.web.turns import PLACES, Turns
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
