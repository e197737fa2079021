"""`komandor bracket`: a knock-out bracket with the winners known so far."""

from collections.abc import Mapping
from typing import Any

from komandor.cli.engine import inputs, output
from komandor.cli.engine.input_types import BracketInput
from komandor.cli.engine.options import AsJson, Lang, Language, ShowSchema
from komandor.core.brackets import DOUBLE_LOSS, BracketGame, BracketState, Result, bracket_form, places, run
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, why

DRAW = "draw"


def command(as_json: AsJson = False, schema: ShowSchema = False, lang: Language = Lang.EN) -> None:
    """Play out a knock-out bracket, given as JSON on standard input (--schema shows the format).

    List the best seed first. Matches are numbered through the whole bracket, round by round.
    """
    asked = inputs.read(BracketInput, "bracket", schema, lang)
    rules = inputs.rules(asked.game, lang)
    numbers = _numbers(asked.seeds, lang)
    names = {number: name for name, number in numbers.items()}
    plan = bracket_form(asked.kind or rules.data.elimination).plan(len(asked.seeds))
    if isinstance(plan, Refusal):
        raise output.refusal(plan, lang, names)
    results = _results(asked, numbers, lang, most=2 * len(plan.matches))
    withdrawn = [_number(numbers, name, "withdrawn", lang) for name in asked.withdrawn]
    state = run(plan, list(names), results, withdrawn)
    if isinstance(state, Refusal):
        raise output.refusal(state, lang, names)
    if as_json:
        output.json(
            {"games": [_game(game, names) for game in _shown(state)], "places": _places(state, names)}
        )
    else:
        _tables(state, names, rules.data.name[lang], lang)


def _numbers(seeds: list[str], lang: Lang) -> dict[str, PlayerNo]:
    numbers: dict[str, PlayerNo] = {}
    for number, name in enumerate(seeds, 1):
        if name in numbers:
            raise output.wrong(
                f"seeds[{number - 1}]", why("input.seeded_twice", name=inputs.short(name)), lang
            )
        numbers[name] = PlayerNo(number)
    return numbers


def _number(numbers: Mapping[str, PlayerNo], name: str, where: str, lang: Lang) -> PlayerNo:
    if name not in numbers:
        raise output.wrong(where, why("input.not_seeded", name=inputs.short(name)), lang)
    return numbers[name]


def _results(
    asked: BracketInput, numbers: Mapping[str, PlayerNo], lang: Lang, most: int
) -> dict[int, Result]:
    results: dict[int, Result] = {}
    for key, winner in asked.results.items():
        if not (
            key.isascii() and key.isdigit() and key == key.lstrip("0") and len(key) < 7 and int(key) <= most
        ):
            raise output.wrong("results", why("input.no_such_match", name=inputs.short(key)), lang)
        results[int(key)] = _result(numbers, winner, f'results["{key}"]', lang)
    return results


def _result(numbers: Mapping[str, PlayerNo], winner: str | None, where: str, lang: Lang) -> Result:
    if winner is None or (winner == DRAW and winner not in numbers):
        return None
    if winner == DOUBLE_LOSS and winner not in numbers:
        return DOUBLE_LOSS
    return _number(numbers, winner, where, lang)


def _shown(state: BracketState) -> list[BracketGame]:
    """All games; the repeated final only if it is needed."""
    return [
        game for game in state.games if game.side != "reset" or game.status not in ("waiting", "not_needed")
    ]


def _game(game: BracketGame, names: output.Names) -> dict[str, Any]:
    def name(occupant: object) -> str | None:
        return names[PlayerNo(occupant)] if isinstance(occupant, int) else None

    return {
        "game": game.number,
        "round": game.round,
        "number": game.in_round,
        "side": game.side,
        "a": name(game.a),
        "b": name(game.b),
        "winner": name(game.winner),
        "status": game.status,
    }


def _places(state: BracketState, names: output.Names) -> list[list[Any]]:
    """Players and places, best first; players without a place yet come first."""
    known = sorted(places(state).items(), key=lambda item: item[1] or 0)
    return [[names[player], place] for player, place in known]


def _tables(state: BracketState, names: output.Names, title: str, lang: Lang) -> None:
    rows = [(game, _game(game, names)) for game in _shown(state)]
    output.table(
        title, ["#", "", "a", "b", "✓", "", ""], [_line(game, shown, names, lang) for game, shown in rows]
    )
    player = output.word("numbered", "player", lang)
    output.table("", ["#", player], [[place or "?", name] for name, place in _places(state, names)])


def _line(game: BracketGame, shown: Mapping[str, Any], names: output.Names, lang: Lang) -> list[object]:
    """One row of the table; byes, withdrawals and a repeated final show their reason."""
    side, status = (
        output.word("bracket_side", game.side, lang),
        output.word("bracket_status", game.status, lang),
    )
    reason = output.sentence(game.reason, lang, names) if game.reason else ""
    return [game.number, side, shown["a"], shown["b"], shown["winner"], status, reason]
