"""`komandor games`: the numbers of each game's document."""

from typing import Any

from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Lang, Language, ShowSchema
from komandor.core import games
from komandor.core.games.game import GameData, StructureRow

NO_INPUT = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "komandor games",
    "description": "This command reads no input.",
    "type": "null",
}


def command(as_json: AsJson = False, schema: ShowSchema = False, lang: Language = Lang.EN) -> None:
    """The five games: structures, clocks, points, tie-breakers, pairing, elimination."""
    if schema:
        output.json(NO_INPUT, indent=True)
    elif as_json:
        output.json([_game(rules.data) for rules in games.GAMES])
    else:
        _table(lang)


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


def _table(lang: Lang) -> None:
    columns = output.heads(("id", "name", "bye", "tiebreakers", "pairing", "elimination", "minutes"), lang)
    output.table("", columns, [_line(rules.data, lang) for rules in games.GAMES])


def _line(data: GameData, lang: Lang) -> list[object]:
    bye = f"{data.bye.points} / {data.bye.mov}" if data.bye.mov else data.bye.points
    minutes = ", ".join(
        f"{output.word('round_kind', kind, lang)} {clock.minutes or '–'}"
        for kind, clock in data.clocks.items()
    )
    order = ", ".join(output.word("metric_short", key, lang) for key in (*data.tiebreakers, "lot"))
    pairing = output.word("pairing", data.pairing, lang)
    elimination = output.word("stage_kind", data.elimination, lang)
    return [data.id, data.name[lang], bye, order, pairing, elimination, minutes]
