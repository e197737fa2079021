"""`komandor list`: the verdict on a pasted list, without a database."""

import sys
from datetime import date
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from komandor.app.card_data import kept_catalogue, kept_pack, pack_named
from komandor.cli.engine import inputs, output
from komandor.cli.engine.options import AsJson, Data, Database, Lang, Language
from komandor.cli.open_event import opened_store
from komandor.cli.printing import echo
from komandor.core.games.game import LEVELS, Rules
from komandor.core.games.listverdict import Occasion, Verdict, choices, judge
from komandor.core.lists.cards import BrokenCatalogue, Catalogue
from komandor.core.lists.knowledge import CardEntry, Problem
from komandor.core.lists.packs import named_cards
from komandor.core.lists.paper import MOST
from komandor.core.reasons import why
from komandor.store.catalogues import read_catalogue
from komandor.store.data_folder import data_folder
from komandor.store.sqlite import FILE
from komandor.texts.fields import field_label

Game = Annotated[str, typer.Option("--game", help="Which game the list is for.")]
GameOfCards = Annotated[str, typer.Option("--game", help="Which game the card data or edition is for.")]
Folder = Annotated[
    Path | None, typer.Option("--catalogue", help="Folder with card data. Default: the imported card data.")
]
Level = Annotated[
    str, typer.Option("--level", help="casual, formal or championship; decides from when products are legal.")
]
Day = Annotated[str | None, typer.Option("--date", help="Date of the event, for example 2026-11-16.")]
Season = Annotated[
    str, typer.Option("--season", help="A format from the card data, with its banned cards and points.")
]
Teams = Annotated[bool, typer.Option("--teams", help="Team event: two against two.")]
PackName = Annotated[str, typer.Option("--pack", help="A loaded pack, by name or checksum.")]
From = Annotated[Path | None, typer.Argument(help="File with the list. Default: standard input.")]


def command(
    game: Game,
    file: From = None,
    catalogue: Folder = None,
    level: Level = "casual",
    day: Day = None,
    season: Season = "",
    teams: Teams = False,
    pack: PackName = "",
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Check a pasted list: show what was recognised, and every problem with its rule."""
    rules = inputs.list_rules(game, lang)
    cards = load(rules, catalogue, Kept(data, database or "", pack, lang))
    if season and not (
        cards and any(season.casefold() == one.code.casefold() for one in cards.content.seasons)
    ):
        raise output.wrong("--season", why("typed.no_such_season", found=inputs.short(season)), lang)
    text = text_of(file, lang)
    verdict = judge(rules, text, cards, _occasion(level, day, season, teams, lang))
    if as_json:
        output.json(document(verdict, lang, rules))
    else:
        _tables(verdict, lang, rules)


class Kept(NamedTuple):
    """Where loaded card data is looked for."""

    data: Path | None
    database: str
    pack: str
    lang: Lang


def load(rules: Rules, folder: Path | None, where: Kept) -> Catalogue | None:
    """The catalogue in a folder, else that of the pack, else the imported one, else none."""
    try:
        if folder:
            return read_catalogue(folder, rules)
        return _loaded(rules, where)
    except BrokenCatalogue as problem:
        raise output.wrong("--catalogue", problem.reason, where.lang) from None


def _loaded(rules: Rules, where: Kept) -> Catalogue | None:
    """What the store has; looking for it makes no store."""
    data, database, pack, lang = where
    if not pack and not database and not ((data or data_folder()) / FILE).exists():
        return None
    with opened_store(data, lang, database) as store:
        if not pack:
            return kept_catalogue(store, rules.data.id)
        facts = pack_named(store, pack)
        found = kept_pack(store, facts.digest) if facts and facts.game == rules.data.id else None
        if found is None:
            raise output.wrong("--pack", why("typed.no_such_pack", name=pack[:60]), lang)
        return named_cards(found)


def _occasion(level: str, day: str | None, season: str, teams: bool, lang: Lang) -> Occasion:
    if level not in LEVELS:
        found = inputs.short(level)
        raise output.wrong("--level", why("typed.no_such_level", found=found, known=LEVELS), lang)
    try:
        on = date.fromisoformat(day) if day else None
    except ValueError:
        found = inputs.short(day or "")
        raise output.wrong("--date", why("typed.no_such_day", found=found), lang) from None
    return Occasion(level, on, teams, season=season)


def text_of(file: Path | None, lang: Lang) -> str:
    """The list from a file or from standard input, in UTF-8, UTF-16 or Latin-1."""
    try:
        raw = file.read_bytes() if file else sys.stdin.buffer.read(4 * MOST + 1)
    except OSError as problem:
        raise output.unread("FILE", file, problem, lang) from None
    if not raw.strip():
        raise output.wrong("list", why("typed.list_empty"), lang)
    if len(raw) > 4 * MOST:
        raise output.wrong("list", why("typed.list_too_long", most=MOST), lang)
    return decoded(raw)


def decoded(raw: bytes) -> str:
    """The text of an upload, whatever its encoding is."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def document(verdict: Verdict, lang: Lang, rules: Rules) -> dict[str, Any]:
    """The verdict as JSON."""
    unread: list[dict[str, Any]] = [
        {"line": n, "name": text, "count": 1, "points": None, "status": "unknown", "choices": []}
        for n, text in verdict.unread
    ]
    return {
        "format": verdict.format,
        "verdict": verdict.decision,
        "points": verdict.points,
        "entries": [_entry(entry) for entry in verdict.entries] + unread,
        "problems": [_problem(one, lang, rules) for one in verdict.problems],
        "warnings": [_problem(one, lang, rules) for one in verdict.notes],
        "catalogue": verdict.catalogue,
        "list": verdict.content,
    }


def _entry(entry: CardEntry) -> dict[str, Any]:
    return {
        "line": entry.line.number,
        "name": entry.name,
        "written": entry.line.name,
        "count": entry.count,
        "points": entry.points,
        "status": entry.match.status,
        "choices": list(choices(entry)),
    }


def _problem(problem: Problem, lang: Lang, rules: Rules) -> dict[str, Any]:
    return {
        "rule": problem.reason.rule,
        "text": output.sentence(problem.reason, lang, game=rules.data.id),
        "line": problem.line,
        "certain": problem.severity == "broken",
    }


def _tables(verdict: Verdict, lang: Lang, rules: Rules) -> None:
    shown = [_entry(entry) for entry in verdict.entries]
    columns = ["#", output.word("column", "name", lang), "×", output.word("column", "points", lang), ""]
    rows = [
        [one["line"], one["name"], one["count"], one["points"], "" if one["status"] == "recognised" else "?"]
        for one in shown
    ]
    if rows:  # the id of the format is for scripts; a text of which nothing was read has no table
        output.table("", columns, rows)
    for problem in (*verdict.problems, *verdict.notes):
        where = f"{problem.line}: " if problem.line else ""
        echo(f"{where}{output.line(problem.reason, lang, game=rules.data.id)}")
    labels = (
        (field_label(key, lang.value, rules.data.id, "list_field"), n) for key, n in verdict.points.items()
    )
    points = ", ".join(f"{label} {value}" for label, value in labels)
    decision = output.word("list_verdict", verdict.decision, lang) + (f" ({points})" if points else "")
    echo("; ".join(filter(None, (decision, verdict.catalogue))))
