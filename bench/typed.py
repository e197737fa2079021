"""What a person types at a terminal in one long day, for `bench.reach`: every command, every kind of file.

    .venv/bin/python -m bench.typed [EVENTS]

Simulates EVENTS small tournaments (60 unless told) and then eventful ones of every game, and checks,
verifies, shows, explains, exports and imports each one; loads the editions of the examples; reads lists with
the card data of a folder `shared` beside the repository, if it is there. Ends with the exit codes it saw.
"""

import contextlib
import io
import os
import shlex
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from komandor.cli.main import main as komandor

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
FOLDERS = {"star-wars-lcg": "swlcg"}
GAMES = ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")
STRUCTURES = ("swiss+single", "swiss+double", "swiss+swiss+single", "single", "double", "advanced")
EVENTFUL = (
    "--size small --settings random --hall ranges --lists amended --leaders 1 --drops 50 "
    "--drawn-drops 300 --rejoins 500 --late 100 --disqualifications 20 --awarded-byes 50 --groups "
    "300 --double-losses 50 --concessions 100 --ties 400 --slips 1000 --reports 500 --disputes 300 "
    "--corrections 100 --overrides 100 --end-corrections 1 --undos 50 --redos 500 --redraws 200 "
    "--swaps 300 --table-moves 100 --randomness dice --pauses 300 --extensions 100 --calls 200 "
    "--sanctions 100 --point-sanctions 50 --match-losses 50 --deck-checks 500 --illegal-decks 500 "
    "--components 100 --cut-leavers 300 --declines 500 --knockout-leavers 100 --reset always --sides "
    "1 --changes 300"
)
"""Everything that may happen on one day."""
SIZES = ("tiny", "small", "small", "middle")
PLAIN = (
    "games",
    "games --json",
    "rules",
    "rules --json",
    "rules --coverage",
    "rules --coverage --json",
    "rules ARM-SCORE-5",
    "rules ARM-SCORE-5 --lang pl",
    "rules AMB-G35",
    "rules ARM-SCORE",
    "rules NO-SUCH-1",
    "simulate --axes",
    "rules ARM-SCORE-5 --json",
    "rules AMB-G35 --json",
)
ROUND = (
    "event draw",
    "event publish",
    "event clock start",
    *(
        f"""event do EnterResult --match {n} --report '{{{{"end":"rounds","scores":[200,90]}}}}'"""
        for n in range(1, 12)
    ),
    "event close",
)
BY_HAND = (
    "event new --game armada --name Hand --date 2026-11-15",
    *(f"event do RegisterPlayer --name 'Anna Player{n}' --checked-in" for n in range(1, 6)),
    "event do RegisterPlayer --name 'Ewa Waiting' --waiting",
    "event do AdmitPlayer --player 6",
    "event do ForbidPair --player 1 --opponent 2 --reason brothers",
    "event do ForbidPair --player 1 --opponent 3 --reason sisters",
    "event do AllowPair --player 1 --opponent 3",
    "event do AddPrize --text cup",
    "event do AddPrize --text mat --to wins --wins 3",
    "event do AddPrize --text dice --to everyone",
    "event do AddPrize --text painting --to award",
    "event do AddPrize --text box --to raffle --among no_prize --count 2",
    "event do AddPrize --text pin",
    "event do RemovePrize --prize 6",
    "event announce",
    *3 * ROUND,
    "event do GiveAward --prize 4 --player 1",
    "event do DrawRaffle --prize 5",
    "event finish",
    *(f"event do HandOutPrize --prize 1 --player {n}" for n in range(1, 6)),
)
"""A day of one's own in a folder of its own: pairs that are forbidden, prizes, a raffle."""
WITH_FILE = (
    "check {file}",
    "check {file} --json",
    "verify {file}",
    "verify {file} --json",
    "standings {file}",
    "standings {file} --json",
    "pairings {file}",
    "pairings {file} --round 1 --json",
    "explain {file} --player 1",
    "explain {file} --player 2 --lang pl",
    "explain {file} --player 3 --json",
    "export {file} -o {csv} --format standings",
    "export {file} -o {csv} --format pairings",
    "export {file} -o {other} --without-people",
    "import {file} --data {data}",
    "import {file} --data {data}",
)


EDITION = (
    "edition check {file}",
    "edition check {file} --json",
    "edition load {file}",
    "edition list",
    "edition show {name}",
    "edition show {name} --text",
    "edition remove {name}",
)
WITH_LIST = (
    "list {file} --game {game}",
    "list {file} --game {game} --level championship --date 2026-11-16 --json",
)


def typed(line: str, **paths: Path | str) -> int:
    """The exit code of one command line, whose answer nobody reads."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return komandor([word.format(**paths) for word in shlex.split(line)])


def eventful() -> Iterator[str]:
    """The options of one day of every game and structure, and of teams, on which everything happens."""
    for game in GAMES:
        yield from (f"--game {game} --teams 0 --structure {structure} {EVENTFUL}" for structure in STRUCTURES)
    yield f"--game star-wars-lcg --teams 1 --structure swiss {EVENTFUL}"


def by_hand(folder: Path) -> Iterator[int]:
    """The exit codes of a whole event typed step by step, and of the commands on its file."""
    day, file = folder / "day", folder / "day.komandor"
    yield from (typed(line + " --data {day}", day=day) for line in BY_HAND)
    yield typed("export -o {file} --data {day}", file=file, day=day)
    yield from (
        typed(line, file=file, csv=folder / "day.csv", other=folder / "day.public", data=folder / "other")
        for line in WITH_FILE
    )


def editions() -> Iterator[int]:
    """The exit codes of every command on every edition of the examples."""
    for file in sorted((ROOT / "examples" / "editions").glob("*.toml")):
        name = tomllib.loads(file.read_text(encoding="utf-8"))["edition"]
        yield from (typed(line, file=file, name=name) for line in EDITION)


def lists() -> Iterator[int]:
    """The exit codes of every sample list, first without card data and then with it."""
    for game in GAMES:
        folder = FOLDERS.get(game, game)
        samples = sorted(one for one in (SHARED / "lists" / folder).glob("*") if one.suffix != ".md")
        cards = SHARED / "catalogue" / folder
        yield from (typed(line, file=file, game=game) for file in samples for line in WITH_LIST)
        if cards.is_dir():
            yield typed("catalogue import {file} --game {game}", file=cards, game=game)
            yield typed("catalogue show --game {game}", game=game)
            yield from (typed(line, file=file, game=game) for file in samples for line in WITH_LIST)
    yield typed("catalogue list")


def main() -> int:
    codes = Counter(typed(line) for line in PLAIN)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data")
        os.environ["KOMANDOR_DATA"] = str(data)
        codes.update(by_hand(Path(folder)))
        codes.update(editions())
        codes.update(lists())
        many = int(sys.argv[1]) if len(sys.argv) > 1 else 60
        days = [f"--size {SIZES[seed % len(SIZES)]}" for seed in range(many)]
        for seed, options in enumerate((*days, *eventful())):
            file, csv = Path(folder, f"{seed}.komandor"), Path(folder, f"{seed}.csv")
            codes[typed(f"simulate --seed {seed} {options} -o {{file}}", file=file)] += 1
            codes.update(
                typed(line, file=file, csv=csv, other=file.with_suffix(".public"), data=data)
                for line in WITH_FILE
            )
        hurt = Path(folder, "hurt.komandor")
        hurt.write_bytes(file.read_bytes().replace(b'"seq":3', b'"seq":4'))
        codes.update(
            typed(line, file=hurt, csv=csv, other=file.with_suffix(".public"), data=data)
            for line in WITH_FILE
        )
    print("exit codes:", dict(codes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
