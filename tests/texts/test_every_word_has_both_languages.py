"""Every code of the core that a person can meet has a word in Polish and in English."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from komandor.app.queries.player.my_changes import Code
from komandor.core.editions import Edition, read_edition
from komandor.core.games import GAMES
from komandor.core.games.game import LEVELS, Field, Form, RoundKind, Rules, Situation
from komandor.core.games.settings import settings_of
from komandor.core.outcomes import Outcome
from komandor.core.regulations.levels import KINDS
from komandor.core.regulations.structures import structures_of
from komandor.core.standings.metrics import METRICS
from komandor.core.tournament import commands as c
from komandor.core.tournament import judge_records, state
from komandor.core.tournament.actions import ACTIONS, COMMANDS, EVENTS
from komandor.core.tournament.by import ROLES
from komandor.core.tournament.stage_kinds import stage_keys
from komandor.core.tournament.values import CALL_KINDS, SANCTIONS, Cause, ListVerdict, MatchKind, Phase, Step
from komandor.texts import LANGUAGES, field_label, help_for, setting_value
from komandor.texts.catalogue import known, known_in, words
from komandor.texts.fields import choice_label
from tests.support.contracts import listed, none_left


def literal(of: type, name: str) -> tuple[str, ...]:
    """The values of a field that says Literal[…], or one Literal[…] or another."""
    parts = [get_args(part) or (part,) for part in get_args(get_type_hints(of)[name])]
    return tuple(value for values in parts for value in values if value)


VARIANTS = ("open", "draw_bracket", "pair_again", "beacon")
"""How a draw is called where a knock-out begins or goes on, and the step of the dice where a beacon comes."""
TAKEN = tuple({step for row in ACTIONS for step in row.steps})
WORDS: dict[str, tuple[str, ...]] = {
    "phase": get_args(Phase),
    "round_status": literal(state.Round, "status"),
    "outcome": tuple(Outcome),
    "level": LEVELS,
    "structure": tuple({name for game in GAMES for name in structures_of(game)}),
    "stage_kind": stage_keys(),
    "match_kind": get_args(MatchKind),
    "round_kind": get_args(RoundKind),
    "event_kind": (*KINDS, "other"),
    "result_status": literal(state.Result, "status"),
    "player_status": literal(state.Player, "status"),
    "list_verdict": get_args(ListVerdict),
    "role": ROLES,
    "cause": get_args(Cause),
    "call_kind": CALL_KINDS,
    "call_state": literal(judge_records.Call, "state"),
    "sanction": SANCTIONS,
    "component_kind": literal(c.ReportComponent, "kind"),
    "resolution": literal(c.ResolveComponent, "resolution"),
    "late_choice": literal(c.EnterLate, "choice"),
    "public_source": literal(c.FreezeRound, "public_source"),
    "metric": tuple(metric.key for metric in METRICS),
    "metric_short": tuple(metric.key for metric in METRICS),
    "pairing": tuple({game.data.pairing for game in GAMES}),
    "command": tuple(command.__name__ for command in COMMANDS),
    "event_name": tuple(event.__name__ for event in EVENTS),
    "setting": tuple({s.key for game in GAMES for s in settings_of(game)}),
    "setting_help": tuple({s.key for game in GAMES for s in settings_of(game)}),
    "step_title": (*get_args(Step), *VARIANTS),
    "step_button": (*TAKEN, *VARIANTS),
    "step_done": (*TAKEN, *VARIANTS),
    "news": (
        *("published", "bye", "reseated", "clock", "reported", "disputed", "confirmed", "extension"),
        *("coming", "ruled", "verdict", "verdict_of_marshal", "finished", "place"),
        *(code for code in get_args(Code) if code != "swapped"),
    ),
}


def test_both_languages_know_the_same_words() -> None:
    polish, english = words("pl"), words("en")
    listed(polish, english, "src/komandor/texts/words (pl)", "the table [{}]")
    for kind in polish:
        for lang, there, other in (("pl", polish, english), ("en", english, polish)):
            lacking = other[kind].keys() - there[kind].keys()
            none_left(
                lacking, f"write a word for each into the table [{kind}] of src/komandor/texts/words/{lang}"
            )


@pytest.mark.parametrize("kind", WORDS)
def test_every_code_has_a_word(kind: str) -> None:
    lacking = [
        f"{code} ({lang})" for code, lang in product(WORDS[kind], LANGUAGES) if not known(kind, code, lang)
    ]
    none_left(lacking, f"write a word for each into the table [{kind}] of src/komandor/texts/words")


@pytest.mark.parametrize("kind", ["command", "event_name", "setting", "setting_help", "step_title", "news"])
def test_no_word_is_left_over(kind: str) -> None:
    left = words("pl")[kind].keys() - set(WORDS[kind])
    none_left(left, f"take these out of the table [{kind}] of src/komandor/texts/words")


each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.data.id)


def situations(game: Rules) -> Iterator[Situation]:
    """Every kind of match under every value of every setting with a choice."""
    defaults = {one.key: one.default for one in settings_of(game)}
    choices = [{}, *({one.key: value} for one in game.data.settings for value in one.choices)]
    kinds: tuple[Any, ...] = get_args(RoundKind)
    for kind, structure, teams, changed in product(kinds, structures_of(game), (False, True), choices):
        yield Situation(kind, structure, {**defaults, **changed}, teams)


def forms(game: Rules) -> Iterator[Form]:
    """Every form that a game can ask with."""
    return map(game.form, situations(game))


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_form_field_fold_and_choice_has_a_label(game: Rules, lang: str) -> None:
    fields = {one for form in forms(game) for one in (*form.game, *form.match)}
    own = partial(known_in, game.data.id, lang=lang)
    assert [one.key for one in fields if not own("field", one.key)] == []
    assert [one.fold for one in fields if one.fold and not own("fold", one.fold)] == []
    choices = {f"{one.key}.{choice}" for one in fields for choice in one.choices}
    assert [choice for choice in choices if not own("choice", choice)] == []


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_list_field_column_and_choice_has_a_label(game: Rules, lang: str) -> None:
    own = partial(known_in, game.data.id, lang=lang)
    for one in game.list_form:
        assert own("list_field", one.key), one.key
        assert all(own("column", column) for column in ("name", "count", *one.columns)), one
        choices = {one.key: one.choices, **one.column_choices}
        assert all(own("choice", f"{key}.{each}") for key in choices for each in choices[key]), one


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_example_of_quick_entry_has_its_meaning(game: Rules, lang: str) -> None:
    own = partial(known_in, game.data.id, lang=lang)
    offered = {one for place in situations(game) for one in game.examples(place)}
    assert [one for one in offered if not own("shorthand", one)] == []


def editions_of(game: Rules) -> Iterator[Edition]:
    """The examples of editions for this game."""
    for path in (Path(__file__).parents[2] / "examples" / "editions").glob("*.toml"):
        edition = read_edition(path.read_text(encoding="utf-8"))
        if isinstance(edition, Edition) and edition.base is game:
            yield edition


def steps_of_two_fields(fields: set[Field]) -> set[str]:
    """The label of a step of a ladder that adds damage and another field."""
    keys = {one.key for one in fields}
    return {f"damage_{key}" for key in keys} if "damage" in keys else set()


@each_game
def test_a_game_has_no_label_that_it_does_not_use(game: Rules) -> None:
    """What a folder says is asked for by its own forms, lists, quick entry or settings."""
    fields = {one for form in forms(game) for one in (*form.game, *form.match)}
    columns = {key: one.column_choices.get(key, ()) for one in game.list_form for key in one.columns}
    choosing = [(one.key, one.choices) for one in fields]
    forms_of_lists = (game.list_form, *(one.rules.list_form for one in editions_of(game)))
    choosing += [*((one.key, one.choices) for form in forms_of_lists for one in form), *columns.items()]
    used = {
        "field": {one.key for one in fields} | {one.label for one in fields} | steps_of_two_fields(fields),
        "hint": {one.key for one in fields},
        "fold": {one.fold for one in fields},
        "choice": {f"{key}.{each}" for key, choices in choosing for each in choices},
        "list_field": {one.key for one in game.list_form},
        "column": set(columns),
        "shorthand": {one for place in situations(game) for one in game.examples(place)},
    }
    mark = f"{game.data.id}."
    named = {
        kind: {code.removeprefix(mark) for code in words("en").get(kind, {}) if code.startswith(mark)}
        for kind in used
    }
    assert {kind: named[kind] - used[kind] for kind in used} == {kind: set() for kind in used}


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_setting_says_what_it_does_and_what_its_values_mean(game: Rules, lang: str) -> None:
    for one in settings_of(game):
        where = f"texts/words/{lang}/settings.toml, or {lang}.toml of the game"
        said = help_for(one.key, lang).endswith(".")
        assert said, f"write a sentence about {one.key} into [setting_help] of {where}"
        missing = [value for value in one.choices if not known("setting_value", f"{one.key}.{value}", lang)]
        assert not missing, f"write {missing} of {one.key} into [setting_value] of {where}"


def test_a_games_own_word_comes_first() -> None:
    assert field_label("objectives", "en", "armada") == "points from objectives"
    assert field_label("objectives", "en", "star-wars-lcg") == "objectives in the light player’s victory pile"
    assert field_label("winner", "en", "armada") == "winner"
    assert field_label("scores", "en") == "score", "where no game is named, any game that has the field"
    assert choice_label("end", "time", "pl", "star-wars-lcg") == "nieukończona w czasie"
    assert choice_label("end", "time", "pl", "armada") == "koniec czasu"


def test_settings_without_words_of_their_own_say_yes_no_or_the_number() -> None:
    assert setting_value("lists.required", True, "pl") == "tak"
    assert setting_value("swl.bye_points", 6, "pl") == "6"
    assert setting_value("swl.sos_mode", "sum", "pl") == "suma"
