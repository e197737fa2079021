"""A page that is asked for while somebody writes begins after that, or after a short wait."""

import asyncio

from komandor.web.turns import Turns


def test_reading_waits_for_who_writes() -> None:
    order: list[str] = []

    async def read(turns: Turns, longest: float) -> None:
        await turns.reading(longest)
        order.append("read")

    async def busy() -> None:
        turns = Turns()
        await read(turns, 60)
        with turns.writing(), turns.writing():
            waiting = asyncio.ensure_future(read(turns, 60))
            await asyncio.sleep(0)
            order.append("written")
        await waiting
        with turns.writing():
            await read(turns, 0.001)

    asyncio.run(busy())
    assert order == ["read", "written", "read", "read"]
