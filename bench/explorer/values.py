"""Random values for the fields of commands, where their type (`chance`) does not say enough."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from random import Random
from typing import Any

from bench.explorer.chance import TO_THE_POINT, Chance
from bench.explorer.people import ROLES
from komandor.core.games.game import LEVELS, ROUND_KINDS, STRUCTURES
from komandor.core.games.settings import settings_of
from komandor.core.ids import SIDES
from komandor.core.outcomes import Outcome
from komandor.core.regulations.levels import KINDS
from komandor.core.tournament.readings.cut import leavers, next_in_line
from komandor.core.tournament.readings.lists import stopped_by_lists
from komandor.core.tournament.readings.pairings import idle_players
from komandor.core.tournament.readings.prizes import winners
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.readings.scoring import report_code
from komandor.core.tournament.references import (
    CALL,
    COMPONENT,
    NOTICE,
    PLAYER,
    PRIZE,
)
from komandor.core.tournament.setup_checks import FIELDS as EVENT_FIELDS
from komandor.core.tournament.stage_kinds import plannable_keys, stage_kind
from komandor.core.tournament.state import Round
from komandor.core.tournament.values import SANCTIONS, Scored, StagePlan
from komandor.simulate.slips import full_slip, slip
from tests.lists.made import LEGAL

RULES = ("", "COM-ROLE-13", "COM-COND-8", "SWL-SANC-1", "no rule")
PUBLIC_TEXTS = ("3 5 1 6", "", "4", "banana", "9 9 9 9", "a" * 64)
MINUTE = 60_000
TEN_O_CLOCK = int(datetime(2026, 11, 14, 10, tzinfo=UTC).timestamp() * 1000)


def report(x: Chance) -> Mapping[str, Any]:
    """A slip of the match: short or full, won by either, given up, level, lost by both; or no slip at all."""
    if x.match is None or x.match.b is None or x.strange():
        return x.rnd.choice(
            ({}, {"end": "win", "winner": "a"}, {"games": []}, {"winner": 1}, {"points": [1]})
        )
    where, game, side = match_situation(x.t, x.match), rules(x.t), x.rnd.choice(SIDES)
    if x.rnd.random() < 0.35:
        return full_slip(game, where, x.rnd, side)
    return slip(game, where, x.rnd, side, x.rnd.choice(("", "", "", "concession", "tie", "double_loss")))


def no_slip_mostly(x: Chance) -> Mapping[str, Any]:
    return report(x) if x.rnd.random() < 0.4 else {}


def scores(x: Chance) -> tuple[Scored, ...]:
    """Points that somebody writes down by hand: mostly for both who play, mostly one who wins."""
    if x.match is None:
        return ()
    pairs = [(Outcome.WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.WIN), (Outcome.DOUBLE_LOSS,) * 2]
    if x.strange():
        pairs = [(x.rnd.choice([*Outcome]), x.rnd.choice([*Outcome]))]
    pair = x.rnd.choice(pairs)
    high = x.rnd.choice((3, 3, 5, 6, 8, 10, 1))
    points = [high if one == Outcome.WIN else x.rnd.choice((0, 0, 1, 2)) for one in pair]
    if x.strange():
        points[0] = x.whole()
    both = zip(x.match.players, pair, points, strict=False)
    return tuple(Scored(n, outcome, worth, x.rnd.choice((0, 0, 20))) for n, outcome, worth in both)


def players_of_match(x: Chance) -> tuple[int, ...]:
    if x.match is None or x.strange():
        return x.some(x.t.players, 2)
    return x.match.players


def absent(x: Chance) -> tuple[int, ...]:
    return x.some(x.match.players, 2) or x.match.players[:1] if x.match else x.some(x.t.players)


def idle(x: Chance) -> int | None:
    alone = [*idle_players(x.t)]
    return x.rnd.choice(alone) if alone and x.rnd.random() < 0.5 else None


def left_over(x: Chance) -> int:
    alone = [*idle_players(x.t)]
    return x.rnd.choice(alone) if alone and x.rnd.random() < 0.8 else x.number(PLAYER)


def seed_not_begun(x: Chance) -> int:
    """Somebody who could leave: before the first game after a cut mostly one who is in it."""
    stage = x.t.stage
    waiting = stage.seeded if stage and stage.number > 1 and not stage.begun else ()
    return x.one_of(waiting, PLAYER) if x.rnd.random() < TO_THE_POINT else x.number(PLAYER)


def with_status(*status: str) -> Callable[[Chance], int]:
    """A player with one of these states."""
    return lambda x: x.one_of((n for n, p in x.t.players.items() if p.status in status), PLAYER)


def call_in(*states: str) -> Callable[[Chance], int]:
    """A call for a judge that is in one of these states."""
    return lambda x: x.one_of((n for n, call in x.t.calls.items() if call.state in states), CALL)


def prize_for(*kinds: str) -> Callable[[Chance], int]:
    """A prize of one of these kinds that is still there."""
    return lambda x: x.one_of((n for n, one in x.t.prizes.items() if one.text and one.to in kinds), PRIZE)


def winner_of_prize(x: Chance) -> int:
    won = {n for one in x.t.prizes.values() if one.text for n in winners(x.t, one)}
    return x.one_of(won, PLAYER)


def forbidden(part: int) -> Callable[[Chance], int]:
    """One of two who may not meet."""
    return lambda x: [*x.t.forbidden][-1][part] if x.t.forbidden and not x.strange() else x.number(PLAYER)


def seated(part: int) -> Callable[[Chance], int]:
    """Somebody at one of two tables of this round."""

    def player(x: Chance) -> int:
        matches = x.t.in_round(x.t.round_number)
        return x.one_of(matches[part - 1].players, PLAYER) if len(matches) > 1 else x.number(PLAYER)

    return player


def stages(x: Chance) -> tuple[StagePlan, ...]:
    """A plan of stages: Swiss rounds, knock-outs, or both in an order that may make no sense."""
    keys = [*plannable_keys()]
    first, finals = keys[0], keys[1:]
    with_cut = ((first, one) for one in x.some(finals, len(finals)) or (first,))
    shapes = ((first,), *with_cut, x.some(keys), (first, first, *x.some(finals, 1)))
    return tuple(_stage(x, key, number) for number, key in enumerate(x.rnd.choice(shapes)))


def _stage(x: Chance, key: Any, number: int) -> StagePlan:
    planned = stage_kind(key).planned_rounds
    rounds = x.rnd.choice((1, 1, 2, 2, 3, 4)) if planned and not x.strange() else x.rnd.choice((0, 0, 61, -1))
    cut = x.rnd.choice((2, 2, 4, 4, 4, 8, 3, 5)) if number else 0
    return StagePlan(key, rounds if planned or x.strange() else 0, cut)


def settings(x: Chance, game: Any = None) -> dict[str, Any]:
    """Some of the game's settings, each with one of its choices."""
    known = settings_of(game or rules(x.t))
    chosen = {one.key: _setting(x, one) for one in x.some(known, x.rnd.choice((1, 3, 12)))}
    return {**chosen, "no.such": 1} if x.strange() else chosen


def _setting(x: Chance, one: Any) -> Any:
    if x.strange():
        return x.rnd.choice((None, "none", -1, True, 10**9))
    if one.choices or isinstance(one.default, bool):
        return x.rnd.choice(one.choices or (True, False))
    if isinstance(one.default, int):
        return x.rnd.choice((one.default, one.low or 0, one.default if one.high is None else one.high))
    return one.default


def minutes(x: Chance) -> dict[str, int | None]:
    return {kind: x.rnd.choice((60, 35, 75, 135, None, x.whole())) for kind in x.some(ROUND_KINDS, 2)}


def changes_of_event(x: Chance) -> dict[str, Any]:
    wanted = x.some(EVENT_FIELDS, 2) or ("place",)
    changes = {key: EVENT_VALUES[key](x) for key in wanted}
    return {**changes, "commitment": "x"} if x.strange() else changes


EVENT_VALUES: Mapping[str, Callable[[Chance], Any]] = {
    "name": Chance.text,
    "place": Chance.text,
    "level": lambda x: x.rnd.choice((*LEVELS, x.text())),
    "event_kind": lambda x: x.rnd.choice((*KINDS, "other", x.text())),
    "structure": lambda x: x.rnd.choice((*STRUCTURES, x.text())),
    "date": Chance.day,
    "tables": lambda x: x.rnd.choice(("", "1-4,11-30", "5", "3-9,20-400", "7-3", "x")),
    "public_names": lambda x: x.rnd.choice(("short", "surname", "full", "none")),
    "table_order": lambda x: x.rnd.choice(("standing", "rotate", "none")),
    "minutes": minutes,
    "settings": settings,
    "stages": lambda x: tuple({"kind": s.kind, "rounds": s.rounds, "cut": s.cut} for s in stages(x)),
    "missions": lambda x: x.rnd.choice(
        (rules(x.t).data.missions, ("A", "B"), (), rules(x.t).data.missions[:2])
    ),
}


def changes_of_player(x: Chance) -> dict[str, Any]:
    made: dict[str, Callable[[], Any]] = {
        "groups": lambda: x.some(("van", "club", "family"), 2),
        "fixed_table": lambda: x.rnd.choice((None, x.whole())),
        "awarded_byes": lambda: x.some(range(1, 5), 1),
        "start": lambda: x.rnd.choice((None, x.whole())),
        "staff": lambda: x.rnd.choice((None, *x.t.staff)),
    }
    return {key: made[key]() for key in x.some(made, 2) or ("groups",)}


def list_content(x: Chance) -> dict[str, Any]:
    """What a form for lists sends: some of its fields, filled in."""
    made: dict[str, Any] = {}
    for one in rules(x.t).list_form:
        if one.kind == "cards":
            cards = [{"name": f"Card {n}", "count": x.rnd.randint(1, 3)} for n in range(x.rnd.randint(0, 4))]
            made[one.key] = [{**card, **{key: x.whole() for key in x.some(one.columns, 1)}} for card in cards]
        elif x.rnd.random() < 0.8:
            made[one.key] = x.rnd.choice(one.choices or (x.text(), x.whole()))
    return made if not x.strange() else x.rnd.choice(({}, {"text": "x"}, {"deck": [1]}, {"nothing": None}))


def reported_part(x: Chance) -> str:
    """What somebody reported as damaged."""
    named = [one.what for one in x.t.components.values() if one.kind == "damaged"]
    return x.rnd.choice(named) if named and not x.strange() else x.text()


def pasted(x: Chance) -> str:
    """A list as a builder of lists exports it, whole or in part."""
    lines = LEGAL[rules(x.t).data.id].splitlines(keepends=True)
    whole = x.rnd.random() < 0.6
    return "".join(lines if whole else lines[: x.rnd.randint(0, len(lines))])


def despite_lists(x: Chance) -> tuple[int, ...]:
    return tuple(stopped_by_lists(x.t)) if x.rnd.random() < 0.7 else x.some(x.t.players)


def rolled(x: Chance) -> str:
    """What is said to have been rolled, where something was announced."""
    round_ = x.t.round
    if round_ is None or (round_.public_source == "none" and x.rnd.random() < 0.9):
        return ""
    return x.rnd.choice(PUBLIC_TEXTS) if x.strange() else announced_numbers(x.rnd, round_)


def announced_numbers(rnd: Random, round_: Round) -> str:
    """Numbers of the kind that was announced with the freeze; dice in any order and spelling."""
    if round_.public_source == "beacon":
        return rnd.randbytes(round_.digits).hex()[: round_.digits]
    if round_.public_source == "none":
        return ""
    return rnd.choice((" ", ", ", "|")).join(str(rnd.randint(1, round_.sides)) for _ in range(round_.dice))


BY_NAME: Mapping[str, Callable[[Chance], Any]] = {
    "report": no_slip_mostly,
    "scores": scores,
    "between": players_of_match,
    "seen": lambda x: "" if x.match is None or x.strange() else report_code(x.match.result),
    "absent": absent,
    "pair_with": idle,
    "roles": lambda x: x.rnd.choice(ROLES),
    "date": Chance.day,
    "on": Chance.day,
    "public": rolled,
    "public_source": lambda x: x.rnd.choice(("none", "none", "none", "none", "dice", "beacon")),
    "beacon": lambda x: x.rnd.choice(("", "round 4711")),
    "despite_lists": despite_lists,
    "content": list_content,
    "members": lambda x: x.whole() if x.strange() else 2 if x.t.teams else 1,
    "groups": lambda x: x.some(("van", "club", "family"), 2),
    "awarded_byes": lambda x: x.some((1, 1, 2, 3, x.whole()), 1),
    "until": lambda x: x.rnd.choice((None, TEN_O_CLOCK + x.rnd.randint(0, 500) * MINUTE, x.whole())),
    "rule": lambda x: x.rnd.choice(RULES),
    "category": lambda x: x.rnd.choice((*RULES, "card", "die", "model", "ruler", "figure")),
    "stages": stages,
    "settings": settings,
    "minutes": lambda x: x.rnd.choice((x.whole(), x.whole(), -x.whole())),
    "dice": lambda x: x.whole() if x.strange() else x.rnd.choice((4, 4, 5, 3)),
    "sides": lambda x: x.whole() if x.strange() else x.rnd.choice((6, 6, 20)),
    "digits": lambda x: x.whole() if x.strange() else x.rnd.choice((64, 32, 128)),
    "without": lambda x: x.rnd.random() < 0.1,
}
"""Field → its value, in whatever command."""
BY_FIELD: Mapping[tuple[str, str], Callable[[Chance], Any]] = {
    ("ReportResult", "report"): report,
    ("EnterResult", "report"): report,
    ("ChangeEvent", "changes"): changes_of_event,
    ("AmendPlayer", "changes"): changes_of_player,
    ("ReplaceSeed", "leaver"): lambda x: x.one_of(leavers(x.t), PLAYER),
    ("ReplaceSeed", "player"): lambda x: x.one_of(filter(None, [next_in_line(x.t)]), PLAYER),
    ("AdmitPlayer", "player"): with_status("waiting_list"),
    ("Rejoin", "player"): with_status("left"),
    ("EnterLate", "player"): lambda x: None if x.rnd.random() < 0.8 else with_status("waiting_list")(x),
    ("TakeCall", "call"): call_in("open"),
    ("GiveRuling", "call"): call_in("open", "taken"),
    ("AppealRuling", "call"): call_in("ruled"),
    ("GiveFinalVerdict", "call"): call_in("appealed"),
    ("ResolveComponent", "component"): lambda x: x.one_of(
        (n for n, one in x.t.components.items() if not one.resolution), COMPONENT
    ),
    ("WithdrawNotice", "notice"): lambda x: x.one_of((n for n, text in x.t.notices.items() if text), NOTICE),
    ("RemovePrize", "prize"): prize_for("places", "wins", "everyone", "award", "raffle"),
    ("HandOutPrize", "prize"): prize_for("places", "wins", "everyone", "award", "raffle"),
    ("HandOutPrize", "player"): winner_of_prize,
    ("GiveAward", "prize"): prize_for("award"),
    ("DrawRaffle", "prize"): prize_for("raffle"),
    ("AllowPair", "player"): forbidden(0),
    ("AllowPair", "opponent"): forbidden(1),
    ("SwapPlayers", "first"): seated(0),
    ("SwapPlayers", "second"): seated(1),
    ("GiveSanction", "kind"): lambda x: x.rnd.choice((*SANCTIONS, "game_loss", "match_loss", "match_loss")),
    ("GiveSanction", "corrects"): lambda x: x.rnd.random() < 0.8,
    ("DropPlayer", "player"): seed_not_begun,
    ("MakeProxy", "card"): reported_part,
    ("CloseRound", "calls"): lambda x: tuple(n for n, one in x.t.calls.items() if one.pending),
    ("SubmitList", "text"): lambda x: pasted(x) if x.rnd.random() < 0.3 else "",
    ("SetInitiative", "choice"): lambda x: "" if x.rnd.random() < 0.8 else x.text(),
    ("PairLeftOver", "first"): left_over,
    ("PairLeftOver", "second"): left_over,
    ("DrawRaffle", "absent"): lambda x: x.some(x.t.players, 2),
    ("SetListRules", "products"): lambda x: x.some(("Core", "Wave 1", x.text()), 2),
    ("CreateTournament", "game"): lambda x: x.rnd.choice((x.t.edition, "chess")),
}
"""(Command, field) → its value, where it means something of its own there."""
