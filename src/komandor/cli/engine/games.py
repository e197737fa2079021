"""`komandor games`: the numbers of each game's document."""

from collections.abc import Iterator
from functools import partial
from shutil import get_terminal_size
from textwrap import fill
from typing import Any

from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Lang, Language, ShowSchema
from komandor.cli.printing import echo
from komandor.core import games
from komandor.core.games.game import GameData, StructureRow
from komandor.texts.titles import in_titles_of

NO_INPUT = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "komandor games",
    "description": "This command reads no input.",
    "type": "null",
}


def command(as_json: AsJson = False, schema: ShowSchema = False, lang: Language = Lang.EN) -> None:
    """Show the five games: structures, clocks, points, tie-breakers, pairing, knock-out."""
    if schema:
        output.json(NO_INPUT, indent=True)
    elif as_json:
        output.json([_game(rules.data) for rules in games.GAMES])
    else:
        for rules in games.GAMES:
            _print(rules.data, lang)


def _game(data: GameData) -> dict[str, Any]:
    return {
        "id": data.id,
        "edition": data.edition,
        "name": dict(data.name),
        "structures": {name: [_row(row) for row in rows] for name, rows in data.structures.items()},
        "minutes": {kind: clock.minutes for kind, clock in data.clocks.items()},
        "points": dict(data.points),
        "bye": {"points": data.bye.points, "mov": data.bye.mov},
        "tiebreakers": [*data.tiebreakers, "lot"],
        "pairing": data.pairing,
        "elimination": data.elimination,
        "cuts": list(data.cuts),
    }


def _row(row: StructureRow) -> dict[str, int | None]:
    return {"from": row.low, "to": row.high, "rounds": row.rounds, "cut": row.cut}


def _print(data: GameData, lang: Lang) -> None:
    """The numbers of a game, one line each, as wide as the terminal is."""
    width = get_terminal_size().columns
    echo(f"{data.id}: {data.name[lang]}")
    for label, text in _facts(data, lang):
        echo(fill(f"{label}: {text}", width, initial_indent="  ", subsequent_indent="    "))


def _facts(data: GameData, lang: Lang) -> Iterator[tuple[str, str]]:
    head, word = partial(output.word, "head", lang=lang), partial(output.word, lang=lang)
    yield head("bye"), f"{data.bye.points} / {data.bye.mov}" if data.bye.mov else str(data.bye.points)
    ties = (
        in_titles_of(data.id, word("metric_short", key), lang.value) for key in (*data.tiebreakers, "lot")
    )
    yield head("tiebreakers"), ", ".join(ties)
    yield head("pairing"), word("pairing", data.pairing)
    yield head("elimination"), word("stage_kind", data.elimination)
    clocks = data.clocks.items()
    yield (
        head("minutes"),
        ", ".join(f"{word('clock_kind', kind)} {one.minutes or '–'}" for kind, one in clocks),
    )
    for name, rows in data.structures.items():
        yield f"{head('rounds_by_players')} ({word('structure', name)})", ", ".join(map(_attendance, rows))


def _attendance(row: StructureRow) -> str:
    """A row of a structure, such as "29–44: 4 + top 2"."""
    players = f"{row.low}–{row.high}" if row.high else f"{row.low}+"
    return f"{players}: {row.rounds}{f' + top {row.cut}' if row.cut else ''}"
