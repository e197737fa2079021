"""The table of everything that can be configured, from the commands themselves."""

from collections.abc import Iterator
from typing import Any

from komandor.cli.configuration import EVERYWHERE, variable
from tools.cli_reference import commands

INTRO = """# Configuration

Printed by `python -m tools.print_documents`. Whatever the command line takes can also be said by an
environment variable or in one file, `komandor.toml`: the one that `KOMANDOR_CONFIG` names, else that of your
own folder for settings (Linux: `~/.config/komandor/komandor.toml`), else that of the machine
(`/etc/xdg/komandor/komandor.toml`). The command line wins over a variable, a variable over the file. A key of
the file that Komandor does not know is an error; a variable `KOMANDOR_…` that it does not know is named in a
warning.

A password on the command line can be read by everybody on the machine: put the address of the database into
the file (readable by its owner only) or into a variable.

```toml
database = "postgres://komandor:…@localhost/komandor"
hosts = ["cup.example"]
proxy = true

[serve]
host = "127.0.0.1"
port = 8001
no_browser = true
```

## For the whole site

| key of the file | variable | meaning |
|---|---|---|
"""

COMMANDS = """
## For one command

| option | table | key | variable | meaning |
|---|---|---|---|---|
"""


def page() -> str:
    everywhere = (f"| `{key}` | `{variable(key)}` | {meaning} |\n" for key, meaning in EVERYWHERE.items())
    rows = (row for name, command in commands().items() for row in _rows(name, command))
    return INTRO + "".join(everywhere) + COMMANDS + "".join(rows)


def _rows(name: str, command: Any) -> Iterator[str]:
    for one in command.params:
        if (
            one.param_type_name == "option"
            and one.name not in EVERYWHERE
            and not getattr(one, "hidden", False)
        ):
            table, named = name.replace(" ", "."), variable(f"{name} {one.name}".replace(" ", "_"))
            meaning = " ".join((one.help or "").split()).replace("|", "\\|")
            yield f"| `{name} {one.opts[0]}` | `[{table}]` | `{one.name}` | `{named}` | {meaning} |\n"
