"""`komandor edition`: loads editions of a game's regulations, and shows what is loaded."""

from pathlib import Path
from typing import Annotated, Any

import typer

from komandor.app import editions
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Lang, Language
from komandor.cli.exits import BadInput, RefusedByRule
from komandor.cli.open_event import OpenStore, on_store
from komandor.core import games
from komandor.core.editions import Edition
from komandor.core.editions.toml_lines import MOST_BYTES
from komandor.core.games.game import GameData
from komandor.core.reasons import Refusal, reasons_of, why
from komandor.texts import sentence

command = typer.Typer(help="Load editions of a game’s rules and show what is loaded.", no_args_is_help=True)

Source = Annotated[Path, typer.Argument(help="The edition (a TOML file).")]
Named = Annotated[str, typer.Argument(help="The edition's id, for example armada@arc-2025.")]


@command.command("load")
@command.command("add", hidden=True)
@on_store
def load(at: OpenStore, file: Source) -> None:
    """Load an edition. For new events it replaces one with the same id."""
    edition = read_file(file, at.lang)
    editions.keep(at.store, edition)
    _show([_facts(edition, at.lang)], at.as_json, at.lang)


@command.command("check")
def check(file: Source, as_json: AsJson = False, lang: Language = Lang.EN) -> None:
    """List every problem in an edition with its line. Nothing is loaded."""
    if not as_json:
        _show([_facts(read_file(file, lang), lang)], as_json, lang)
        return
    found = editions.edition_of(_bytes(file, lang))
    reasons = reasons_of(found)
    problems = [
        {"line": one.params.get("line"), "code": one.code, "text": sentence(one, lang.value)}
        for one in reasons
    ]
    about = {} if isinstance(found, Refusal) else _facts(found, lang)
    output.json({"ok": not problems, "problems": problems} | about)
    if problems:
        raise typer.Exit(1)


@command.command("list")
@on_store
def list_(at: OpenStore) -> None:
    """List the official editions and the loaded ones."""
    loaded = [_facts(one, at.lang) for one in editions.all_kept(at.store)]
    _show([*(_of_document(rules.data, at.lang) for rules in games.GAMES), *loaded], at.as_json, at.lang)


@command.command("show")
@on_store
def show(
    at: OpenStore,
    name: Named,
    text: Annotated[bool, typer.Option("--text", help="Print the file as it was loaded.")] = False,
) -> None:
    """Compare an edition with the official rules, key by key."""
    edition, lang = editions.kept(at.store, name), at.lang
    if edition is None:
        raise _unknown(name, lang)
    if text:
        typer.echo(edition.text)
        return
    changes = [
        {"key": one.key, "value": one.value, "document": one.before} for one in editions.changes_of(edition)
    ]
    if at.as_json:
        output.json(_facts(edition, lang) | {"sources": list(edition.sources), "keys": changes}, indent=True)
        return
    _show([_facts(edition, lang)], at.as_json, lang)
    heads = output.heads(("entry", "edition", "document"), lang)
    output.table("", heads, [[*one.values()] for one in changes])


@command.command("remove")
@on_store
def remove(at: OpenStore, name: Named) -> None:
    """Remove a loaded edition. Events created with it keep their own copy."""
    if not editions.forget(at.store, name):
        raise _unknown(name, at.lang)
    output.summary({"removed": name}, at.as_json, at.lang)


def _unknown(name: str, lang: Lang) -> BadInput:
    return output.wrong("NAME", why("edition.unknown", None, found=name[:60]), lang)


def _bytes(file: Path, lang: Lang) -> bytes:
    """The file as far as an edition may reach; one byte more shows that it is too large."""
    try:
        with file.open("rb") as opened:
            return opened.read(4 * MOST_BYTES)
    except OSError as problem:
        raise output.unread("FILE", file, problem, lang) from None


def read_file(file: Path, lang: Lang) -> Edition:
    """The edition in a file; a broken one ends the command with every problem."""
    found = editions.edition_of(_bytes(file, lang))
    if isinstance(found, Refusal):
        raise RefusedByRule([sentence(reason, lang.value) for reason in found.reasons])
    return found


def _facts(edition: Edition, lang: Lang) -> dict[str, Any]:
    name, digest = edition.rules.data.label[lang.value], edition.digest
    return {"edition": edition.id, "base": edition.base.id, "name": name, "digest": digest}


def _of_document(data: GameData, lang: Lang) -> dict[str, Any]:
    return {"edition": data.edition, "base": "", "name": data.name[lang.value], "digest": ""}


def _show(rows: list[dict[str, Any]], as_json: bool, lang: Lang) -> None:
    shown = rows if as_json else [row | {"digest": row["digest"][:12]} for row in rows]
    output.rows("editions", shown, ("edition", "base", "name", "digest"), as_json, lang)
