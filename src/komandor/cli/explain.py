"""`komandor explain`: why this opponent, this bye, this place, this seed."""

from typing import Annotated, Any

import typer

from komandor.cli.engine import output
from komandor.cli.engine.options import Lang
from komandor.cli.printing import echo
from komandor.cli.tournament_file import Opened, Source, on_file
from komandor.core.explain import why_opponent, why_place, why_seed
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason
from komandor.core.tournament.readings.regulations import rules
from komandor.texts import Speaker

Answer = tuple[str, int | None, Reason]
"""What it is about, of which round, and why."""


def show(
    at: Source,
    player: Annotated[str, typer.Option("--player", help="Number or name of the player.")],
    round_: Annotated[int | None, typer.Option("--round", help="Explain this round only.")] = None,
) -> None:
    """Explain, round by round, why a player met each opponent or had the bye, and their place and seed."""
    held, lang = at.held, at.lang
    number = held.player(player, lang)
    speaker = Speaker(lang=lang.value, names=held.name, game=rules(held.state).data.id)
    answers = _answers(held, number, round_, lang)
    if at.as_json:
        found = [{"about": about, "round": of, **_as_json(why, speaker)} for about, of, why in answers]
        output.json({"player": number, "name": held.name(number), "answers": found})
        return
    echo(held.name(number))
    for about, of, why in answers:
        echo(f"\n{speaker.value('explain_heading', about)}{'' if of is None else f' {of}'}")
        for deep, one in _depths(why):
            echo(f"{'  ' * (deep + 1)}{speaker.with_rule(one)}")


def _answers(held: Opened, player: PlayerNo, round_: int | None, lang: Lang) -> list[Answer]:
    """The answers: for each round its number, then for the place and the seed."""
    t = held.state
    drawn = [number for number, one in sorted(t.rounds.items()) if one.matches]
    if round_ is not None:
        if round_ not in drawn:
            raise output.no_such_round(round_, max(drawn, default=0), lang)
        return [("round", round_, why_opponent(t, round_, player))]
    rounds: list[Answer] = [("round", n, why_opponent(t, n, player)) for n in drawn]
    seed = [("seed", None, why_seed(t, player))] if len(t.stages) > 1 else []
    return [*rounds, ("place", None, why_place(t, player)), *seed]


def _depths(reason: Reason, deep: int = 0) -> list[tuple[int, Reason]]:
    return [(deep, reason), *(one for inner in reason.because for one in _depths(inner, deep + 1))]


def _as_json(reason: Reason, speaker: Speaker) -> dict[str, Any]:
    return {
        "code": reason.code,
        "rule": reason.rule,
        "text": speaker.sentence(reason),
        "because": [_as_json(one, speaker) for one in reason.because],
    }


command = on_file(show)
