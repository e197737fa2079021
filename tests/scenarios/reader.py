"""Reads the plain-text scenarios of the five games: one line, one statement, in the order they stand.

    # comment                          the first line cites the example
    rules: ARM-END-4, ARM-SCORE-5      what the file proves
    game: armada
    players: Eryk, Sylwia              the seats a and b
    round: knockout                    swiss unless said; "final", "teams" and a structure may follow
    setting: swl.2v2_draw_points = 1

    case: what happens                 starts anew
    slip: end=time scores=177/49       the report; values are numbers, yes/no, names of players, x/y for both
    game 2: end=time                   … or game by game
    match: time_called=yes             … and what concerns the match as a whole
    result: Eryk 7-4                   winner ("nobody") and points
    mov: 128-0
    outcome: win loss
    because: ARM-SCORE-3               rules that the reasons must cite
    refused: ARM-END-6 first           rule ("-" = none) and field

Other statements (structure, legal, sides, card, entry …) are in the table VERBS of test_scenarios.py.
"""

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS = ("armada", "imperial_assault", "destiny", "star_wars_lcg", "conquest")
LINE = re.compile(r"(?P<verb>[a-z]+)(?: (?P<number>\d))?: *(?P<rest>.*)")


@dataclass(frozen=True)
class Statement:
    verb: str
    rest: str
    number: int | None
    line: int


@dataclass(frozen=True)
class Scenario:
    path: Path
    rules: tuple[str, ...]
    statements: tuple[Statement, ...]

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"


def read(path: Path) -> Scenario:
    statements = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = LINE.fullmatch(line.strip())
        if found is None:
            raise ValueError(f"{path.name}:{number}: not a statement: {line!r}")
        game = int(found["number"]) if found["number"] else None
        statements.append(Statement(found["verb"], found["rest"].strip(), game, number))
    first, *rest = statements
    if first.verb != "rules":
        raise ValueError(f"{path.name}: the first statement names the rules")
    return Scenario(path, tuple(re.split(r", *", first.rest)), tuple(rest))


def scenarios() -> list[Scenario]:
    return [read(path) for folder in FOLDERS for path in sorted((HERE / folder).glob("*.txt"))]
