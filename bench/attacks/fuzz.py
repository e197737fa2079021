"""Sends nonsense to a real `komandor serve`: every answer is a page or a refusal, never a failure.

    python -m bench.attacks.fuzz [--requests 10000] [--seed 1]

A site with a busy event and another one. Requests go to its own addresses, pages from memory and operations
of the API, with a path, a query, headers, cookies and a body of which some are as a browser sends them and
some are odd: numbers beyond all bounds, bytes that are no text, half a form, another method, the links of
several seats at once. Links of the host are not among them, since a host may remove events. No answer may
be a failure (5xx) or missing, and at the end both events are whole, verified and checked. The same seed
sends the same requests, one after another; `--only N` sends that one alone.
"""

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import quote, urlencode

from django.conf import settings as django_settings

from bench.options import parser_of
from bench.served import CSRF, ask, cookie_of, here, load, serving, show
from komandor.app.access import Actor
from komandor.app.ledger import damaged_logs
from komandor.store import open_store
from komandor.store.data_folder import secret_of
from tests.support.doors import PARTS, field_names
from tests.support.world import JUDGE, MARSHAL, ORGANISER, SCOREKEEPER, busy, opened

EVENTS = ("cup", "cup", "cup", "other")  # the second one is nobody's here
SEATS = (ORGANISER, MARSHAL, JUDGE, SCOREKEEPER, Actor("player", 1), Actor("player", 2))
ODD_METHODS = ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW")
VALUES = (
    "1", "2", "a", "0", "-1", "9" * 99, "9" * 5000, "1e9", "²", "١٢", "NaN", "\x00", "\ud7ff\uffff\u202e",
    "[]", "{}", "true", "a" * 30_000, "<script>\"'{{7*7}}", "../../etc/passwd", "2026-11-15", "25:61", "%s%n",
    "", " ", "'; DROP TABLE log; --", "cup", "player:1", "match:1", "ą" * 300,
)  # fmt: skip
TAILS = (
    "",
    "",
    "",
    "/",
    "//",
    "/..",
    "/%00",
    "%0a",
    "/%ff%fe",
    "?",
    ";a=b",
    "/" + "x" * 3000,
    "/%2e%2e/%2e%2e",
)
TYPES = (
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded", "application/json",
    "multipart/form-data; boundary=b", "multipart/form-data", "text/plain", "", "application/json; charset=x",
)  # fmt: skip
HEADERS = (
    "If-None-Match", "If-Modified-Since", "Range", "Accept", "Accept-Language", "Accept-Encoding", "Referer",
    "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Idempotency-Key", "Authorization", "Origin",
    "Last-Event-ID", "X-Requested-With", "Content-Encoding", "Upgrade", "Cookie",
)  # fmt: skip


def addresses() -> list[str]:
    """Every address of the site with real things in its place, of both events."""
    from komandor.web.api.operations import OPERATIONS
    from komandor.web.routing import areas

    paths = [*(r.path for r in areas.ROUTES), *(p.path for p in areas.PAGES), *(o.path for o in OPERATIONS)]
    open_ones = [path for path in paths if not path.startswith(("host/", "leave"))]
    return ["/" + _filled(path, event).lstrip("/") for path in open_ones for event in EVENTS]


def _filled(path: str, event: str) -> str:
    """`c/<str:tournament>/match/<int:number>` with an event and a number."""
    head, *gaps = path.split("<")
    parts = {**PARTS, "tournament": event}
    for gap in gaps:
        inner, _, rest = gap.partition(">")
        head += parts.get(inner.rpartition(":")[2], "1") + rest
    return head


class Fuzz:
    """One request for each number."""

    def __init__(self, seed: int, port: int, cookies: Mapping[Actor, str]) -> None:
        self.seed, self.site, self.cookies = seed, here(port), cookies
        self.addresses, self.fields = addresses(), field_names()

    def request(self, number: int) -> bytes:
        chance = random.Random(f"{self.seed}/{number}")
        method = chance.choice(("GET", "POST") if chance.random() < 0.9 else ODD_METHODS)
        path = chance.choice(self.addresses) + (chance.choice(TAILS) if chance.random() < 0.1 else "")
        seats = chance.sample(SEATS, chance.choice((0, 1, 1, 1, 1, 1, 2)))
        body = self._body(chance, seats)
        if chance.random() < 0.4:
            path += "?" + self._form(chance, 3)[:6000]
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.site.partition('://')[2]}",
            *self._headers(chance, seats),
        ]
        if method not in ("GET", "HEAD") or chance.random() < 0.1:
            lines += [f"Content-Type: {chance.choice(TYPES)}", f"Content-Length: {len(body)}"]
        else:
            body = b""
        return "\r\n".join((*lines, "Connection: close", "", "")).encode("utf-8", "surrogatepass") + body

    def _headers(self, chance: random.Random, seats: Sequence[Actor]) -> Iterator[str]:
        own = (self.cookies[seat] for seat in seats)
        yield f"Cookie: {'; '.join((f'csrf={CSRF}', 'lang=' + chance.choice(('en', 'pl', 'xx')), *own))}"
        yield f"Origin: {self.site}"
        for name in chance.sample(HEADERS, chance.choice((0, 0, 1, 2))):
            value = chance.choice(VALUES).replace("\x00", "").strip()[:5000]
            yield f"{name}: {quote(value, safe=' :;=,*/{}[]') if chance.random() < 0.5 else value}"

    def _form(self, chance: random.Random, most: int) -> str:
        names = chance.sample(self.fields, min(len(self.fields), chance.randint(0, most)))
        return urlencode({name: chance.choice(VALUES) for name in names})

    def _body(self, chance: random.Random, seats: Sequence[Actor]) -> bytes:
        made_for = str(seats[0]) if seats and chance.random() < 0.9 else "player:2"
        about = {"csrfmiddlewaretoken": CSRF, "made_for": made_for, "about": chance.choice(VALUES)}
        form = urlencode(about) + "&" + self._form(chance, 12)
        odd = (
            chance.randbytes(50),
            b"--b\r\nContent-Disposition: form-data; name=x\r\n\r\n",
            b"{" * 2000,
            b"[1,",
        )
        return form.encode() if chance.random() < 0.8 else chance.choice(odd)


def prepare(folder: Path) -> dict[Actor, str]:
    """Two events in full swing; a cookie for each seat at the first."""
    secret = secret_of(folder)
    with closing(open_store(folder)) as store:
        first = busy(opened(id=EVENTS[0], store=store).start())
        busy(opened(id=EVENTS[-1], store=store).start())
        return {seat: cookie_of(secret, first.link(seat)) for seat in SEATS}


async def send(fuzz: Fuzz, port: int, numbers: Sequence[int]) -> tuple[Counter[int], list[str]]:
    """How often each status came, and every request that failed."""
    seen: Counter[int] = Counter()
    failed: list[str] = []
    for number in numbers:
        request = fuzz.request(number)
        status, _ = await ask(port, request)
        seen[status] += 1
        if status == 0 or status >= 500:
            failed.append(f"request {number}: {status} {request[:300]!r}")
    return seen, failed


def whole(folder: Path) -> list[str]:
    """What is wrong with the events after it."""
    with closing(open_store(folder)) as store:
        wrong = [f"damaged: {one}" for one in damaged_logs(store)]
    for event in sorted(set(EVENTS)):
        file = folder / f"{event}.komandor"
        words = (("export", "--event", event, "-o", str(file), "--data", str(folder)), ("verify", str(file)))
        for command in (*words, ("check", str(file))):
            ask = [sys.executable, "-m", "komandor", *command]
            done = subprocess.run(ask, capture_output=True, text=True, check=False)
            if done.returncode:
                wrong.append(
                    f"{event}: {command[0]} ended with {done.returncode}: {done.stdout}{done.stderr}"
                )
    return wrong


def run(options: argparse.Namespace) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="komandor-fuzz-") as name:
        folder = Path(name)
        cookies = prepare(folder)
        with serving(folder) as (process, port):
            fuzz = Fuzz(options.seed, port, cookies)
            numbers = range(options.requests) if options.only is None else [options.only]
            seen, failed = asyncio.run(send(fuzz, port, numbers))
            if process.poll() is not None:
                failed.append(f"the server ended with {process.returncode}")
        show({"requests": sum(seen.values()), **{str(s): seen[s] for s in sorted(seen)}, "load": load()})
        return failed + whole(folder)


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="send this request alone")
    django_settings.configure()
    problems = run(parser.parse_args())
    print("\n".join(problems) or "no request failed, both events are whole")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
