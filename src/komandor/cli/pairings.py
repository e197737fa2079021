"""`komandor pairings` and `komandor event pairings`: one round, table by table."""

from typing import Annotated, Any

import typer

from komandor.app.queries.everybody.round_names import round_name
from komandor.app.queries.everybody.rounds import Row, SeatView, round_view
from komandor.cli.engine import output
from komandor.cli.engine.options import Lang
from komandor.cli.tournament_file import Opened, Source, on_file
from komandor.core.tournament.readings.scoring import report_code
from komandor.texts import round_title


def show(
    at: Source,
    round_: Annotated[int | None, typer.Option("--round", help="The round. Default: the latest.")] = None,
) -> None:
    """Show the pairings of a round with their results."""
    held, lang = at.held, at.lang
    rounds = held.state.rounds
    wanted = round_ if round_ is not None else max(rounds, default=0)
    if wanted not in rounds:
        raise output.no_such_round(wanted, max(rounds, default=0), lang)
    view = round_view(held.state, wanted, 0)
    if at.as_json:
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


command = on_file(show)
