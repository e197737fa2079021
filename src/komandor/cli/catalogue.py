"""`komandor catalogue`: loads card data that communities publish, and shows what is loaded."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from komandor.app.card_data import keep_catalogue, kept_catalogue
from komandor.cli.engine import inputs, output
from komandor.cli.engine.options import AsJson, Data, Database, Lang, Language
from komandor.cli.list_ import GameOfCards, Kept, load
from komandor.cli.open_event import OpenStore, on_store
from komandor.core import games
from komandor.core.lists.cards import BrokenCatalogue, Catalogue, head_of
from komandor.core.reasons import why
from komandor.store.catalogues import read_catalogue

command = typer.Typer(help="Load card data and show what is loaded.", no_args_is_help=True)

Name = Annotated[
    str | None, typer.Option("--name", help="Name shown in list checks. Default: the folder's name.")
]
Version = Annotated[
    str | None, typer.Option("--version", help="Its version. Default: a checksum of the files.")
]
Date = Annotated[str | None, typer.Option("--date", help="Its date. Default: the newest date in the files.")]
Medium = Annotated[
    bool,
    typer.Option(
        "--medium-trust", help="Only warn about problems; never reject a list because of this data."
    ),
]
Community = Annotated[bool, typer.Option("--community", help="Allow cards that are not from the publisher.")]


Chosen = tuple[str | None, str | None, str | None, bool, bool]
"""Name, version and date that were typed; it only warns; cards of the community are allowed."""


@command.command("import")
@on_store
def import_(
    at: OpenStore,
    folder: Annotated[Path, typer.Argument(help="Folder with the files, or saved card data.")],
    game: GameOfCards,
    name: Name = None,
    version: Version = None,
    day: Date = None,
    medium_trust: Medium = False,
    community: Community = False,
) -> None:
    """Load card data from a folder. It replaces the game's earlier card data."""
    rules = inputs.list_rules(game, at.lang)
    try:
        found = read_catalogue(folder, rules)
    except BrokenCatalogue as problem:
        raise output.wrong("FOLDER", problem.reason, at.lang) from None
    except OSError as problem:
        raise output.unread("FOLDER", folder, problem, at.lang) from None
    found = chosen_head(found, (name, version, day, medium_trust, community))
    keep_catalogue(at.store, found)
    _show([_summary(found)], at.as_json, at.lang)


def chosen_head(found: Catalogue, chosen: Chosen) -> Catalogue:
    """The card data under what was typed."""
    *typed, medium_trust, community = chosen
    heads = {key: str(value) for key, value in zip(("name", "version", "date"), typed, strict=True) if value}
    heads |= {"trust": "medium"} if medium_trust else {}
    heads |= {"community": "allow"} if community else {}
    return replace(found, **heads)  # type: ignore[arg-type]


@command.command("list")
@on_store
def list_(at: OpenStore) -> None:
    """List the loaded card data, at most one set per game."""
    try:
        found = [kept_catalogue(at.store, rules.data.id) for rules in games.GAMES if rules.lists]
    except BrokenCatalogue as problem:
        raise output.wrong("catalogue", problem.reason, at.lang) from None
    _show([_summary(one) for one in found if one], at.as_json, at.lang)


@command.command("show")
def show(
    game: GameOfCards,
    catalogue: Annotated[
        Path | None, typer.Option("--catalogue", help="Read this folder instead of the loaded card data.")
    ] = None,
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Show what the card data contains: cards by kind, products, formats, restricted cards, maps."""
    found = load(inputs.list_rules(game, lang), catalogue, Kept(data, database or "", "", lang))
    if found is None:
        raise output.wrong("--game", why("typed.no_catalogue", name=game), lang)
    content = found.content
    more: dict[str, Any] = {
        "parts": Counter(card.part for card in content.cards),
        "not_official": sum(not card.official for card in content.cards),
        "doubtful": sum(bool(card.doubt) for card in content.cards),
        "products": [one.name for one in content.products],
        "formats": [f"{one.code}: {one.name}" for one in content.seasons],
        "restricted_groups": [list(one) for one in content.groups],
        "maps": list(content.maps),
    }
    if as_json:
        output.json(_summary(found) | more, indent=True)
    else:
        _show([_summary(found)], as_json, lang)
        rows = [[output.word("catalogue", key, lang), _words(value)] for key, value in more.items()]
        output.table("", ["", ""], rows)


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {many}" for key, many in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _summary(found: Catalogue) -> dict[str, Any]:
    return head_of(found) | {"cards": len(found.content.cards)}


def _show(rows: list[dict[str, Any]], as_json: bool, lang: Lang) -> None:
    columns = ("game", "name", "release", "date", "trust", "community", "cards")
    output.rows("catalogues", rows, columns, as_json, lang)
