"""Answers that come late, each by another while: `KOMANDOR_LATE=400 ./test tests/browser`.

A test that does not wait for what it has asked for passes on a quick machine and fails on a slow one.
"""

import asyncio
import os
import random
from typing import cast

from uvicorn._types import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope

LONGEST = float(os.environ.get("KOMANDOR_LATE", "0")) / 1000
"""Seconds; a request waits up to this long before it is read and once more before it is answered."""


def late(application: object) -> ASGI3Application:
    """The application, answering late if the environment asks for it."""
    prompt = cast("ASGI3Application", application)

    async def answer(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        async def send_late(message: ASGISendEvent) -> None:
            if message["type"] == "http.response.start":
                await asyncio.sleep(random.uniform(0, LONGEST))
            await send(message)

        if scope["type"] == "http":
            await asyncio.sleep(random.uniform(0, LONGEST))
        await prompt(scope, receive, send_late)

    return answer if LONGEST else prompt
