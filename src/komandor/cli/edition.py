"""`komandor edition`: loads editions of a game's regulations, and shows what is loaded."""

from pathlib import Path
from typing import Annotated, Any

import typer

from komandor.app import editions
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Data, Lang, Language
from komandor.cli.event.open_event import opened_store
from komandor.cli.exits import BadInput, RefusedByRule
from komandor.core import games
from komandor.core.editions import Edition
from komandor.core.editions.toml_lines import MOST_BYTES
from komandor.core.games.game import GameData
from komandor.core.reasons import Refusal, reasons_of, why
from komandor.texts import sentence

command = typer.Typer(help="Load editions of a game’s rules, and show what is loaded.", no_args_is_help=True)

Source = Annotated[Path, typer.Argument(help="The edition, a TOML file.")]
Named = Annotated[str, typer.Argument(help="Its id, such as armada@arc-2025.")]
Database = Annotated[str, typer.Option("--database", help="A PostgreSQL database instead of the folder.")]


@command.command("load")
@command.command("add", hidden=True)
def load(
    file: Source,
    data: Data = None,
    database: Database = "",
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Load an edition; one of the same id is replaced for new events."""
    edition = read_file(file, lang)
    with opened_store(data, lang, database) as store:
        editions.keep(store, edition)
    _show([_facts(edition, lang)], as_json, lang)


@command.command("check")
def check(file: Source, as_json: AsJson = False, lang: Language = Lang.EN) -> None:
    """Say everything that is wrong with an edition, with the line; nothing is loaded."""
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
def list_(
    data: Data = None, database: Database = "", as_json: AsJson = False, lang: Language = Lang.EN
) -> None:
    """The editions of the documents, and those that are loaded."""
    with opened_store(data, lang, database) as store:
        loaded = [_facts(one, lang) for one in editions.all_kept(store)]
    _show([*(_of_document(rules.data, lang) for rules in games.GAMES), *loaded], as_json, lang)


@command.command("show")
def show(
    name: Named,
    data: Data = None,
    database: Database = "",
    text: Annotated[bool, typer.Option("--text", help="Print the file as it was loaded.")] = False,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """What an edition says, key by key, beside what the document has."""
    with opened_store(data, lang, database) as store:
        edition = editions.kept(store, name)
    if edition is None:
        raise _unknown(name, lang)
    if text:
        typer.echo(edition.text)
        return
    changes = [
        {"key": one.key, "value": one.value, "document": one.before} for one in editions.changes_of(edition)
    ]
    if as_json:
        output.json(_facts(edition, lang) | {"sources": list(edition.sources), "keys": changes}, indent=True)
        return
    _show([_facts(edition, lang)], as_json, lang)
    heads = output.heads(("entry", "edition", "document"), lang)
    output.table("", heads, [[*one.values()] for one in changes])


@command.command("remove")
def remove(
    name: Named,
    data: Data = None,
    database: Database = "",
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Remove an edition from here; events that were made with it keep their own copy."""
    with opened_store(data, lang, database) as store:
        if not editions.forget(store, name):
            raise _unknown(name, lang)
    output.summary({"removed": name}, as_json, lang)


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
    if as_json:
        output.json({"editions": rows})
    else:
        columns = ["edition", "base", "name", "digest"]
        shown = [[*(row[key] for key in columns[:3]), row["digest"][:12]] for row in rows]
        output.table("", output.heads(columns, lang), shown)
