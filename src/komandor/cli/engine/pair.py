"""`komandor pair`: the draw of one Swiss round, the same on every machine."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

from komandor.cli.engine import inputs, output
from komandor.cli.engine.input_types import PairInput, PairPlayer
from komandor.cli.engine.options import AsJson, Lang, Language, ShowSchema
from komandor.cli.progress import progress
from komandor.core.games.settings import pairing_method
from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots
from komandor.core.pairing import Draw, Entrant, Method, Terms, draw, ordered
from komandor.core.reasons import Reason, why

APART = "pairing.avoid_groups_round1"
POINTS = ("points", "other_points", "from_points", "to_points")
SECOND_BYE_FIRST = "pairing.second_bye_before_rematch"


def command(as_json: AsJson = False, schema: ShowSchema = False, lang: Language = Lang.EN) -> None:
    """Pair one Swiss round, given as JSON on standard input (--schema shows the format).

    `seed` is the key of the draw in hexadecimal. The same input always gives the same pairings.
    Every listed player is paired.
    """
    asked = inputs.read(PairInput, "pair", schema, lang)
    rules = inputs.rules(asked.game, lang)
    settings = inputs.settings(rules, asked.settings, lang)
    method = pairing_method(rules.data, settings, asked.round)
    _check(asked, method, lang)
    terms = Terms(
        round=asked.round,
        method=method,
        # an input that names travel groups wants them apart, unless the setting says no
        apart_round1=bool(asked.settings.get(APART, True)),
        forbidden=frozenset(ordered(PlayerNo(a), PlayerNo(b)) for a, b in asked.forbidden),
        second_bye_first=bool(settings[SECOND_BYE_FIRST]),
    )
    unit = lcm(*(inputs.exact(player.points).denominator for player in asked.players))
    entrants = [_entrant(player, unit) for player in asked.players]
    with progress():
        made = draw(entrants, Lots(bytes.fromhex(asked.seed)), terms)
    if as_json:
        output.json(_answer(made, unit) | ({"forbidden": made.forbidden} if asked.forbidden else {}))
    else:
        _table(made, rules.data.name[lang], lang, unit)


def _entrant(player: PairPlayer, unit: int) -> Entrant:
    """The player with points scaled to integers; `unit` units are one point."""
    return Entrant(
        player=PlayerNo(player.id),
        points=int(inputs.exact(player.points) * unit),
        rank=player.rank,
        met=tuple(map(PlayerNo, player.met)),
        byes=player.byes,
        apart=tuple(player.apart),
        start=player.start,
    )


def _check(asked: PairInput, method: Method, lang: Lang) -> None:
    """Check what types cannot: every player once, and opponents that agree with each other."""
    met: dict[int, frozenset[int]] = {}
    for place, player in enumerate(asked.players):
        if player.id in met:
            raise output.wrong(f"players[{place}].id", why("input.listed_twice", number=player.id), lang)
        met[player.id] = frozenset(player.met)
    for place, (one, two) in enumerate(asked.forbidden):
        if one == two or not {one, two} <= met.keys():
            raise output.wrong(f"forbidden[{place}]", why("input.two_players"), lang)
    starts: set[int] = set()
    for place, player in enumerate(asked.players):
        _check_met(player, met, f"players[{place}].met", lang)
        if method == "fold":
            _check_start(player.start, starts, f"players[{place}].start", lang)


def _check_met(player: PairPlayer, met: Mapping[int, frozenset[int]], where: str, lang: Lang) -> None:
    if player.id in met[player.id]:
        raise output.wrong(where, why("input.met_themselves", number=player.id), lang)
    for other in player.met:
        if other in met and player.id not in met[other]:
            raise output.wrong(where, why("input.met_one_way", number=player.id, other=other), lang)


def _check_start(start: int | None, seen: set[int], where: str, lang: Lang) -> None:
    if start is None:
        raise output.wrong(where, why("input.start_missing"), lang)
    if start in seen:
        raise output.wrong(where, why("input.start_twice", start=start), lang)
    seen.add(start)


def _answer(made: Draw, unit: int) -> dict[str, Any]:
    return {
        "pairs": made.pairs,
        "bye": made.bye,
        "floats": [
            (one.player, *(output.whole(Fraction(x, unit)) for x in (one.from_points, one.to_points)))
            for one in made.floats
        ],
        "rematches": made.rematches,
    }


def _why(reason: Reason, lang: Lang, unit: int) -> str:
    """The reason as a sentence, with points as they were given."""
    counted = {key: value for key, value in reason.params.items() if key in POINTS}
    shown = {key: output.whole(Fraction(n, unit)) for key, n in counted.items() if isinstance(n, int)}
    return output.sentence(replace(reason, params={**reason.params, **shown}), lang)


def _table(made: Draw, title: str, lang: Lang, unit: int) -> None:
    rows: list[tuple[int, int | str, str]] = [
        (a, b, _why(made.reasons[a], lang, unit)) for a, b in made.pairs
    ]
    if made.bye is not None:
        why_bye = _why(made.reasons[made.bye], lang, unit)
        rows.append((made.bye, output.word("match_kind", "bye", lang), why_bye))
    output.table(title, ["a", "b", *output.heads(("why",), lang)], rows)
