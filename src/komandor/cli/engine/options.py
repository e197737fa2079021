"""Options that several commands share."""

from enum import StrEnum
from typing import Annotated

import typer


class Lang(StrEnum):
    EN = "en"
    PL = "pl"


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
ShowSchema = Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of the input and stop.")]
Language = Annotated[Lang, typer.Option("--lang", help="Language of the sentences.")]
