"""A disk that fills up while players report: nothing acknowledged is lost, and reading goes on.

    python -m bench.attacks.full_disk [--kilobytes 300]

A real `komandor serve` on 127.0.0.1 whose files may grow by `--kilobytes` and no further (RLIMIT_FSIZE, which
the system applies as a full disk does). Players report until several reports were refused; each refusal must
be a page that says so, and public pages must still be answered. Then the server is killed and started without
the limit: every acknowledged report stands in the log once, and reports are accepted again. Ends by itself.
"""

import asyncio
import resource
import sys
import tempfile
from collections import Counter
from pathlib import Path

from django.conf import settings as django_settings

from bench.crowd import Reports, durable
from bench.options import parser_of
from bench.served import EVENT, ask, get, prepare, serving, show

PLAYERS, REFUSALS, MOST = 200, 10, 5000


async def until_full(port: int, reports: Reports) -> Counter[int]:
    """Report until so many were refused; the statuses of public pages asked for meanwhile."""
    pages: Counter[int] = Counter()
    for n in range(MOST):
        await reports.one(port)
        if n % 20 == 0 or list(reports.sent.values())[-1] != 302:
            pages[(await ask(port, get(f"/t/{EVENT}/pairings")))[0]] += 1
        if sum(status != 302 for status in reports.sent.values()) >= REFUSALS:
            break
    return pages


async def one_more(port: int, reports: Reports) -> int:
    await reports.one(port)
    return list(reports.sent.values())[-1]


def run(kilobytes: int) -> bool:
    with tempfile.TemporaryDirectory(prefix="komandor-full-") as name:
        folder = Path(name)
        phones = prepare(folder, PLAYERS)
        reports = Reports(phones[::2])
        largest = max(p.stat().st_size for p in folder.iterdir()) + kilobytes * 1024

        def bounded() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

        with serving(folder, bounded) as (_, port):
            pages = asyncio.run(until_full(port, reports))
        end = durable(folder, reports)
        with serving(folder) as (_, port):
            after = asyncio.run(one_more(port, reports))
        show({**end, "public_pages": dict(pages), "with_space_again": after})
        refused = {s for s in reports.sent.values() if s != 302}
        right = refused == {503} and set(pages) == {200} and after == 302
        return right and end["lost"] == end["doubled"] == 0


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--kilobytes", type=int, default=300)
    django_settings.configure()
    return 0 if run(parser.parse_args().kilobytes) else 1


if __name__ == "__main__":
    sys.exit(main())
