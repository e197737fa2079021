"""The commands of `komandor`, in the order of its help page.

Each is one module of this package with a `command`: a function, or a `typer.Typer` where it has
sub-commands. A module is imported only when its command is called, so `--help` and the headless
commands stay quick and never load Django.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from typer import Typer


@dataclass(frozen=True, slots=True)
class TerminalCommand:
    """A name on the command line, the module of this package behind it, and its line of help."""

    name: str
    module: str
    help: str

    def load(self) -> Callable[..., None] | Typer:
        command: Callable[..., None] | Typer = import_module(f"komandor.cli.{self.module}").command
        return command


COMMANDS: tuple[TerminalCommand, ...] = (
    TerminalCommand("serve", "serve", "Start the Komandor website."),
    TerminalCommand("demo", "demo", "Start a demo event with made-up players."),
    TerminalCommand("keys", "keys", "Make, list and revoke the host's keys."),
    TerminalCommand("doctor", "doctor", "Check this machine and the data, and say what to fix."),
    TerminalCommand("backup", "backup", "Save everything in one checked backup file."),
    TerminalCommand("restore", "restore", "Restore a backup into an empty folder or database."),
    TerminalCommand(
        "games", "engine.games", "Show the five games: structures, clocks, points, tie-breakers."
    ),
    TerminalCommand("score", "engine.score", "Score a match result."),
    TerminalCommand("rank", "engine.rank", "Work out the standings from played rounds."),
    TerminalCommand("pair", "engine.pair", "Pair one Swiss round."),
    TerminalCommand("bracket", "engine.bracket", "Play out a knock-out bracket."),
    TerminalCommand("list", "list_", "Check a pasted fleet, army or deck list."),
    TerminalCommand("catalogue", "catalogue", "Load card data and show what is loaded."),
    TerminalCommand("pack", "pack", "Make, load, show and remove packs: rules and card data."),
    TerminalCommand("edition", "edition", "Load editions of a game’s rules and show what is loaded."),
    TerminalCommand("rules", "rules", "Show a rule: its source, and where it is enforced and tested."),
    TerminalCommand("event", "event", "Run a whole event from the terminal."),
    TerminalCommand("simulate", "simulate", "Write a complete random tournament as a log."),
    TerminalCommand("check", "check", "Re-check a tournament file with the independent checker."),
    TerminalCommand("verify", "verify", "Check the hash chain and every draw of a tournament file."),
    TerminalCommand("standings", "standings", "Show the standings of a tournament file."),
    TerminalCommand("pairings", "pairings", "Show the pairings of a round in a tournament file."),
    TerminalCommand("explain", "explain", "Explain a player's opponents, byes and place."),
    TerminalCommand("export", "export", "Export a tournament to a file."),
    TerminalCommand("import", "import_", "Import a tournament from a file."),
    TerminalCommand("publish", "publish", "Show an event on another site while it runs here."),
    TerminalCommand("bench", "bench", "Measure the speed of pairing, standings and website."),
)
