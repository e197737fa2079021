"""Kills a real `komandor serve` again and again while players report over HTTP.

    python -m bench.attacks.killed [--kills 20] [--players 200] [--phones 8] [--seed 1]

So many phones report without a pause. Each server is killed (SIGKILL) at a random moment with reports under
way. What was not answered is sent again to the next one, as a phone does. At the end every report that was
acknowledged must stand in the log once. Ends by itself.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path
from subprocess import Popen

from django.conf import settings as django_settings

from bench.crowd import Reports, durable
from bench.options import parser_of
from bench.served import load, prepare, serving, show


async def until_killed(port: int, process: Popen[str], reports: Reports, phones: int, seconds: float) -> int:
    """Send what was not answered before, then more until the server is killed; how many were sent again."""
    unanswered = [key for key, status in reports.sent.items() if status != 302]

    async def report_on() -> None:
        while process.returncode is None:
            await reports.one(port)

    again = [reports.again(port, key) for key in unanswered]
    under_way = asyncio.gather(*again, *(report_on() for _ in range(phones)))
    await asyncio.sleep(seconds)
    process.kill()
    process.wait()
    await under_way
    return len(unanswered)


def run(options: argparse.Namespace) -> bool:
    chance, again = random.Random(options.seed), 0
    with tempfile.TemporaryDirectory(prefix="komandor-killed-") as name:
        folder = Path(name)
        phones = prepare(folder, options.players)
        reports = Reports(phones[::2])
        for _ in range(options.kills):
            with serving(folder) as (process, port):
                seconds = chance.uniform(0.3, 3)
                again += asyncio.run(until_killed(port, process, reports, options.phones, seconds))
        end = durable(folder, reports)
        show({"kills": options.kills, **end, "sent_again": again, "load": load()})
        return end["lost"] == end["doubled"] == 0


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    django_settings.configure()
    return 0 if run(parser.parse_args()) else 1


if __name__ == "__main__":
    sys.exit(main())
