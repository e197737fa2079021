"""Whatever a real tournament gives reasons for can be said in both languages, without a bare code."""

import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest

from komandor.core.explain import why_opponent, why_place, why_seed
from komandor.core.games import GAMES
from komandor.core.games.game import Report, RoundKind, Rules, Situation
from komandor.core.reasons import Param, Reason, Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import match_situation
from komandor.texts import LANGUAGES, Lang, Speaker
from komandor.texts.catalogue import templates, words
from komandor.texts.params import kind_of
from komandor.texts.template import names_in
from tests.support.dice_event import DiceEvent
from tests.support.event import Event, double, single, swiss
from tests.support.rules import rules_of
from tests.texts.codes import made

NAMES = dict(enumerate("Anna Bartek Celina Darek Ewa Filip Greta Hania Iwo Jan".split(), 1))
BARE = re.compile(r"[{}]|\b[a-z]+_[a-z_]+\b|\bNone\b|\bTrue\b|\bFalse\b")
PLANS = {
    "armada": (swiss(3), single(4)),
    "imperial-assault": (swiss(3), single(4)),
    "destiny": (swiss(3), single(4)),
    "conquest": (swiss(2), swiss(1, 8), single(4)),
    "star-wars-lcg": (swiss(3), double(4)),
}


@cache
def played(game: str) -> DiceEvent:
    event = DiceEvent(game, *PLANS[game], dice=7, settings={"registration.late_entry": True})
    event.register(9).announce().play_round()
    event.do(c.DropPlayer(2)).do(c.EnterLate("losses"))
    event.do(c.GiveSanction(player=3, kind="warning", reason="slow play")).play_round()
    if game != "conquest":
        event.do(c.Rejoin(2))
    return event.play_out()


def speaker(lang: Lang) -> Speaker:
    return Speaker(lang=lang, names=NAMES.__getitem__, sides=("Anna", "Bartek"))


def reasons_of(event: Event) -> Iterator[Reason]:
    t = event.t
    for player in t.players:
        yield why_place(t, player)
        yield why_seed(t, player)
        yield from (why_opponent(t, number, player) for number in t.rounds)
    for match in t.matches.values():
        if match.result and match.result.report:
            score = rules_of(t.edition).score(match.result.report, match_situation(t, match))
            assert not isinstance(score, Refusal), score
            yield from (*score.reasons, *(one for game in score.games for one in game.reasons))


@pytest.mark.parametrize("game", PLANS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_tournaments(game: str, lang: Lang) -> None:
    said = [speaker(lang).sentence(one) for whole in reasons_of(played(game)) for one in deep(whole)]
    assert len(said) > 50
    assert [one for one in said if BARE.search(one) or not one.endswith(".")] == []


@pytest.mark.parametrize("game", PLANS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_their_logs(game: str, lang: Lang) -> None:
    said = [speaker(lang).event(event) for _, event in played(game).loaded.history]
    assert [one for one in said if BARE.search(one)] == []


SLIPS: tuple[Report, ...] = (
    {},
    {"end": "time"},
    {"end": "nonsense"},
    {"end": "draw"},
    {"games": [{}, {"end": "time"}]},
    {"nice": 1},
    {"end": "win", "winner": "c"},
    {"games": 5},
    {"scores": [1]},
    {"end": "concession"},
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.data.id)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_refused_slips(game: Rules, lang: Lang) -> None:
    """Slips that are empty, full of nonsense or in the wrong words, for every kind of round."""
    said = []
    for kind in get_args(RoundKind):
        for slip in SLIPS:
            no = game.score(slip, Situation(kind))
            if isinstance(no, Refusal):
                said += [speaker(lang).sentence(one) for one in no.reasons]
        for text in ("??", "a", "conc x"):
            read = game.shorthand(text, Situation(kind))
            said += [speaker(lang).sentence(one) for one in read.reasons] if isinstance(read, Refusal) else []
    assert len(said) > 10
    assert [one for one in said if "{" in one or "None" in one or not one.endswith(".")] == []


def deep(reason: Reason) -> Iterator[Reason]:
    yield reason
    for deeper in reason.because:
        yield from deep(deeper)


# ── every place in the source, with values of the right kind ─────────────────


SAMPLES: dict[str, Param] = {
    "player": 1,
    "players": (1, 2, 3),
    "pair": (1, 2),
    "pairs": ((1, 2), (3, 4)),
    "staff": 1,
    "match": 3,
    "ordinal": 3,
    "side": "a",
    "field": "games[0].winner",
    "list_field": "ships[2].points",
    "ratio": "7/3",
    "hundredths": 825,
    "plain": 5,
    "game": "armada",
    "setting": "lists.required",
    "bracket_result": "double_loss",
    "form.choice": "win",
    "form.setting": "1",
}


def sample(code: str, name: str) -> Param:
    kind = kind_of(code, name)
    if kind.startswith("choice."):
        own = (code for code in words("en")["choice"] if f".{kind.removeprefix('choice.')}." in code)
        return next(own).rpartition(".")[2]
    return SAMPLES[kind] if kind in SAMPLES else next(iter(words("en")[kind.removeprefix("form.")]))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_place_in_the_source_can_be_said(lang: Lang) -> None:
    wrong = []
    for one in made():
        reason = Reason(one.code, None, {name: sample(one.code, name) for name in one.params})
        said = speaker(lang).sentence(reason)
        used = {name for template in templates(lang).get(one.code, ()) for name in names_in(template)}
        if BARE.search(said) or (used & one.params and "–." in said):
            wrong.append((one.code, said))
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_code_of_tomorrow_is_shown_as_it_is(lang: Lang) -> None:
    assert speaker(lang).sentence(Reason("tomorrow.new", None, {"n": 1})) == "tomorrow.new {'n': 1}"
