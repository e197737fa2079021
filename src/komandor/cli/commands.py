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
    TerminalCommand("serve", "serve", "Start the site."),
    TerminalCommand("demo", "demo", "Fill an event with made-up players and serve it."),
    TerminalCommand("keys", "keys", "List the host's keys, and close them."),
    TerminalCommand("games", "engine.games", "The five games: structures, clocks, points, tie-breakers."),
    TerminalCommand("score", "engine.score", "Score one match report."),
    TerminalCommand("rank", "engine.rank", "Rank players by the rounds played."),
    TerminalCommand("pair", "engine.pair", "Draw one Swiss round."),
    TerminalCommand("bracket", "engine.bracket", "Play out an elimination bracket."),
    TerminalCommand("list", "list_", "Check a pasted fleet, army or deck list."),
    TerminalCommand("catalogue", "catalogue", "Load card data, and show what is loaded."),
    TerminalCommand("edition", "edition", "Load editions of a game’s rules, and show what is loaded."),
    TerminalCommand("rules", "rules", "Show a rule, its source, where it is enforced and tested."),
    TerminalCommand("event", "event", "Run a whole event from the terminal."),
    TerminalCommand("simulate", "simulate", "Write a whole random tournament as a log."),
    TerminalCommand("check", "check", "Re-check a tournament file with the independent checker."),
    TerminalCommand("verify", "verify", "Check the hash chain and every draw of a tournament file."),
    TerminalCommand("standings", "standings", "Standings of a tournament file."),
    TerminalCommand("pairings", "pairings", "Pairings of a round of a tournament file."),
    TerminalCommand("explain", "explain", "Why this opponent, this bye, this rank."),
    TerminalCommand("export", "export", "Write a tournament in another format."),
    TerminalCommand("import", "import_", "Read a tournament from another format."),
    TerminalCommand("bench", "bench", "Measure the draw, the standings and the site."),
)
