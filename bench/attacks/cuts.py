"""Cuts the network between a hall and the site that shows its event, again and again, while the event runs.

    python -m bench.attacks.cuts [--cuts 100] [--players 24] [--rounds 5] [--seed 1] [--offline 6]

Home is a real `komandor serve`; the hall is a served site of this process with its own sender. A proxy
between them cuts connections at a random byte of the request or of the answer. Sometimes several steps of the
hall pass while nothing comes through. After every step home may have no record that the hall does not have;
at the end both have the same head, and the public files are equal and verify. Ends by itself.
"""

import argparse
import random
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bench.options import parser_of
from bench.served import load, serving, show
from komandor.app.following import new_key
from komandor.app.queries.everybody.visible import public_log, public_reach
from komandor.app.workflow import next_step
from komandor.check.verify import verify
from komandor.store import open_store
from komandor.web.server.publisher import OtherSite, Publisher, show_at, state_of
from tests.support import site as on_this_machine
from tests.support.cut_network import CutNetwork
from tests.support.event import Event, swiss
from tests.support.waiting import wait_until
from tests.support.world import site_of


def one_step(event: Event) -> None:
    """What happens next in the hall; results come one by one."""
    step = next_step(event.t).code
    event.do(event.won(min(event.open()[0].players))) if step == "results" else event.take(step)


def prefixes(event: Event, folder: Path) -> int:
    """How many records home has; raises if one of them is not the hall's."""
    home = open_store(folder)
    here, there = home.read(event.id), event.store.read(event.id)
    home.close()
    assert [r.hash for r in here] == [r.hash for r in there][: len(here)], "home has a record of its own"
    assert len(here) <= public_reach(event.loaded), "home has a record that is not public"
    return len(here)


def run(options: argparse.Namespace) -> bool:
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="komandor-cuts-") as name:
        folder, hall = Path(name) / "home", Path(name) / "hall"
        store = open_store(folder)
        key = new_key(store)
        store.close()
        event = Event("armada", swiss(options.rounds), store=open_store(hall), seed=chance.randbytes(32))
        event.register(options.players)
        with serving(folder) as (_, port), on_this_machine.serving(site_of(event)) as served:
            with CutNetwork(port, options.cuts, options.seed) as network:
                show_at(event.store, event.id, OtherSite(network.address, key))
                sender = Publisher(served.site.services.ledger, first_wait=0.01)
                end, steps = sender.start(), play(event, folder, network, chance, options.offline)
                began = time.monotonic()
                current = wait_until(lambda: _current(event))
                end()
            return told(event, port, network, steps, current, time.monotonic() - began)


def play(event: Event, folder: Path, network: CutNetwork, chance: random.Random, offline: int) -> int:
    """Play the event to its end; how many steps it took."""
    steps = 0
    while next_step(event.t).code != "done":
        network.silent = chance.random() < 0.2
        for _ in range(chance.randrange(1, offline) if network.silent else 1):
            if next_step(event.t).code != "done":
                one_step(event)
                steps += 1
        prefixes(event, folder)
        network.silent = False
        assert wait_until(lambda: prefixes(event, folder) == public_reach(event.loaded)), "home is behind"
    return steps


def _current(event: Event) -> bool:
    state = state_of(event.store, event.id)
    return bool(state and state.state == "current")


def told(event: Event, port: int, network: CutNetwork, steps: int, current: bool, seconds: float) -> bool:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/t/{event.id}/log.komandor") as answer:
        file = answer.read()
    same, verified = file == public_log(event.store, event.loaded), verify(file).ok
    show({"steps": steps, "records": event.loaded.version, "cuts": network.made, "connections": network.all})
    show({"same_file": same, "verified": verified, "last_wait_s": round(seconds, 2), "load": load()})
    return same and verified and current and network.left == 0


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--players", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--offline", type=int, default=6, help="most steps without a network")
    return 0 if run(parser.parse_args()) else 1


if __name__ == "__main__":
    sys.exit(main())
