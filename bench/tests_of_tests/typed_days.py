"""Days typed by hand on which something rare happens, for `bench.tests_of_tests.typed`."""

import json
import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from bench.tests_of_tests.typed_lines import FAULTS, files_of, pairs_of, said, typed, typed_day

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
OPEN = ("draw", "publish --accept", "clock start")


def new(game: str, *more: str) -> str:
    return f"new --game {game} --name Typed --date 2026-11-15 {' '.join(more)}"


def people(first: int, last: int, more: str = "") -> str:
    return "register " + " ".join(f"'Anna Player{n}'" for n in range(first, last + 1)) + f" {more}"


def slip(table: int, **report: object) -> str:
    return f"EnterResult --at-table {table} --report '{json.dumps(report)}'"


WON = {"end": "win", "winner": "a"}
LOST = {"end": "win", "winner": "b"}
KNOCKOUT = ("cut", *OPEN)
PLAY_ON = ("? draw", "? publish --accept", "? clock start", "? result 1 a", "? result 2 a", "? close")

DAYS: dict[str, tuple[str, ...]] = {
    "dice": (  # Imperial Assault: level to the last step of the ladder, then by the blue die
        new("imperial-assault", "--stage 'swiss 1' --stage 'single 4'"),
        people(1, 4),
        "announce",
        *OPEN,
        slip(
            1,
            end="time",
            vp=[30, 30],
            vp_figures=[9, 9],
            damage=[3, 3],
            health_defeated=[2, 2],
            blue_dice=[[2, 2], [4, 1]],
        ),
        slip(2, end="time", vp=[30, 30], vp_figures=[12, 11]),
        "close",
        *KNOCKOUT,
        slip(
            1,
            games=[
                {"end": "points", "vp": [40, 20], "vp_figures": [9, 9]},
                {"end": "points", "vp": [20, 40], "vp_figures": [9, 9]},
            ],
            time_called=True,
            blue_dice=[[1, 4]],
        ),
        slip(2, games=[WON, WON]),
        "close",
        *OPEN,
        slip(1, games=[WON, WON]),
        "close",
        "finish",
    ),
    "third-game": (  # Destiny: one game each, and time in the third
        new("destiny", "--stage 'swiss 1' --stage 'single 2'"),
        people(1, 4),
        "announce",
        *OPEN,
        "result 1 a",
        "result 2 b",
        "close",
        *KNOCKOUT,
        "! " + slip(1, games=[WON, LOST, {"end": "time", "game_rounds": 1, "damage": [1, 2]}]),
        slip(1, games=[WON, LOST, {"end": "time", "game_rounds": 2, "damage": [1, 2]}]),
        "close",
        "finish",
    ),
    "planets": (  # Conquest: nobody has a planet at time; everything else level
        new("conquest", "--stage 'swiss 1'"),
        people(1, 4),
        "announce",
        *OPEN,
        slip(
            1,
            end="time",
            planets=[0, 0],
            symbols=[0, 0],
            last_planet="nobody",
            units_in_discard=[2, 2],
            initiative="a",
            choice="b",
        ),
        slip(2, end="time", planets=[2, 2], symbols=[2, 2], last_planet="a"),
        "close",
        "finish",
    ),
    "both-lose": (  # Star Wars LCG: a double loss in the upper bracket sends both down
        new("star-wars-lcg", "--stage 'swiss 1' --stage 'double 4'"),
        people(1, 4),
        "announce",
        *OPEN,
        "result 1 ww",
        "result 2 ww",
        "close",
        *KNOCKOUT,
        "result 1 dl --reason slow",
        "result 2 a",
        "close",
        *6 * PLAY_ON,
        "finish",
    ),
    "teams": (  # two level teams play a final match
        new("star-wars-lcg", "--teams --setting lists.required=false --stage 'swiss 1'"),
        *(people(n, n + 1) for n in (1, 3, 5, 7)),
        "announce",
        *OPEN,
        "result 1 ww",
        "result 2 ww",
        "close",
        *KNOCKOUT,
        "result 1 ww",
        "close",
        "finish",
    ),
    "leaders": (  # two leaders play each other: the marshal rules; a judge is dismissed
        new("destiny", "--stage 'swiss 1'", "--organiser 'Iga Host'"),
        "staff 'Jan Judge' --role judge",
        "staff 'Ewa Marshal' --role marshal",
        "staff 'Ola Judge' --role judge",
        "staff 'Adam Judge' --role judge",
        "DismissStaff --staff 5",
        "RegisterPlayer --staff 1 --name 'Iga Host'",
        "RegisterPlayer --staff 2 --name 'Jan Judge'",
        "NameSubstitute --staff 1 --substitute 4",
        "NameSubstitute --staff 2 --substitute 4",
        "announce",
        *OPEN,
        "CallJudge --at-table 1",
        "! GiveRuling --call 1 --text so --as staff:4",
        "GiveRuling --call 1 --text so --as staff:3",
        "result 1 a",
        "close",
        "finish",
    ),
    "by-phone": (  # who leads a formal event registers by phone under their own name: round 1 waits
        new("armada", "--level formal", "--organiser 'Iga Host'"),
        people(1, 4),
        "RegisterPlayer --name 'Iga Host' --as public",
        "announce",
        "! draw",
    ),
    "lists": (  # cards are taken out of a list, which is not allowed unless it was found illegal
        new("armada", "--stage 'swiss 1'"),
        people(1, 4),
        """SubmitList --player 1 --content '{"ships": [{"name": "Ark", "points": 90}]}'""",
        "announce",
        *OPEN,
        """! AmendList --player 1 --content '{"ships": [{"name": "Raft", "points": 9}]}' --reason wrong""",
        *(f"result {table} 200-90" for table in (1, 2)),
        "close",
        "finish",
    ),
    "forbidden": (  # pairs forbidden and allowed, and that undone and done again
        new("armada", "--stage 'swiss 2'"),
        people(1, 6),
        "ForbidPair --player 1 --opponent 2 --reason brothers",
        "ForbidPair --player 1 --opponent 3 --reason sisters",
        "AllowPair --player 1 --opponent 3",
        "undo --reason wrong",
        "undo --reason right",
        "announce",
        *2 * (*OPEN, *(f"result {table} 200-90" for table in (1, 2, 3)), "close"),
        "finish",
    ),
    "armada-cut": (
        new("armada", "--stage 'swiss 2' --stage 'single 2'"),
        people(1, 4),
        "announce",
        *OPEN,
        "result 1 200-90",
        "result 2 200-90",
        "close",
    ),
    "lcg-cut": (
        new("star-wars-lcg", "--stage 'swiss 2' --stage 'double 4'"),
        people(1, 6),
        "announce",
        *OPEN,
        *(f"result {table} ww" for table in (1, 2, 3)),
        "close",
    ),
}


def days(folder: Path) -> Iterator[int]:
    """The exit codes of all days, and of the commands on their files."""
    for name, lines in DAYS.items():
        yield from typed_day(folder / name, lines)
        yield from files_of(folder / name, folder)
    for day in (clubs, many_byes):
        yield from day(folder / day.__name__)
        yield from files_of(folder / day.__name__, folder)
    yield from other_data(folder)
    yield from editions_with_faults(folder)
    yield from draws()


def clubs(day: Path) -> Iterator[int]:
    """Five of seven are of one club; tables go round; round 2 is changed by hand, and two are left over."""
    yield from typed_day(
        day,
        (
            new("armada", "--stage 'swiss 3'", "--setting pairing.avoid_groups_round1=true"),
            """ChangeEvent --changes '{"table_order": "rotate"}'""",
            people(1, 5, "--club Car"),
            people(6, 7),
            "announce",
            *OPEN,
            *(f"result {table} 200-90" for table in (1, 2, 3)),
            "close",
            "draw",
        ),
    )
    pairs = pairs_of(day)
    (alone,), (high, other) = pairs[None], pairs[1]
    yield from typed_day(day, (f"swap {alone} {high} --reason 'they came together'", "publish --accept"))
    absent, came = pairs_of(day)[2]
    yield from typed_day(
        day,
        (
            f"no-show 2 {absent}",
            f"PairLeftOver --first {came} --second {high} --reason 'both were alone'",
            "clock start",
            f"LeaveAfterRound --player {other}",
            *(f"? result {table} 200-90" for table in (1, 2, 3)),
            "close",
            *OPEN,
            *(f"? result {table} 200-90" for table in (1, 2)),
            "close",
            "finish",
        ),
    )


def many_byes(day: Path) -> Iterator[int]:
    """The two leaders may not meet and float down to a group that is too large to compare all its pairs."""
    yield from typed_day(
        day,
        (
            new("armada", "--stage 'swiss 2'"),
            people(1, 4),
            people(5, 132, "--bye 1"),
            "announce",
            *OPEN,
            "result 1 400-0",
            "result 2 400-0",
        ),
    )
    one, two = (players[0] for table, players in pairs_of(day).items() if table)
    yield from typed_day(
        day, (f"ForbidPair --player {one} --opponent {two} --reason 'one deck'", "close", "draw")
    )


def other_data(folder: Path) -> Iterator[int]:
    """Golden files, data folders of an earlier and a later schema, a file with a wrong number."""
    for file in sorted(GOLDEN.glob("*.komandor")):
        yield typed("check {file}", file=file)
        yield typed("import {file} --data {data}", file=file, data=folder / "imported")
    other = folder / "other"
    yield typed("event list --data {other}", other=other)
    for schema in (1, 92):
        with sqlite3.connect(other / "komandor.sqlite3") as database:
            database.execute(f"UPDATE schema_version SET version = {schema}")
        database.close()
        yield typed("event list --data {other}", other=other)
    wrong = folder / "wrong.komandor"
    body = file.read_bytes().replace(b'"seq":3,', b'"seq":3.5,').rpartition(b'{"sha256"')[0]
    wrong.write_bytes(body + f'{{"sha256":"{sha256(body).hexdigest()}"}}\n'.encode())
    yield typed("import {file}", file=wrong)


HEAD = """edition = "{game}@typed"
base = "{game}@{year}"
date = "2026-11-15"
sources = ["typed by hand"]
{wrong}
[name]
en = "Typed"
pl = "Wpisana"
"""
WRONG = (
    "margins = [{ from = 0, winner = 5, loser = 6 }]",
    'tiebreakers = ["luck"]',
)


def editions_with_faults(folder: Path) -> Iterator[int]:
    for wrong in WRONG:
        file = folder / "wrong.toml"
        file.write_text(HEAD.format(game="armada", year=2017, wrong=wrong), encoding="utf-8")
        yield typed("edition check {file}", file=file)


def draws() -> Iterator[int]:
    """Fields with so many earlier opponents or forbidden pairs that few draws are left."""
    yield _drawn(25, [_met(number, 420, 24) for number in range(1, 421)])
    across = [(a, b) for a in range(1, 18) for b in range(18, 35)]  # two halves of 17: one pair must cross
    yield _drawn(4, [{"id": n, "points": 0, "rank": n} for n in range(1, 35)], across)


def _met(number: int, many: int, rounds: int) -> dict[str, object]:
    """A player of a large field where each has met those nearest to them."""
    near = [(number - 1 + step) % many + 1 for n in range(1, rounds // 2 + 1) for step in (n, -n)]
    return {"id": number, "points": 0, "rank": number, "met": near}


def _drawn(round: int, players: list[dict[str, object]], forbidden: object = ()) -> int:
    asked = {"game": "armada", "round": round, "seed": "17", "players": players, "forbidden": forbidden}
    code, answer = said(["pair", "--json"], json.dumps(asked))
    if code:
        FAULTS.append(f"komandor pair: exit code {code}: {answer.strip()[:300]}")
    return code
