"""`komandor pairings`: one round of a tournament file, table by table."""

from pathlib import Path
from typing import Annotated, Any

import typer

from komandor.app.queries.everybody.round_names import round_name
from komandor.app.queries.everybody.rounds import Row, SeatView, round_view
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Lang, Language
from komandor.cli.tournament_file import Opened, opened
from komandor.core.tournament.readings.scoring import report_code
from komandor.texts import round_title


def command(
    file: Annotated[Path, typer.Argument(help="A tournament file (.komandor).")],
    round_: Annotated[int | None, typer.Option("--round", help="The round; the latest if not given.")] = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Pairings of a round with their results."""
    show(opened(file, lang), round_, as_json, lang)


def show(held: Opened, number: int | None, as_json: bool, lang: Lang = Lang.EN) -> None:
    rounds = held.state.rounds
    wanted = number if number is not None else max(rounds, default=0)
    if wanted not in rounds:
        raise output.no_such_round(wanted, max(rounds, default=0), lang)
    view = round_view(held.state, wanted, 0)
    if as_json:
        rows = [as_row(row, held) for row in view.rows]
        output.json({"round": wanted, "status": view.status, "mission": view.mission, "pairings": rows})
        return
    output.table(
        ", ".join(filter(None, (_title(held, wanted, lang), view.mission))),
        output.heads(("table", "player", "points", "player", "points", "status"), lang),
        [
            (r.table, *_side(r.a, held), *_side(r.b, held), output.word("row_status", r.status, lang))
            for r in view.rows
        ],
    )


def _title(held: Opened, number: int, lang: Lang) -> str:
    return f"{held.state.name}: {round_title(round_name(held.state, number), lang)}"


def as_row(row: Row, held: Opened) -> dict[str, Any]:
    seats = [seat for seat in (row.a, row.b) if seat is not None]
    players = [
        {
            "player": s.player,
            "name": held.name(s.player),
            "points": s.scored,
            "mov": s.mov,
            "outcome": s.outcome,
        }
        for s in seats
    ]
    return {
        "match": row.match,
        "table": row.table,
        "kind": row.kind,
        "status": row.status,
        "players": players,
        "winner": row.winner,
        "game": row.game,
        "report": report_code(held.state.matches[row.match].result) or None,
    }


def _side(seat: SeatView | None, held: Opened) -> tuple[object, object]:
    if seat is None:
        return "", ""
    return f"{held.name(seat.player)} ({seat.player})", "" if seat.scored is None else seat.scored
