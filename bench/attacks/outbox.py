"""Kills a Komandor that sends messages again and again, and shows that none is lost and the order holds.

    python -m bench.attacks.outbox [--kills 200] [--seed 1]

A child process plays rounds of an event over one data folder and sends their messages to a receiver that
lives here, answers late and refuses now and then. The child is killed (SIGKILL) at a random moment: while it
writes, while a message is under way, or after it has arrived and before that is noted. The next child goes
on. At the end the receiver must have had what the log says, in its order, and each once if it ignores ids
that it knows.
"""

import argparse
import itertools
import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from bench.options import parser_of
from komandor.app.outbox.messages import OPEN, messages_of
from komandor.app.outbox.targets import Target, keep_target, targets_of
from komandor.app.workflow import next_step
from komandor.core.tournament.values import Topic
from komandor.store import open_store
from komandor.web.server.sender import Sender
from tests.support.event import Event, swiss
from tests.support.receiver import OK, Answer, Got, Receiver, receiving

TOPICS: tuple[Topic, ...] = ("pairings", "results", "standings")
CAUSES = {"round_published": TOPICS[:1], "round_closed": TOPICS[1:]}
ROUNDS, PLAYERS = 20, 6
REFUSES, LATE = 0.1, 0.03  # how often it refuses; seconds that an answer takes at most
FRESH = 20  # kills before a new event is begun
FINISHED = "finished"


@dataclass
class Choosy(Receiver):
    """Answers late, and refuses now and then."""

    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def answer(self, got: Got) -> Answer:
        super().answer(got)
        time.sleep(self.chance.uniform(0, LATE))
        return (503, {"Retry-After": "0"}, b"") if self.chance.random() < REFUSES else OK


@dataclass
class Found:
    """What all lives came to; `under_way`: kills that met a message between its sending and its noting."""

    messages: int = 0
    under_way: int = 0
    repeats: int = 0
    problems: list[str] = field(default_factory=list)


class Life(Event):
    """The event of this folder; each life gives its commands other ids."""

    def __init__(self, folder: Path, life: int) -> None:
        super().__init__("destiny", swiss(ROUNDS), store=open_store(folder), name="Cup")
        self._count = itertools.count(life * 1_000_000)


def prepare(folder: Path, address: str) -> None:
    """Make an event whose messages go to this address."""
    event = Life(folder, 0).register(PLAYERS, checked_in=True).announce()
    wanted = Target(event=event.id, id="", kind="webhook", name="", address=address, topics=TOPICS, lang="en")
    assert isinstance(keep_target(event.store, wanted, hosted=False), Target)
    event.store.close()


def child(folder: Path, life: int, finish: bool) -> None:
    """Play on and send until killed; with `finish` only send what is left."""
    event = Life(folder, life)
    sender = Sender(event.ledger)
    target = targets_of(event.store, event.id)[0]
    print("ready", flush=True)
    if finish:
        while any(one.state in OPEN for one in messages_of(event.store, event.id, target.id)):
            sender.serve(event.id, target.id)
        return
    sender.start()
    while next_step(event.t).code not in ("finish", "done"):
        event.play_round()
        print("played", flush=True)
    print(FINISHED, flush=True)
    sys.stdin.read()


def run_child(folder: Path, life: int, kill_after: tuple[int, float] | None) -> None:
    """Run a child, and kill it so many rounds and seconds after it is ready; None lets it end."""
    command = [sys.executable, "-m", "bench.attacks.outbox", "--child", str(folder), str(life)]
    with subprocess.Popen(
        command + (["--finish"] if kill_after is None else []),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        process.stdout.readline()
        if kill_after is not None:
            rounds, seconds = kill_after
            for line in itertools.islice(process.stdout, rounds):
                if line.strip() == FINISHED:
                    break
            time.sleep(seconds)
            process.kill()


def written(folder: Path) -> list[tuple[str, int]]:
    """Topic and round of every message that the log asks for, in order."""
    store = open_store(folder)
    events = [json.loads(record.event) for record in store.read("cup")]
    store.close()
    return [(topic, one["round"]) for one in events for topic in CAUSES.get(one["type"], ())]


def under_way(folder: Path) -> bool:
    """Whether the last life ended while a message was being sent."""
    store = open_store(folder)
    target = targets_of(store, "cup")[0]
    found = any(one.state == "sending" for one in messages_of(store, "cup", target.id))
    store.close()
    return found


def one_event(folder: Path, kills: int, first: int, chance: random.Random, found: Found) -> None:
    """Kill so often over one event, then compare."""
    with receiving(Choosy(chance=random.Random(chance.random()))) as receiver:
        prepare(folder, receiver.url)
        for life in range(first + 1, first + kills + 1):
            run_child(folder, life, (chance.randint(0, 2), chance.uniform(0, 0.3)))
            found.under_way += under_way(folder)
        run_child(folder, first + kills + 1, None)
    wanted = written(folder)
    arrived = [
        (one.json["type"].partition(".")[2], one.json["data"]["round"]["number"]) for one in receiver.once
    ]
    found.messages += len(wanted)
    found.repeats += len(receiver.got) - len(receiver.once)
    if arrived != wanted:
        lost = [one for one in wanted if one not in arrived]
        found.problems.append(
            f"{folder.name}: lost {lost}" if lost else f"{folder.name}: other order: {arrived}"
        )


def campaign(kills: int, seed: int, folder: Path) -> Found:
    chance, found = random.Random(seed), Found()
    for first in range(0, kills, FRESH):
        one_event(folder / f"event{first}", min(FRESH, kills - first), first, chance, found)
    return found


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--finish", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(Path(options.child[0]), int(options.child[1]), options.finish)
        return 0
    with tempfile.TemporaryDirectory(prefix="komandor-outbox-") as folder:
        found = campaign(options.kills, options.seed, Path(folder))
    print(
        "\n".join(found.problems)
        or f"{options.kills} kills, {found.under_way} with a message under way; {found.messages} messages: "
        f"none lost, all in order, {found.repeats} repeated with their id"
    )
    return 1 if found.problems else 0


if __name__ == "__main__":
    sys.exit(main())
