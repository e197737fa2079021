"""Options from environment variables and from one file: everything that the command line has.

Every option of every command is also a variable (`serve --port`: KOMANDOR_SERVE_PORT) and a key of the file
(`port` in the table `serve`). What concerns the whole site has a short name of its own, in `EVERYWHERE`. The
command line wins over a variable, a variable over the file.  Passwords belong into the file or a variable:
whoever is on the machine can read the command line of every process.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import platformdirs
import typer

from komandor.cli.exits import BadInput
from komandor.core.reasons import Reason, why

FILE = "komandor.toml"
LANGUAGES = ("en", "pl")
NAMED_FILE = "KOMANDOR_CONFIG"
EVERYWHERE: Mapping[str, str] = {
    "data": "folder for events, where `--data` is not given",
    "database": "address of the database, with its password, where `--database` is not given",
    "token": "token for a running site, where `--token` is not given",
    "lang": "language of the terminal, where `--lang` is not given",
    "secret": "signs cookies; the same for all processes of a site",
    "hosts": "the public names of the site; every other name is refused, but for the machine's own",
    "proxy": "a proxy is in front and its `X-Forwarded-…` headers may be believed",
    "contact": "whom to tell of a security problem: an e-mail address or a page, for `security.txt`",
    "debug": "a bug shows where it happened",
}
"""Keys at the head of the file, each also a variable (`database`: KOMANDOR_DATABASE), and what they mean."""
SWITCHES = ("proxy", "debug")
ON, OFF = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")
DATABASES = ("postgres://", "postgresql://")
DEVELOPMENT = ("STATIC_CHECKS", "PROPERTIES", "LATE", "CAMPAIGN")
"""Variables that only the tests read."""


class WrongSettings(BadInput):
    """The file of settings is wrong. `doctor` says so in both languages, all other commands in English."""

    def __init__(self, what: Reason) -> None:
        super().__init__(what)
        self.what = what

    def __str__(self) -> str:
        return said(self.what)


def said(what: Reason) -> str:
    """The English sentence. No texts are read before there is something to say."""
    from komandor.texts import sentence

    return sentence(what, "en").removesuffix(".")


def variable(name: str) -> str:
    """The variable of a general key, or of an option with the words of its command before it."""
    return f"KOMANDOR_{name.upper().replace('-', '_')}"


SHORT = (NAMED_FILE, *map(variable, (*EVERYWHERE, *DEVELOPMENT)))


def read_file() -> dict[str, Any]:
    """What the file says: defaults for options, by command. Its general keys become variables."""
    path = settings_file()
    if path is None:
        _settle()
        return {}
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise WrongSettings(why("configuration.unreadable", file=str(path), problem=str(problem))) from None
    for key in [key for key in EVERYWHERE if key in found]:
        os.environ.setdefault(variable(key), _as_text(path, key, found.pop(key)))
    _settle()
    return found


def _settle() -> None:
    """A switch is 1 or empty, however it was written: whoever turns one off by 0 or no means off.

    The names of the site have no spaces between them.
    """
    for name in map(variable, SWITCHES):
        text = os.environ.get(name, "").strip().lower()
        if text not in (*ON, *OFF):
            raise WrongSettings(why("configuration.switch", variable=name))
        if name in os.environ:
            os.environ[name] = "1" if text in ON else ""
    if names := os.environ.get("KOMANDOR_HOSTS"):
        os.environ["KOMANDOR_HOSTS"] = ",".join(filter(None, map(str.strip, names.split(","))))


def said_about(command: str, option: str) -> object:
    """What a variable or the file says about an option of another command; None if nothing."""
    try:
        table = read_file().get(command)
    except WrongSettings:
        table = None
    in_file = table.get(option) if isinstance(table, Mapping) else None
    return os.environ.get(variable(f"{command}_{option}"), in_file)


def settings_file() -> Path | None:
    """The file: the one that KOMANDOR_CONFIG names, the user's own, or the machine's."""
    if named := os.environ.get(NAMED_FILE):
        return Path(named)
    folders = (platformdirs.user_config_path("komandor"), platformdirs.site_config_path("komandor"))
    return next((folder / FILE for folder in folders if (folder / FILE).is_file()), None)


def _as_text(path: Path, key: str, value: object) -> str:
    """A value of the file as a variable has it: names with commas, 1 for true and nothing for false."""
    if key in SWITCHES:
        if isinstance(value, bool):
            return "1" if value else ""
        raise WrongSettings(why("configuration.no_switch", file=str(path), key=key))
    if key == "hosts" and not isinstance(value, str):
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise WrongSettings(why("configuration.no_names", file=str(path), key=key))
        return ",".join(value)
    if key == "lang" and value not in LANGUAGES:
        raise WrongSettings(why("configuration.language", file=str(path), languages=", ".join(LANGUAGES)))
    if not isinstance(value, str):
        raise WrongSettings(why("configuration.no_text", file=str(path), key=key))
    if key == "database" and "://" in value and not value.startswith(DATABASES):
        raise WrongSettings(why("configuration.no_database", file=str(path), key=key))
    return value


def refuse_unknown_keys(given: Mapping[str, Any], commands: Sequence[str]) -> None:
    """An unknown key of the file is an error; the tables of other commands are read when they are called."""
    _refuse(given, (*EVERYWHERE, *commands), "")


def refuse_unknown_options(given: object, command: Any, place: str) -> None:
    """An unknown key in the table of a command is an error, also in those of its sub-commands."""
    if not isinstance(given, Mapping):
        raise WrongSettings(why("configuration.no_table", file=str(settings_file()), key=place))
    inner = getattr(command, "commands", {})
    _refuse(given, [*(one.name for one in command.params), *inner], f"{place}.")
    for one in [one for one in command.params if one.name in given]:
        if problem := _misfit(one, given[one.name], command):
            key = f"{place}.{one.name}"
            raise WrongSettings(
                why("configuration.misfit", file=str(settings_file()), key=key, problem=problem)
            )
    for key in [key for key in given if key in inner]:
        refuse_unknown_options(given[key], command.get_command(None, key), f"{place}.{key}")


def _misfit(option: Any, value: object, command: Any) -> str:
    """Why an option does not take this value, in the words of the command line; "" if it does."""
    if isinstance(value, (list, Mapping)) and not option.multiple and option.nargs == 1:
        return "one value is wanted"
    if isinstance(value, bool) and not getattr(option, "is_flag", False):
        return "true and false are for switches"
    try:
        option.process_value(typer.Context(command), value)
    except typer.BadParameter as problem:
        return " ".join(problem.message.removeprefix("Value error, ").split())
    return ""


def refuse_wrong_variables(called: str, command: Any) -> None:
    """A variable of this command whose value its option does not take is an error, and is named."""
    for words, option, owner in _owned(called, command) if _odd_variables() else ():
        name = variable("_".join(words))
        if (text := os.environ.get(name)) is not None and (problem := _misfit(option, text, owner)):
            raise WrongSettings(why("configuration.variable_misfit", variable=name, problem=problem))


def _refuse(given: Mapping[str, Any], known: Sequence[str], place: str) -> None:
    for key in [key for key in given if key not in known]:
        raise WrongSettings(
            why("configuration.key", file=str(settings_file()), key=place + key, meant=_meant(key, known))
        )


def with_variables(given: dict[str, Any], called: str, command: Any) -> dict[str, Any]:
    """The defaults of the file, overridden by the variables of the command that is called."""
    for words in options(called, command) if _odd_variables() else ():
        if (text := os.environ.get(variable("_".join(words)))) is not None:
            table = given
            for word in words[:-1]:
                table = table.setdefault(word, {})
            table[words[-1]] = text
    return given


def unknown_variables(commands: Sequence[str], called: str, command: Any) -> Iterator[Reason]:
    """A warning for each variable KOMANDOR_… that nothing reads: most often one that is misspelt."""
    others = tuple(f"{variable(name)}_" for name in commands if name != called)
    if mine := [name for name in _odd_variables() if not name.startswith(others)]:
        known = [*SHORT, *(variable("_".join(words)) for words in options(called, command))]
        odd = [name for name in mine if name not in known]
        yield from (why("configuration.variable", variable=one, meant=_meant(one, known)) for one in odd)


def commands_with_variables(commands: Sequence[str]) -> list[str]:
    """The commands of which an option is set by a variable, or would be if it were spelled right."""
    return [name for name in commands if any(v.startswith(f"{variable(name)}_") for v in _odd_variables())]


def _odd_variables() -> list[str]:
    """The variables that are set for one command only, or for nobody."""
    return [name for name in sorted(os.environ) if name.startswith("KOMANDOR_") and name not in SHORT]


def options(name: str, command: Any) -> Iterator[tuple[str, ...]]:
    """The options of a command and of its sub-commands, each as the words that lead to it."""
    yield from (words for words, _, _ in _owned(name, command))


def _owned(name: str, command: Any) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """The same, each with the option itself and its command."""
    yield from (((name, one.name), one, command) for one in command.params)
    for sub in getattr(command, "commands", {}):
        yield from (((name, *words), *rest) for words, *rest in _owned(sub, command.get_command(None, sub)))


def _meant(name: str, known: Sequence[str]) -> str:
    """The name that comes nearest, for whoever has misspelt one; "" if none is near."""
    return next(iter(get_close_matches(name, known, n=1)), "")
