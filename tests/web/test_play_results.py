"""A result is entered once, understood before it is saved, and nothing typed is lost when it is not."""

from collections.abc import Iterator
from html import unescape

import pytest

from komandor.core.games import find_rules
from komandor.core.games.game import Situation
from komandor.store import open_store
from komandor.web.forms.result_form import filled, parts
from komandor.web.server.make_site import make_site
from tests.support.console import Console, at_the_console
from tests.support.site import serving
from tests.support.world import World

GAMES = ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")
IN_PLACE = {"X-Requested-With": "fragment"}


@pytest.fixture
def console() -> Iterator[Console]:
    store = open_store("memory:")
    event = World(store=store).people(6).announce().start()
    with serving(make_site(store, secret="s")) as served, at_the_console(served, event) as console:
        yield console


def results(console: Console) -> int:
    t = console.event.t
    return sum(1 for m in t.in_round(1) if m.result)


def test_quick_entry_in_place_answers_with_the_word(console: Console) -> None:
    answer = console.post("quick", IN_PLACE, table="2", result="177-49", command_id="one")
    assert answer.status_code == 204
    assert "7\\u20134" in answer.headers["X-Message"]
    again = console.post("quick", IN_PLACE, table="2", result="177-49", command_id="one")
    assert again.status_code == 204, "the same id is answered, not repeated"
    assert results(console) == 1


def test_a_result_typed_for_another_round_is_not_entered_in_this_one(console: Console) -> None:
    answer = console.post("quick", IN_PLACE, table="2", result="177-49", round="7")
    assert answer.status_code == 422
    assert "another round" in answer.text
    assert results(console) == 0


@pytest.mark.parametrize(
    ("table", "result", "said"),
    [("2", "nonsense", "177-49"), ("77", "177-49", "no table 77"), ("2", "", "enter the result")],
)
def test_quick_entry_says_what_it_does_not_understand(
    console: Console, table: str, result: str, said: str
) -> None:
    answer = console.post("quick", IN_PLACE, table=table, result=result)
    assert answer.status_code == 422
    assert said in unescape(answer.text)
    page = console.post("quick", table=table, result=result)  # without a script: the whole page
    assert page.status_code == 422
    assert f'value="{result}"' in page.text
    assert results(console) == 0


def test_quick_entry_never_corrects(console: Console) -> None:
    console.post("quick", IN_PLACE, table="1", result="177-49", command_id="one")
    answer = console.post("quick", IN_PLACE, table="1", result="49-177", command_id="two")
    assert answer.status_code == 422, "a correction needs its reason"
    match = next(m for m in console.event.t.in_round(1) if m.table == 1)
    assert match.result
    assert match.result.winner == match.a


def test_a_refused_slip_comes_back_as_typed(console: Console) -> None:
    console.get("match/1")
    typed = {"g0.end": "time", "g0.scores.a": "12x", "g0.scores.b": "90", "g0.ships_left.shown": "1"}
    answer = console.post("match/1", **typed)
    assert answer.status_code == 422
    assert 'name="g0.scores.a" value="12x"' in answer.text
    assert 'value="time" checked' in answer.text
    assert 'name="g0.ships_left.a" value="1" checked' not in answer.text


def test_the_reading_names_the_field_that_it_needs(console: Console) -> None:
    console.get("match/1")
    answer = console.post("match/1/read", **{"g0.end": "rounds", "g0.scores.a": "120", "g0.scores.b": "120"})
    assert 'data-needs="g0.first"' in answer.text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["swiss", "knockout", "final"])
def test_every_field_of_a_slip_is_asked_exactly_once(game: str, kind: str) -> None:
    rules = find_rules(game)
    assert rules
    form = rules.form(Situation(kind))
    for part in parts(form):
        shown = [c.name for c in part.plain] + [c.name for fold in part.folds for c in fold.controls]
        assert sorted(shown) == sorted(c.name for c in part.controls)
        assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("game", GAMES)
def test_an_example_survives_the_way_through_the_form(game: str) -> None:
    """Shorthand → report → form → report."""
    rules = find_rules(game)
    assert rules
    where = Situation("swiss")
    form = rules.form(where)
    text = {"armada": "177-49 t", "star-wars-lcg": "wl", "conquest": "a mod"}.get(game, "b")
    report = rules.shorthand(text, where)
    assert isinstance(report, dict)
    data: dict[str, str] = {}
    for part in parts(form, report):
        for control in part.controls:
            if control.value is None:
                continue
            if control.field.each and not control.field.many:
                data |= {f"{control.name}.{side}": control.text(side) for side in "ab"}
            else:
                data[control.name] = control.text()
    assert rules.score(filled(form, data), where) == rules.score(report, where)
