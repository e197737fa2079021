"""`komandor event`: a whole event from the terminal, through the same door as the site.

Every sub-command is one wish; results are entered by table number and shorthand.
"""

import typer

from komandor.cli.event import desk, people, rounds, start

command = typer.Typer(
    help="Run a whole event from the terminal.",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)
for part in (start, people, rounds, desk):
    part.add(command)
