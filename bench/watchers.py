"""The phones that listen and the readers of public pages of `bench.crowd`, in a process of their own.

    python -m bench.watchers PORT STREAMS FETCHERS READERS < cookies

Opens the streams, says "open", and listens until its input ends. Then it prints as JSON when each version was
heard (in hundredths of a second since 1970, with how many streams) and how long each fetch took.
"""

import asyncio
import json
import random
import re
import sys
import time
from collections import Counter
from contextlib import suppress
from itertools import count

from bench.served import EVENT, PAGES, get, until, use_uvloop
from komandor.web.server.run_server import raise_file_limit

JITTER = 0.6  # seconds, as live.js spreads the phones
ETAG = re.compile(rb"\r\netag: ([^\r]*)\r\n", re.IGNORECASE)
PER_ADDRESS = 20_000  # connections from one address of the loopback, which has so many ports


class Heard:
    """What all streams heard together."""

    def __init__(self) -> None:
        self.open = self.lost = 0
        self.over = False
        self.times: Counter[tuple[int, int, int]] = Counter()  # (known before, version, hundredths) → streams
        self.fetched: list[float] = []
        self.pages: list[float] = []
        self.statuses: Counter[int] = Counter()


class Stream(asyncio.Protocol):
    """One phone; with a cookie it fetches its own part of the page at every new version."""

    def __init__(self, heard: Heard, port: int, cookie: str) -> None:
        self.heard, self.port, self.cookie = heard, port, cookie
        self.version, self.etag, self.task = 0, "", None
        self.fetching: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(get(f"/live/{EVENT}"))  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        for part in data.split(b"data: ")[1:]:
            version = int(part.split()[0])
            if not self.version:
                self.heard.open += 1
            elif version > self.version:
                self.heard.times[self.version, version, int(time.time() * 100)] += 1
            new, self.version = version > self.version > 0, max(version, self.version)
            if new and self.cookie and (self.fetching is None or self.fetching.done()):
                self.fetching = asyncio.ensure_future(self.fetch())

    def connection_lost(self, _: Exception | None) -> None:
        self.heard.lost += not self.heard.over

    async def fetch(self) -> None:
        """As live.js does: after a moment, by conditional GET, again if there was news meanwhile."""
        seen = 0
        while seen < self.version:
            await asyncio.sleep(random.random() * JITTER)
            seen, start = self.version, time.perf_counter()
            tag = {"If_None_Match": self.etag} if self.etag else {}
            request = get(f"/m/{EVENT}/live", self.cookie, X_Version=str(seen), Connection="close", **tag)
            with suppress(OSError, IndexError, TypeError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(request)
                answer = await reader.read()
                writer.close()
                self.heard.statuses[int(answer.split(b" ")[1])] += 1
                self.etag = ETAG.search(answer)[1].decode()  # type: ignore[index]
                self.heard.fetched.append(time.perf_counter() - start)


async def read_on(port: int, heard: Heard) -> None:
    """One reader of public pages, without a pause."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for n in count():
        if heard.over:
            return
        start = time.perf_counter()
        writer.write(get(f"/t/{EVENT}/{PAGES[n % len(PAGES)]}", Accept_Encoding="gzip"))
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head[:20], head
        await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))
        heard.pages.append(time.perf_counter() - start)


async def watch(port: int, streams: int, cookies: list[str], readers: int) -> Heard:
    heard, loop, made = Heard(), asyncio.get_running_loop(), []
    for n in range(streams):
        cookie = cookies[n] if n < len(cookies) else ""
        where = f"127.0.0.{1 + n // PER_ADDRESS}"
        made.append(await loop.create_connection(lambda c=cookie: Stream(heard, port, c), where, port))  # type: ignore[misc]
        if n % 200 == 199:
            await asyncio.sleep(0.05)
    await until(lambda: heard.open == streams, 120)
    reading = [asyncio.ensure_future(read_on(port, heard)) for _ in range(readers)]
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    heard.over = True
    await asyncio.gather(*reading)
    for transport, _ in made:
        transport.abort()
    return heard


def main() -> None:
    port, streams, fetchers, readers = map(int, sys.argv[1:5])
    cookies = [sys.stdin.readline().strip() for _ in range(fetchers)]
    raise_file_limit()
    use_uvloop()
    heard = asyncio.run(watch(port, streams, cookies, readers))
    times = [[*key, count] for key, count in heard.times.items()]
    found = {"open": heard.open, "lost": heard.lost, "statuses": heard.statuses, "fetched": heard.fetched}
    print(json.dumps({**found, "pages": heard.pages, "times": times}))


if __name__ == "__main__":
    main()
