"""`komandor demo`: serves an event of made-up people at a chosen point of its day."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from komandor.app.identity import issue
from komandor.app.ledger import Ledger
from komandor.cli.demonstration import MOMENTS, Demonstration, Moment
from komandor.cli.engine import inputs
from komandor.cli.serve import Host, NoBrowser, Port, listen, open_named, serve
from komandor.core import games
from komandor.web.server.addresses import own_address

Game = Annotated[str, typer.Option(help="One of: " + ", ".join(g.data.id for g in games.GAMES) + ".")]
Players = Annotated[int, typer.Option(min=4, max=512, help="Number of made-up players.")]
At = Annotated[Moment, typer.Option(help="How far the event has got: " + ", ".join(MOMENTS) + ".")]
Folder = Annotated[
    Path | None,
    typer.Option("--data", help="Folder to keep the event in. Without it, the event is deleted afterwards."),
]
Database = Annotated[
    str | None, typer.Option(help="Use a PostgreSQL database (postgres://…) instead of a file in the folder.")
]
"""Not the database of KOMANDOR_DATABASE: made-up events have no place beside real ones."""
Seed = Annotated[str, typer.Option(help="Any word; a different one gives different players and results.")]


def command(
    game: Game = games.GAMES[0].data.id,
    players: Players = 24,
    at: At = "round",
    seed: Seed = "komandor",
    host: Host = "0.0.0.0",  # noqa: S104  as `serve`: phones are part of the demonstration
    port: Port = None,
    data: Folder = None,
    database: Database = None,
    no_browser: NoBrowser = False,
) -> None:
    """Start a demo event with made-up players."""
    rules = inputs.rules(game)
    with tempfile.TemporaryDirectory(prefix="komandor-demo-") as passing, listen(host, port) as listening:
        folder = data or Path(passing)
        store = open_named(database, folder)
        shown = Demonstration(Ledger(store), rules, players, seed)
        shown.reach(at)
        where = own_address(*listening.getsockname()[:2])
        for who, seat in shown.seats().items():
            path = "p" if seat.kind == "player" else "s"
            print(f"As {who}: {where}/{path}/{issue(store, shown.id, seat, 'demo')}", flush=True)
        serve(store, folder, listening, browser=not no_browser)
