"""`komandor catalogue`: loads card data that communities publish, and shows what is loaded."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from komandor.cli.engine import inputs, output
from komandor.cli.engine.options import AsJson, Lang, Language
from komandor.cli.exits import BadInput
from komandor.cli.list_ import Game, load
from komandor.core import games
from komandor.core.lists.cards import BrokenCatalogue, Catalogue
from komandor.core.reasons import why
from komandor.store.catalogues import keep, kept, read_catalogue
from komandor.store.data_folder import data_folder

command = typer.Typer(help="Load card data, and show what is loaded.", no_args_is_help=True)

Name = Annotated[str | None, typer.Option("--name", help="What verdicts call it; else the folder's name.")]
Version = Annotated[str | None, typer.Option("--version", help="Its version; else a digest of the files.")]
Date = Annotated[str | None, typer.Option("--date", help="Its day; else the newest day that the files name.")]
Medium = Annotated[bool, typer.Option("--medium-trust", help="Its data warns and never rejects a list.")]
Community = Annotated[
    bool, typer.Option("--community", help="Cards that are not the publisher's may be played.")
]


@command.command("import")
def import_(
    folder: Annotated[Path, typer.Argument(help="Folder with the files, or a kept catalogue.")],
    game: Game,
    name: Name = None,
    version: Version = None,
    day: Date = None,
    medium_trust: Medium = False,
    community: Community = False,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Load the card data of a folder; it replaces the game's earlier catalogue."""
    rules = inputs.list_rules(game, lang)
    try:
        found = read_catalogue(folder, rules)
    except (BrokenCatalogue, OSError) as problem:
        raise BadInput(f"FOLDER: {problem}") from None
    chosen = {"name": name, "version": version, "date": day}
    found = replace(found, **{key: value for key, value in chosen.items() if value})  # type: ignore[arg-type]
    found = replace(found, trust="medium") if medium_trust else found
    found = replace(found, community="allow") if community else found
    keep(data_folder(), found)
    _show([_summary(found)], as_json, lang)


@command.command("list")
def list_(as_json: AsJson = False, lang: Language = Lang.EN) -> None:
    """The catalogues that are loaded, one for each game at most."""
    try:
        found = [kept(data_folder(), rules) for rules in games.GAMES if rules.lists]
    except BrokenCatalogue as problem:
        raise BadInput(f"catalogue: {problem}") from None
    _show([_summary(one) for one in found if one], as_json, lang)


@command.command("show")
def show(
    game: Game,
    catalogue: Annotated[Path | None, typer.Option("--catalogue", help="A folder instead.")] = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """What a catalogue holds: cards by kind, products, formats, restricted cards, maps."""
    found = load(catalogue, inputs.list_rules(game, lang))
    if found is None:
        raise output.wrong("--game", why("typed.no_catalogue", name=game), lang)
    content = found.content
    more: dict[str, Any] = {
        "parts": _counted(card.part for card in content.cards),
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


def _counted(parts: Any) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in parts:
        found[part] = found.get(part, 0) + 1
    return found


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {many}" for key, many in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _summary(found: Catalogue) -> dict[str, Any]:
    return {
        "game": found.game,
        "name": found.name,
        "version": found.version,
        "date": found.date,
        "trust": found.trust,
        "community": found.community,
        "cards": len(found.content.cards),
    }


def _show(rows: list[dict[str, Any]], as_json: bool, lang: Lang) -> None:
    if as_json:
        output.json({"catalogues": rows})
    else:
        heads = output.heads(("game", "name", "release", "date", "trust", "community", "cards"), lang)
        output.table("", heads, [[*row.values()] for row in rows])
