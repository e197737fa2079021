"""`komandor standings` and `komandor event standings`."""

from typing import Annotated, Any

import typer

from komandor.app.queries.everybody.standings import StandingRow, standings_view
from komandor.cli.engine import output
from komandor.cli.engine.options import Lang
from komandor.cli.engine.rank import in_json, short
from komandor.cli.tournament_file import Opened, Source, on_file
from komandor.core.tournament.readings.regulations import rules
from komandor.texts import in_titles_of


def as_row(row: StandingRow, held: Opened) -> dict[str, Any]:
    """A row as in `komandor rank`, plus number, name and, after the end, the final place."""
    shown: dict[str, Any] = {
        "player": row.player,
        "name": held.name(row.player),
        "rank": row.place,
        "points": row.points,
        "tiebreakers": {key: in_json(key, value) for key, value in row.values.items()},
        "decided_by": row.decided_by,
    }
    extra = {"left": True} if row.status == "left" else {}
    return shown | extra | ({"final": row.final} if row.final is not None else {})


def _title(after_round: int, provisional: bool, lang: Lang) -> str:
    code = "with_results_so_far" if provisional else "after_round" if after_round else "before_round_1"
    return output.word("standings_title", code, lang).format(number=after_round)


def show(
    at: Source,
    provisional: Annotated[bool, typer.Option(help="Include the round being played.")] = False,
) -> None:
    """Show the exact standings after the last closed round and what decided each place."""
    held, lang = at.held, at.lang
    view = standings_view(held.state, provisional)
    if at.as_json:
        output.json({"after_round": view.after_round, "standings": [as_row(r, held) for r in view.rows]})
        return
    game = rules(held.state).data.id
    output.table(
        f"{held.state.name}: {_title(view.after_round, provisional, lang)}",
        (
            "#",
            *output.heads(("number", "player", "points"), lang),
            *(in_titles_of(game, output.word("metric_short", key, lang), lang.value) for key in view.columns),
            *output.heads(("decided_by", "final"), lang),
        ),
        [
            (
                f"{r.place}=" if r.tied else r.place,
                r.player,
                held.name(r.player) + (" –" if r.status == "left" else ""),
                r.points,
                *(short(r.values.get(key, 0), lang) for key in view.columns),
                in_titles_of(game, output.word("metric", r.decided_by, lang), lang.value),
                r.final,
            )
            for r in view.rows
        ],
    )


command = on_file(show)
