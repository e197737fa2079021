"""Result slips as players fill them in: short ones, and ones with everything that the form asks."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from komandor.core.games.game import Field, Form, Rules, Situation
from komandor.core.games.reports import options, shown
from komandor.core.ids import Side
from komandor.core.reasons import Refusal

Slip = Mapping[str, Any]
TRIES = 12
SERIES = ("{w} {w}", "{w} {l} {w}", "{l} {w} {w}", "{w} t", "{w} {l} conc {l}")
TWO_GAMES: Mapping[Side, tuple[str, ...]] = {"a": ("ww", "wd"), "b": ("ll", "ld")}
LEVEL = ("120-120 f {l}", "0-0 f {l}")


def slip(rules: Rules, where: Situation, rnd: Random, winner: Side, kind: str = "") -> Slip:
    """A report that the rules accept; `kind` asks for a concession, a tie, a double loss or a full slip."""
    for text in _texts(rules, where, rnd, winner, kind):
        report = rules.shorthand(text, where)
        if not isinstance(report, Refusal) and not isinstance(rules.score(report, where), Refusal):
            return report
    for report in (_filled(rules.form(where), rnd) for _ in range(TRIES * 40)):
        if not isinstance(rules.score(report, where), Refusal):
            return report
    raise RuntimeError(f"no report found for {rules.id} {where.kind} {kind}")


def full_slip(rules: Rules, where: Situation, rnd: Random, winner: Side) -> Slip:
    """A slip filled in to the last field, whoever it lets win; a short one when chance gives none."""
    for _ in range(TRIES):
        report = _filled(rules.form(where), rnd)
        score = rules.score(report, where)
        if not isinstance(score, Refusal) and (score.winner == winner or where.kind == "swiss"):
            return report
    return slip(rules, where, rnd, winner)


def _texts(rules: Rules, where: Situation, rnd: Random, winner: Side, kind: str) -> Iterator[str]:
    """Shorthand that some game understands; what this one does not is passed over."""
    loser = "b" if winner == "a" else "a"
    if kind == "double_loss":
        yield "dl"
    if kind == "concession":
        yield rnd.choice((f"conc {loser}", f"{winner} conc {loser}", f"conc {loser} 300-20"))
        yield f"conc {loser}"
    if kind == "tie":
        yield rnd.choice(LEVEL).format(l=loser)
        yield rnd.choice(("wl", "lw", "d"))
        yield f"{winner} mod"
    if rules.form(where).most_games == 3:
        yield rnd.choice(SERIES).format(w=winner, l=loser)
        yield f"{winner} {winner}"
    yield rnd.choice(TWO_GAMES[winner])
    if where.teams and where.kind == "final":
        yield rnd.choice(("wlw", "lww") if winner == "a" else ("wll", "lwl"))
    yield "ww" if winner == "a" else "ll"
    yield winner
    high, low = sorted((rnd.randint(0, 400), rnd.randint(0, 400)), reverse=True)
    yield f"{high + 1}-{low}" if winner == "a" else f"{low}-{high + 1}"


def _filled(form: Form, rnd: Random) -> dict[str, Any]:
    if form.flat:
        return _fields((*form.game, *form.match), rnd)
    games = [_fields(form.game, rnd) for _ in range(rnd.randint(form.fewest_games, form.most_games))]
    return {"games": games, **_fields(form.match, rnd)}


def _fields(fields: tuple[Field, ...], rnd: Random) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for one in fields:
        if shown(one, out) and (one.required or rnd.randrange(2)):
            out[one.key] = _value(one, rnd)
    return out


def _value(one: Field, rnd: Random) -> Any:
    if one.many:
        return [[_single(one, rnd), _single(one, rnd)] for _ in range(rnd.randint(1, 2))]
    return [_single(one, rnd), _single(one, rnd)] if one.each else _single(one, rnd)


def _single(one: Field, rnd: Random) -> Any:
    if one.kind == "int":
        return rnd.randint(one.low, min(one.high, rnd.choice((3, 12, 40, 400))))
    if one.kind == "bool":
        return rnd.choice((True, True, False))
    return rnd.choice([choice for choice in options(one) if choice not in one.staff_choices])
