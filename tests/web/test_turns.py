"""While somebody writes, news and pages wait for a moment; while news is sent, pages do."""

import asyncio

from komandor.web.turns import Turns
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
