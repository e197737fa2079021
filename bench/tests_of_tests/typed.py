"""What people type at a terminal and press in browsers in one long day, for `bench.tests_of_tests.reach`.

    .venv/bin/python -m bench.tests_of_tests.typed [EVENTS]

Simulates EVENTS small tournaments (60 unless told) and then eventful ones of every game, and checks,
verifies, shows, explains, exports and imports each one; plays the rare days of `typed_days.py` step by step;
loads the editions of the examples; reads lists with the card data of a folder `shared` beside the repository,
if it is there; starts servers on SQLite and PostgreSQL and presses their buttons.  Ends with the exit codes
it saw, and fails if a step of a day typed by hand did not end as it should.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench.options import parser_of
from bench.tests_of_tests.typed_days import days
from bench.tests_of_tests.typed_lines import FAULTS, files_of, typed, with_file
from bench.tests_of_tests.typed_lists import lists
from bench.tests_of_tests.typed_pages import pages
from komandor.cli.exits import BUG

ROOT = Path(__file__).parents[2]
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
    "event do CheckIn --players 6",
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
    *(f"event do HandOutPrize --prize 1 --player {n}" for n in range(1, 7)),
)
"""A day of one's own in a folder of its own: pairs that are forbidden, prizes, a raffle."""

BOTH_LOSE = (
    "event new --game armada --name Both --date 2026-11-15",
    *(f"event do RegisterPlayer --name 'Ewa Player{n}' --checked-in" for n in range(1, 5)),
    "event announce",
    *ROUND[:3],
    *(
        f"event do GiveSanction --player {n} --match {match} --kind match_loss --reason late"
        for n in (1, 2, 3, 4, 1)
        for match in (1, 2)
    ),
)
"""A match that a sanction takes from both, and once more from one of them."""

EDITION = (
    "edition check {file}",
    "edition check {file} --json",
    "edition load {file}",
    "edition list",
    "edition show {name}",
    "edition show {name} --text",
    "edition remove {name}",
)


def eventful() -> Iterator[str]:
    """The options of one day of every game and structure, and of teams, on which everything happens."""
    for game in GAMES:
        yield from (f"--game {game} --teams 0 --structure {structure} {EVENTFUL}" for structure in STRUCTURES)
    yield f"--game star-wars-lcg --teams 1 --structure swiss {EVENTFUL}"


def by_hand(folder: Path) -> Iterator[int]:
    """The exit codes of a whole event typed step by step, and of the commands on its file."""
    for name, lines in (("day", BY_HAND), ("both", BOTH_LOSE)):
        day = folder / name
        yield from (typed(line + " --data {day}", day=day) for line in lines)
        yield from files_of(day, folder)


def alone(file: Path) -> Iterator[int]:
    """Programs in processes of their own: the verifier by itself, translations, an answer nobody reads on."""
    verifier = ROOT / "src" / "komandor" / "check" / "verify.py"
    for words in ([verifier, file], [verifier], ["-m", "komandor.web.rendering.i18n", "check"]):
        yield subprocess.run([sys.executable, *words], capture_output=True, check=False).returncode
    cut_short = [sys.executable, "-m", "komandor", "rules", "--coverage", "--json"]
    with subprocess.Popen(cut_short, stdout=subprocess.PIPE) as reading:
        assert reading.stdout
        reading.stdout.close()
    yield reading.returncode


def editions() -> Iterator[int]:
    """The exit codes of every command on every edition of the examples."""
    for file in sorted((ROOT / "examples" / "editions").glob("*.toml")):
        name = tomllib.loads(file.read_text(encoding="utf-8"))["edition"]
        yield from (typed(line, file=file, name=name) for line in EDITION)


def main(many: int) -> int:
    codes = Counter(typed(line) for line in PLAIN)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["KOMANDOR_DATA"] = str(folder / "data")
        codes.update(by_hand(folder))
        codes.update(editions())
        codes.update(lists(folder))
        codes.update(days(folder))
        os.environ["KOMANDOR_DATA"] = str(folder / "data")
        options = [f"--size {SIZES[seed % len(SIZES)]}" for seed in range(many)]
        for seed, chosen in enumerate((*options, *eventful())):
            file = folder / f"{seed}.komandor"
            codes[typed(f"simulate --seed {seed} {chosen} -o {{file}}", file=file)] += 1
            codes.update(with_file(file, folder / "data", slice(seed % 2, None, 2)))
        codes.update(alone(file))
        hurt = folder / "hurt.komandor"
        hurt.write_bytes(file.read_bytes().replace(b'"seq":3', b'"seq":4'))
        codes.update(with_file(hurt, folder / "data"))
        pages(folder, folder / "imported")
    print("exit codes:", dict(codes))
    print("\n".join(FAULTS))
    return 1 if FAULTS or BUG in codes else 0


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("events", nargs="?", type=int, default=60, metavar="EVENTS")
    sys.exit(main(parser.parse_args().events))
