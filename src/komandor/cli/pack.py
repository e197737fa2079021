"""`komandor pack`: makes packs from what communities publish, loads, shows and removes them."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from komandor.app.card_data import (
    PackFacts,
    facts_of_game,
    forget_pack,
    keep_pack,
    pack_named,
    packs,
)
from komandor.cli.catalogue import Chosen, Community, Medium, chosen_head
from komandor.cli.edition import read_file
from komandor.cli.engine import inputs, output
from komandor.cli.engine.options import AsJson, Lang, Language
from komandor.cli.exits import RefusedByRule
from komandor.cli.list_ import GameOfCards
from komandor.cli.open_event import OpenStore, on_store
from komandor.core.editions import Edition
from komandor.core.lists.cards import BrokenCatalogue, Catalogue
from komandor.core.lists.packs import Pack
from komandor.core.reasons import Refusal, why
from komandor.store.catalogues import read_catalogue
from komandor.store.pack_files import MOST_BYTES, read_pack, sources_in, written
from komandor.texts import sentence

command = typer.Typer(help="Make, load, show and remove packs: rules and card data.", no_args_is_help=True)

Named = Annotated[str, typer.Argument(help="The pack's checksum, its first six characters, or its name.")]
COLUMNS = ("game", "name", "version", "date", "edition", "cards", "digest")


@command.command("make")
def make(
    game: GameOfCards,
    to: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
    folder: Annotated[Path | None, typer.Argument(help="Folder with a community's files.")] = None,
    edition: Annotated[Path | None, typer.Option("--edition", help="An edition (a TOML file).")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Its name. Default: the folder's name.")] = None,
    version: Annotated[
        str | None, typer.Option("--version", help="Its version. Default: a checksum.")
    ] = None,
    day: Annotated[
        str | None, typer.Option("--date", help="Its date. Default: the newest in the files.")
    ] = None,
    licence: Annotated[str, typer.Option("--licence", help="What the sources say about using them.")] = "",
    medium_trust: Medium = False,
    community: Community = False,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Make a pack from a community's files, an edition, or both. The same input gives the same file."""
    if not folder and not edition:
        raise output.wrong("FOLDER", why("typed.pack_empty"), lang)
    found = _cards(folder, game, lang, (name, version, day, medium_trust, community)) if folder else None
    read = _edition(edition, game, lang) if edition else None
    sources = (*(sources_in(folder) if folder else ()), *(read.sources if read else ()))
    made = _pack(game, found, read)
    pack = replace(
        made,
        name=name or made.name,
        version=version or made.version,
        date=day or made.date,
        licence=licence,
        sources=tuple(dict.fromkeys(sources)),
    )
    _write(to, written(pack), lang)
    output.summary({"place": str(to), "digest": pack.digest}, as_json, lang)


def _write(to: Path, data: bytes, lang: Lang) -> None:
    try:
        to.write_bytes(data)
    except OSError as problem:
        reason = why("typed.cannot_write", file=str(to), problem=output.in_words(problem, lang))
        raise output.wrong("-o", reason, lang) from None


def _pack(game: str, cards: Catalogue | None, edition: Edition | None) -> Pack:
    """What the card data and the edition say of themselves; the card data speaks first."""
    maps, missions = cards.content.maps if cards else (), edition.rules.data.missions if edition else ()
    return Pack(
        game=game,
        name=cards.name if cards else edition.rules.data.label["en"] if edition else "",
        version=cards.version if cards else edition.digest[:8] if edition else "",
        date=cards.date if cards else "–",
        missions=tuple(dict.fromkeys((*missions, *maps))),
        edition=edition.text if edition else "",
        cards=cards,
    )


def _edition(file: Path, game: str, lang: Lang) -> Edition:
    read = read_file(file, lang)
    if read.rules.data.id != game:
        raise output.wrong("--edition", why("file.pack_game", None, found=read.id[:60]), lang)
    return read


def _cards(folder: Path, game: str, lang: Lang, chosen: Chosen) -> Catalogue:
    try:
        return chosen_head(read_catalogue(folder, inputs.list_rules(game, lang)), chosen)
    except BrokenCatalogue as problem:
        raise output.wrong("FOLDER", problem.reason, lang) from None
    except OSError as problem:
        raise output.unread("FOLDER", folder, problem, lang) from None


@command.command("load")
@on_store
def load(
    at: OpenStore,
    file: Annotated[Path, typer.Argument(help="The pack.")],
    replacing: Annotated[
        bool, typer.Option("--replace", help="Remove earlier packs with the same game and name.")
    ] = False,
) -> None:
    """Load a pack. Other packs of the game stay."""
    try:
        with file.open("rb") as opened:
            pack = read_pack(opened.read(MOST_BYTES + 1), facts_of_game)
    except OSError as problem:
        raise output.unread("FILE", file, problem, at.lang) from None
    except BrokenCatalogue as problem:
        raise output.wrong("FILE", problem.reason, at.lang) from None
    kept = keep_pack(at.store, pack, replacing)
    if isinstance(kept, Refusal):
        raise RefusedByRule([sentence(reason, at.lang.value) for reason in kept.reasons])
    _show([kept], at)


@command.command("list")
@on_store
def list_(at: OpenStore) -> None:
    """List the loaded packs."""
    _show(packs(at.store), at)


@command.command("show")
@on_store
def show(at: OpenStore, name: Named) -> None:
    """Show what a pack contains and where it comes from."""
    facts = asdict(_found(at, name))
    if at.as_json:
        output.json(facts, indent=True)
        return
    rows = [[output.word("head", key, at.lang), _words(value)] for key, value in facts.items()]
    output.table("", ["", ""], rows)


@command.command("remove")
@on_store
def remove(at: OpenStore, name: Named) -> None:
    """Remove a pack. Events keep their edition and the checks in their logs."""
    found = _found(at, name)
    forget_pack(at.store, found.digest)
    output.summary({"removed": found.name, "digest": found.digest}, at.as_json, at.lang)


def _found(at: OpenStore, name: str) -> PackFacts:
    if found := pack_named(at.store, name):
        return found
    raise output.wrong("NAME", why("typed.no_such_pack", name=name[:60]), at.lang)


def _words(value: Any) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _show(found: Sequence[PackFacts], at: OpenStore) -> None:
    rows = [{key: getattr(one, key) for key in COLUMNS} for one in found]
    shown = rows if at.as_json else [row | {"digest": row["digest"][:12]} for row in rows]
    output.rows("packs", shown, COLUMNS, at.as_json, at.lang)
