"""A rule is cited only in the games whose document has it: on every page and in every refusal."""

import dataclasses
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import pytest

import komandor
from komandor.app.access import Actor, forbidden
from komandor.core.games import GAMES
from komandor.core.games.game import Rules
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, reasons_of
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTIONS, decide
from komandor.core.tournament.readings.regulations import rules as game_rules
from komandor.core.tournament.state import Tournament
from komandor.rulebook import ambiguities, rules
from komandor.rulebook.coverage import CITED
from tests.support.all_pages import event_pages
from tests.support.event import double, single, swiss
from tests.support.world import JUDGE, MARSHAL, ORGANISER, World, busy, opened, site_of

GAME_IDS = tuple(game.data.id for game in GAMES)
MOMENTS = ("registration", "published", "busy", "cut", "final", "over")
EVERY_RULE = ("/edition", "/rules")
"""Pages that name rules of all games: the rulebook's search, and what an edition may change."""


@cache
def games_of() -> Mapping[str, tuple[str, ...]]:
    return {one.id: one.games for one in rules()} | {one.id: one.games for one in ambiguities()}


QUOTED = re.compile(r"[\"'](COM-[A-Z0-9]+-\d+)[\"']")
LINKS = re.compile(r'class="rule"[^>]*>([^<]*)<')
"""On the page of settings only the links count: it quotes passages of the rulebook as they stand there."""


def foreign(text: str, game: str) -> set[str]:
    """The rules in a text that this game's document does not have."""
    return {id for id in CITED.findall(text) if game not in games_of()[id]}


def event_at(game: str, moment: str, **fields: Any) -> World:
    """An event of this game, led to a moment of its day."""
    knock_out = double(4) if game == "star-wars-lcg" else single(4)
    stages = (swiss(2),) if fields.get("teams") else (swiss(2), knock_out)
    world = opened(game, *stages, players=6, **fields)
    cards = next(one for one in game_rules(world.t).list_form if one.kind == "cards")
    world.do(c.SubmitList(PlayerNo(1), {cards.key: [{"name": "Unknown", "count": 1}]}))
    if moment == "registration":
        return world.announce()
    if moment == "published":
        return world.publish()
    world.start()
    if moment == "busy":
        return busy(world)
    world.play_stage()
    if moment == "cut":
        return world.cut()
    return world.cut().start() if moment == "final" and not world.t.teams else world.play_out()


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_page_cites_a_rule_of_another_game(game: str, moment: str) -> None:
    world = event_at(game, moment)
    wrong = {
        where: sorted(found)
        for where, text in event_pages(world, site_of(world))
        if not where.endswith(EVERY_RULE)
        and (found := foreign(" ".join(LINKS.findall(text)) if where.endswith("/settings") else text, game))
    }
    assert wrong == {}


def sample(hint: Any, value: int) -> Any:
    """Something of this type, which may be wrong."""
    origin = get_origin(hint) or hint
    if origin in (tuple, list):
        return ()
    if origin in (dict, Mapping):
        return {}
    return "nothing" if hint is str else value


def samples(command: type[Any]) -> Iterator[Any]:
    """A command with small numbers and with numbers that nothing has."""
    hints = get_type_hints(command)
    for value in (1, 2, 99):
        yield command(**{f.name: sample(hints[f.name], value) for f in dataclasses.fields(command)})
    needed = [f for f in dataclasses.fields(command) if f.default is f.default_factory is dataclasses.MISSING]
    yield command(**{f.name: sample(hints[f.name], 1) for f in needed})


def cited(reason: Reason) -> Iterator[str]:
    yield reason.rule or ""
    for deeper in reason.because:
        yield from cited(deeper)


def context(who: Actor) -> c.Context:
    return c.Context(now=1_800_000_000_000, link="0" * 64, seed="0" * 64, staff=who.staff, player=who.player)


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_refusal_cites_a_rule_of_another_game(game: str, moment: str) -> None:
    """Each command, by each role, with fields that are right or wrong."""
    world = event_at(game, moment)
    wrong: dict[str, set[str]] = {}
    for row in ACTIONS:
        for one in samples(row.command):
            for who in (ORGANISER, MARSHAL, JUDGE, Actor("player", 1), Actor("public")):
                answer = forbidden(world.t, one, who) or decide(world.t, one, context(who))
                named = (id for reason in reasons_of(answer) for id in cited(reason))
                if found := foreign(" ".join(named), game):
                    wrong.setdefault(row.name, set()).update(found)
    assert wrong == {}


REFUSED_AT_ONCE: tuple[dict[str, Any], ...] = (
    {"teams": True, "stages": (swiss(2), single(4))},
    {"stages": (swiss(2), double(6))},
    {"stages": (swiss(2), single(1))},
    {"structure": "basic", "stages": (swiss(2),)},
    {"structure": "no such one", "level": "none", "event_kind": "none"},
    {"minutes": {"swiss": 1, "final": 1}},
    {"settings": {"points.bonus": "perhaps"}},
    {"missions": ("Foreign – A",), "level": "formal"},
)


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("wanted", REFUSED_AT_ONCE, ids=str)
def test_no_new_event_is_refused_by_a_rule_of_another_game(game: str, wanted: dict[str, Any]) -> None:
    """The event does not exist yet, so its game was not asked for its own rules."""
    asked = {
        "name": "Cup",
        "date": "2026-11-14",
        "structure": "custom" if "stages" in wanted else "",
        **wanted,
    }
    command = c.CreateTournament(id="new", game=game, commitment="", **asked)
    answer = decide(Tournament(), command, context(ORGANISER))
    named = " ".join(id for reason in reasons_of(answer) for id in cited(reason))
    assert foreign(named, game) == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.data.id)
def test_every_common_rule_of_shared_code_has_its_answer_in_each_game(game: Rules) -> None:
    """Where the document has not the common rule, `[instead]` of `data.toml` says what is cited."""
    folder = Path(komandor.__file__).parent
    shared = [
        path
        for area in ("core", "app", "web", "cli")
        for path in (folder / area).rglob("*")
        if path.suffix in (".py", ".html") and path.parent.parent.name != "games"
    ]
    named = {id for path in shared for id in QUOTED.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 50
    cited = {id: game.data.cites(id) for id in named}
    assert {id: own for id, own in cited.items() if own and game.data.id not in games_of()[own]} == {}
