"""The JSON Schema of a result slip, made from the same form that checks it."""

from itertools import product
from typing import Any, get_args

from komandor.core.games.game import STRUCTURES, Field, Form, RoundKind, Rules, Situation
from komandor.core.games.reports import GAMES, WITHOUT_GAMES, options

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def report_schema(form: Form) -> Schema:
    """What `reports.read` accepts, for programs that write reports."""
    if form.flat:
        return {"$schema": DIALECT, **_object(form.game + form.match)}
    schema = _object(form.match)
    schema["properties"][GAMES] = {
        "type": "array",
        "items": _object(form.game),
        "minItems": form.fewest_games,
        "maxItems": form.most_games,
    }
    free = [one.key for one in form.match if one.key in WITHOUT_GAMES]
    if free:  # a match given up before its first game lists none
        schema["properties"][GAMES]["minItems"] = 0
        schema["anyOf"] = [_games_needed(form), *({"required": [key]} for key in free)]
    else:
        schema["required"] = [GAMES, *schema["required"]]
    return {"$schema": DIALECT, **schema}


def slip_schemas(rules: Rules) -> list[tuple[list[Situation], Schema]]:
    """The different slips of a game, each with the situations that use it (default settings)."""
    found: list[tuple[list[Situation], Schema]] = []
    for kind, structure, teams in product(get_args(RoundKind), STRUCTURES, (False, True)):
        situation = Situation(kind, structure, None, teams)
        form = {key: value for key, value in report_schema(rules.form(situation)).items() if key != "$schema"}
        same = next((cases for cases, known in found if known == form), None)
        if same is None:
            found.append(([situation], form))
        else:
            same.append(situation)
    return found


def _games_needed(form: Form) -> Schema:
    return {"required": [GAMES], "properties": {GAMES: {"minItems": form.fewest_games}}}


def _object(fields: tuple[Field, ...]) -> Schema:
    rules = [_condition(one) for one in fields if one.when]
    return {
        "type": "object",
        "properties": {one.key: _property(one) for one in fields},
        "required": [one.key for one in fields if one.required and one.when is None],
        "additionalProperties": False,
        **({"allOf": rules} if rules else {}),
    }


def _condition(one: Field) -> Schema:
    """Shown: required if it says so. Hidden: not filled in."""
    assert one.when is not None
    key, wanted = one.when
    return {
        "if": {"properties": {key: {"enum": list(wanted)}}, "required": [key]},
        "then": {"required": [one.key]} if one.required else {},
        "else": {"properties": {one.key: {"enum": [None, False]}}},
    }


def _property(one: Field) -> Schema:
    schema = _single(one)
    if one.each:
        schema = {"type": "array", "items": schema, "minItems": 2, "maxItems": 2}
    if one.many:
        schema = {"type": "array", "items": schema}
    return {**schema, **({"description": one.rule} if one.rule else {})}


def _single(one: Field) -> Schema:
    if one.kind == "int":
        return {"type": "integer", "minimum": one.low, "maximum": one.high}
    if one.kind == "bool":
        return {"type": "boolean"}
    return {"enum": list(options(one))}
