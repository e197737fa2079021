"""A refused form says why, at its own place and with names."""

import re

from tests.support.words import desk_of, text_of
from tests.support.world import World


def test_a_refused_setting_says_why_above_its_own_form_and_the_others_are_folded() -> None:
    world = World("armada").people(8).announce()
    desk = desk_of(world)
    form = {"part": "minutes", "minutes.swiss": "abc", "command_id": "t"}
    page = desk.post("/c/cup/settings", form).content.decode()
    assert page.count('class="notice danger"') == 1
    assert page.index('id="structure"') < page.index('class="notice danger"') < page.index('id="minutes"')
    sections = re.findall(r'<details class="panel setting" data-find( open)?>.*?id="(\w+)"', page, re.DOTALL)
    assert {name for is_open, name in sections if is_open} == {"minutes"}
    assert {name for is_open, name in sections if not is_open} > {"basics", "structure", "readings", "file"}


def test_a_refused_slip_names_the_players_instead_of_a_and_b() -> None:
    world = World("armada").people(8).announce().start()
    match = world.open()[0]
    form = {"g0.end": "destruction", "g0.ships_left.shown": "1", "g0.ships_left.a": "1"}
    form |= {"g0.scores.a": "100", "g0.scores.b": "0"}
    page = seen_refused(world, f"/c/cup/match/{match.number}", form)
    refused = page[page.rindex("Not saved") :].partition(" destroyed the whole fleet")[0]
    assert refused.removeprefix("Not saved").split() == seen_name(world, match.a).split()


def seen_name(world: World, player: int) -> str:
    person = world.store.people(world.id)[player]
    return f"{person['first']} {person['last']}"


def seen_refused(world: World, path: str, form: dict[str, str]) -> str:
    answer = desk_of(world).post(path, {**form, "command_id": "t"})
    assert answer.status_code == 422
    return text_of(answer.content.decode())
