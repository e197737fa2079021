"""Lists of all games, read with card data and without, for `bench.tests_of_tests.typed`."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from bench.tests_of_tests.typed_lines import files_of, typed, typed_day
from komandor.core.lists.cards import Product, plain
from tests.lists.made import DESTINY, FLEET, GATHERED, HEROES, LEGAL, catalogue

SHARED = Path(__file__).parents[3] / "shared"
FOLDERS = {"star-wars-lcg": "swlcg"}
WITH_LIST = (
    "list {file} --game {game}",
    "list {file} --game {game} --level championship --date 2026-11-16 --json",
)
ODD = {
    "armada": FLEET.replace("Jainas Light (5)", "Jainas Light (squadron)"),
    "star-wars-lcg": "Jedi\n2x Light Story 1\nSith\n2x Dark Story 11\n",
    "conquest": '<?xml version="1.0"?><!DOCTYPE deck><deck><card qty="1" id="x">Cato</card></deck>',
    "destiny": HEROES.replace("2x Event A", "9x Event A"),
}
TEAM = [
    {"name": "Luke, Jedi Knight", "points": 15, "allegiance": "hero", "version": "elite"},
    {"name": "Rey, Force Prodigy", "points": 9, "allegiance": "hero", "version": "regular"},
]


def lists(folder: Path) -> Iterator[int]:
    """The exit codes of every sample list, first without card data and then with it."""
    for game in GATHERED:
        folder_of = FOLDERS.get(game, game)
        samples = sorted(one for one in (SHARED / "lists" / folder_of).glob("*") if one.suffix != ".md")
        cards = SHARED / "catalogue" / folder_of
        yield from (typed(line, file=file, game=game) for file in samples for line in WITH_LIST)
        if cards.is_dir():
            yield typed("catalogue import {file} --game {game}", file=cards, game=game)
            yield typed("catalogue show --game {game}", game=game)
            yield from (typed(line, file=file, game=game) for file in samples for line in WITH_LIST)
    yield typed("catalogue list")
    yield from made_by_hand(folder)
    yield from filled_in(folder / "form")


def made_by_hand(folder: Path) -> Iterator[int]:
    """Small card data with products that come out on the day after, which warn or reject; odd lists."""
    for game in GATHERED:
        cards = catalogue(game)
        names = {card.product for card in cards.content.cards if card.product}
        out = tuple(Product(name, poland=date(2026, 11, 15), world=date(2026, 11, 17)) for name in names)
        file, written = folder / f"{game}.json", folder / f"{game}.txt"
        file.write_text(json.dumps(plain(replace(cards, content=replace(cards.content, products=out)))))
        for trust in ("", "--medium-trust"):
            yield typed(f"catalogue import {{file}} --game {{game}} {trust}", file=file, game=game)
            for text in (LEGAL[game], ODD.get(game, "")):
                written.write_text(text, encoding="utf-8")
                yield from (typed(line, file=written, game=game) for line in WITH_LIST)


def filled_in(day: Path) -> Iterator[int]:
    """A Destiny team filled in as a form, compared with card data, and corrected by a leader."""
    file, form = day / "cards.json", day / "team.json"
    day.mkdir()
    file.write_text(json.dumps(plain(catalogue("destiny"))))
    deck = [{"name": card.name, "count": 2} for card in DESTINY.cards if card.name.startswith("Event")]
    form.write_text(json.dumps({"characters": TEAM, "battlefield": [{"name": "Throne Room"}], "deck": deck}))
    yield from typed_day(day, ("new --game destiny --name Form --date 2026-11-15 --stage 'swiss 1'",))
    yield typed("catalogue import {file} --game destiny", file=file)
    yield from typed_day(
        day,
        (
            *(f"register 'Anna Player{n}'" for n in range(1, 5)),
            f"SubmitList --player 1 --content @{form}",
            "announce",
        ),
    )
    yield from files_of(day, day)
