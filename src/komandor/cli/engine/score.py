"""`komandor score`: scores one match report by the document."""

from typing import Annotated, Any

import typer

from komandor.cli.engine import inputs, output
from komandor.cli.engine.input_types import ScoreInput
from komandor.cli.engine.options import AsJson, Lang, Language, ShowSchema
from komandor.cli.exits import BadInput
from komandor.core.games.game import Rules, Situation
from komandor.core.games.schema import slip_schemas
from komandor.core.outcomes import MatchScore
from komandor.core.reasons import Refusal, why


def command(
    game: Annotated[
        str | None, typer.Argument(help="With --schema: the game whose result fields to show.")
    ] = None,
    as_json: AsJson = False,
    schema: ShowSchema = False,
    lang: Language = Lang.EN,
) -> None:
    """Score a match result, given as JSON on standard input (GAME --schema shows the fields of a game)."""
    if schema:
        output.json(_schema(game, lang), indent=True)
        return
    asked = inputs.read(ScoreInput, "score", False, lang)
    if game is not None and game != asked.game:
        two = why("input.two_games", typed=inputs.short(game), found=inputs.short(asked.game))
        raise output.wrong("game", two, lang)
    rules = inputs.rules(asked.game, lang)
    settings = inputs.settings(rules, asked.settings, lang)
    situation = Situation(asked.kind, asked.structure, settings, asked.teams)
    try:
        score = rules.score(asked.report, situation)
    except RecursionError:
        raise output.wrong("report", why("input.nested"), lang) from None
    if isinstance(score, Refusal):
        raise _refused(score, lang, asked.game)
    if as_json:
        output.json(_answer(score, rules, lang))
    else:
        _table(score, rules, lang)


def _schema(game: str | None, lang: Lang) -> dict[str, Any]:
    """The schema of the input; with a game, also of its report (by kind of round, structure and teams)."""
    schema = inputs.schema(ScoreInput, "score")
    if game is None:
        return schema
    forms = slip_schemas(inputs.rules(game, lang))
    schema["properties"]["game"] = {"const": game}
    if len(forms) == 1:
        schema["properties"]["report"] = forms[0][1]
    else:
        schema["allOf"] = [
            {"if": {"anyOf": [_case(one) for one in cases]}, "then": {"properties": {"report": form}}}
            for cases, form in forms
        ]
    return schema


def _case(one: Situation) -> dict[str, Any]:
    """A schema for inputs of this situation with default settings; missing fields have their defaults."""
    values = {"kind": one.kind, "structure": one.structure, "teams": one.teams}
    default = Situation()
    stated = [key for key, value in values.items() if value != getattr(default, key)]
    return {
        "properties": {key: {"const": value} for key, value in values.items()},
        "required": stated,
        "not": {"required": ["settings"]},
    }


def _refused(no: Refusal, lang: Lang, game: str) -> Exception:
    """A malformed report is bad input; a report that a rule forbids is a refusal."""
    wrong = [reason for reason in no.reasons if reason.code.startswith("report.")]
    if not wrong:
        return output.refusal(no, lang, game=game)
    first = wrong[0]
    field = str(first.params.get("field", ""))
    return BadInput(inputs.short(f"report.{field}: {output.sentence(first, lang, game=game)}", 300))


def _answer(score: MatchScore, rules: Rules, lang: Lang) -> dict[str, Any]:
    a, b = score.sides
    return {
        "winner": score.winner,
        "points": [a.points, b.points],
        "mov": [a.mov, b.mov] if "mov" in rules.data.tiebreakers else None,
        "outcome": [a.outcome.value, b.outcome.value],
        "reasons": [
            {"rule": one.rule, "text": output.sentence(one, lang, game=rules.data.id)}
            for one in score.reasons
        ],
    }


def _table(score: MatchScore, rules: Rules, lang: Lang) -> None:
    rows = [
        (
            output.word("side", side, lang),
            "✓" if score.winner == side else "",
            output.word("outcome", line.outcome.value, lang),
            line.points,
            line.mov,
        )
        for side, line in zip("ab", score.sides, strict=True)
    ]
    with_mov = "mov" in rules.data.tiebreakers
    columns = ["side", "won", "outcome", "points", *(["mov"] if with_mov else [])]
    output.table(
        rules.data.name[lang], output.heads(columns, lang), [row if with_mov else row[:-1] for row in rows]
    )
    output.table(
        "",
        output.heads(("rule", ""), lang),
        [(one.rule, output.sentence(one, lang, game=rules.data.id)) for one in score.reasons],
    )
