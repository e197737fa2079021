"""Every address, asked by everybody over a real connection: only whom the rules name is let in.

    python -m bench.attacks.probe

A site on 127.0.0.1 with two events in full swing. Every address is read and sent a form by every role, by a
stranger, and with a link that was revoked, at the own event and at the other one. What is expected is the
grid written by hand in `tests/web/test_permission_matrix.py`. Nothing may fail, and who is refused may not
change a log. Ends by itself.
"""

import sys
from collections import Counter

import httpx

from bench.options import parser_of
from bench.served import CSRF, cookie_of, load, show
from komandor.app.access import HOST
from komandor.app.identity import HOST_EVENT, issue, revoke
from tests.support.doors import address
from tests.support.site import serving
from tests.support.world import MARSHAL, World, busy, opened, site_of
from tests.web.test_permission_matrix import LETTERS, ROUTES, SEATS, answered, expected

REVOKED = "revoked"


def cookies(world: World, secret: str) -> dict[str, str]:
    """The cookie of each asker; "" for a stranger."""
    found = {"public": ""}
    for role, actor in SEATS.items():
        where = HOST_EVENT if actor == HOST else world.id
        found[role] = cookie_of(secret, issue(world.store, where, actor))
    found[REVOKED] = cookie_of(secret, issue(world.store, "other", MARSHAL))
    revoke(world.store, "other", MARSHAL)
    return found


def run() -> bool:
    world = busy(opened(id="cup").start())
    busy(opened(id="other", store=world.store).start())
    site, seen, wrong = site_of(world), Counter[str](), list[str]()
    with serving(site) as hall:
        for role, cookie in cookies(world, site.secret).items():
            headers = {"Cookie": f"csrf={CSRF}; {cookie}; lang=en", "Origin": hall.url}
            with httpx.Client(base_url=hall.url, headers=headers, timeout=60) as asker:
                for whose in ("own", "other"):
                    asked(asker, world, role, whose, seen, wrong)
    print("\n".join(wrong))
    show({"requests": sum(seen.values()), **seen, "wrong": len(wrong), "load": load()})
    return not wrong


def asked(
    asker: httpx.Client, world: World, role: str, whose: str, seen: Counter[str], wrong: list[str]
) -> None:
    """Every address by one asker."""
    for path, route in ROUTES.items():
        where = address(route, "cup" if whose == "own" else "other")
        for method in ("GET", "POST"):
            before = [world.store.version(event) for event in ("cup", "other")]
            body = {"csrfmiddlewaretoken": CSRF} if method == "POST" else None
            found = answered(asker.request(method, where, data=body).status_code)
            as_role = "public" if role == REVOKED else role
            wanted = expected(method, path, as_role if as_role in LETTERS else "public", whose)
            seen[found] += 1
            if found != wanted:
                wrong.append(f"{role}: {method} {where}: {found}, not {wanted}")
            after = [world.store.version(event) for event in ("cup", "other")]
            if before != after and (wanted != "in" or method == "GET"):
                wrong.append(f"{role}: {method} {where} changed an event")


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    sys.exit(0 if run() else 1)
