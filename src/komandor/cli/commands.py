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
class Command:
    """A name on the command line, the module of this package behind it, and its line of help."""

    name: str
    module: str
    help: str

    def load(self) -> Callable[..., None] | Typer:
        command: Callable[..., None] | Typer = import_module(f"komandor.cli.{self.module}").command
        return command


COMMANDS: tuple[Command, ...] = (
    Command("serve", "serve", "Start the site."),
    Command("demo", "demo", "Fill an event with made-up players and serve it."),
    Command("keys", "keys", "List the host's keys, and close them."),
    Command("games", "engine.games", "The five games: structures, clocks, points, tie-breakers."),
    Command("score", "engine.score", "Score one match report."),
    Command("rank", "engine.rank", "Rank players by the rounds played."),
    Command("pair", "engine.pair", "Draw one Swiss round."),
    Command("bracket", "engine.bracket", "Play out an elimination bracket."),
    Command("list", "list_", "Check a pasted fleet, army or deck list."),
    Command("catalogue", "catalogue", "Load card data, and show what is loaded."),
    Command("edition", "edition", "Load editions of a game’s rules, and show what is loaded."),
    Command("rules", "rules", "Show a rule, its source, where it is enforced and tested."),
    Command("event", "event", "Run a whole event from the terminal."),
    Command("simulate", "simulate", "Write a whole random tournament as a log."),
    Command("check", "check", "Re-check a tournament file with the independent checker."),
    Command("verify", "verify", "Check the hash chain and every draw of a tournament file."),
    Command("standings", "standings", "Standings of a tournament file."),
    Command("pairings", "pairings", "Pairings of a round of a tournament file."),
    Command("explain", "explain", "Why this opponent, this bye, this rank."),
    Command("export", "export", "Write a tournament in another format."),
    Command("import", "import_", "Read a tournament from another format."),
    Command("bench", "bench", "Measure the draw, the standings and the site."),
)
