"""Conquest: the kinds of victory, the ladder at time and the modified win (CON-END, CON-TIME)."""

from functools import partial

from komandor.core.games import shorthand as short
from komandor.core.games import verdicts as v
from komandor.core.games.game import ClockRule, Field, Form, Report, Situation
from komandor.core.games.ladder import Step, climb, then
from komandor.core.games.loader import read_data
from komandor.core.games.reports import Answers
from komandor.core.ids import SIDES, RuleId
from komandor.core.outcomes import GameScore, MatchScore, Outcome
from komandor.core.reasons import Refusal, refuse, why

DATA = read_data(__package__)
VICTORIES = {"conquest": "CON-END-1", "warlord": "CON-END-2", "deck": "CON-END-3", "win": "CON-SCORE-1"}
"""Ends whose slip names the winner, each with its rule."""
EXAMPLES = ("a", "b", "a mod", "conc b", "dl")
MODIFIED = ("time", "modified_win")
NOBODY = "nobody"
PLANETS = Step(("planets",), "higher", "CON-TIME-1")
DISCARD = Step(("units_in_discard",), "lower", "CON-TIME-4")


def form(situation: Situation) -> Form:
    if_level = partial(Field, fold="if_level")
    planets = v.in_force(DATA, situation).limits["planets"]
    symbols, label = most_symbols(situation), symbols_label(situation)
    timed, open_end = ("end", ("time",)), ("end", ("no_planets", "time"))
    asked = ("end", ("simultaneous", "no_planets", "time"))
    by_time = MODIFIED if minutes(situation).minutes is not None else ()
    ends = (*VICTORIES, "simultaneous", "no_planets", *by_time, "concession")
    return Form(
        (
            v.end_field(DATA, situation, *ends, short=("modified_win",)),
            v.winner_field("CON-SCORE-1", *VICTORIES, "modified_win"),
            Field("planets", "int", each=True, high=planets, required=True, when=timed, rule="CON-TIME-1"),
            if_level("symbols", "int", each=True, high=symbols, when=timed, rule="CON-TIME-2", label=label),
            if_level("last_planet", "choice", choices=(*SIDES, NOBODY), when=open_end, rule="CON-TIME-3"),
            if_level("units_in_discard", "int", each=True, when=timed, rule="CON-TIME-4"),
            if_level("initiative", "side", when=asked, rule="CON-TIME-5"),
            if_level("choice", "side", when=asked, rule="CON-TIME-5"),
            v.conceded_field("CON-END-7"),
        )
    )


def symbols_label(situation: Situation) -> str:
    """The label of another count than kinds of symbols, which the document prints (AMB-C7)."""
    return "symbols_total" if v.setting(DATA, situation, "conquest.symbols") == "total" else ""


def most_symbols(situation: Situation) -> int:
    """The most symbols that can be counted: kinds as printed, or all of them (AMB-C7)."""
    return v.in_force(DATA, situation).limits[symbols_label(situation) or "symbol_kinds"]


def minutes(situation: Situation) -> ClockRule:
    """The clock of the match; the final has 90 minutes or no limit (CON-RTIME-1, AMB-C3)."""
    unlimited = situation.final and v.setting(DATA, situation, "conquest.final_minutes") == "none"
    return v.in_force(DATA, situation).clocks["final_unlimited" if unlimited else situation.kind]


def score(report: Report, situation: Situation) -> MatchScore | Refusal:
    clock = minutes(situation)
    if clock.minutes is None and report.get("end") in MODIFIED:
        return refuse("conquest.no_limit_in_final", clock.rule, field="end")
    slip = v.open_slip(DATA, situation, form, report)
    if isinstance(slip, Refusal):
        return slip
    game, end, data = slip.only, slip.only.text("end"), v.in_force(DATA, situation)
    if end == "double_loss":
        return v.double_loss(data)
    win = Outcome.MODIFIED_WIN if end in MODIFIED else Outcome.WIN
    return v.settle_game(data, game, v.agreed(game, _decide(game, end, situation)), win)


def _decide(game: Answers, end: str, situation: Situation) -> GameScore | Refusal:
    if end in VICTORIES:
        return _victory(game, end)
    if end == "concession":
        return v.conceded(game, "CON-END-7")
    if end == "modified_win":
        return _modified(v.named(game, "CON-END-6"))
    if end == "simultaneous":
        return _choice(game, "CON-END-4")
    return _no_planets(game) if end == "no_planets" else _modified(_at_time(game, situation))


def _modified(won: GameScore | Refusal) -> GameScore | Refusal:
    """A game that time decided is a modified win (CON-END-6)."""
    if isinstance(won, Refusal) or won.winner is None:
        return won
    decided = tuple(one for one in won.reasons if one.code != "score.named_winner")
    return GameScore(
        won.winner, reasons=(*decided, why("conquest.modified_win", "CON-END-6", winner=won.winner))
    )


def _victory(game: Answers, end: str) -> GameScore | Refusal:
    """Three planets with a common symbol, a bloodied warlord defeated, or an empty deck."""
    won = v.named(game, VICTORIES[end])
    if isinstance(won, Refusal) or end == "win":
        return won
    reason = why("conquest.victory", VICTORIES[end], kind=end, winner=won.winner)
    return GameScore(won.winner, reasons=(reason,))


def _choice(game: Answers, rule: RuleId) -> GameScore | Refusal:
    """The player with initiative says who wins and may name themselves (AMB-C11)."""
    holder, winner = game.side("initiative"), game.side("choice")
    if holder is None:
        return game.missing("initiative", rule)
    if winner is None:
        return game.missing("choice", rule)
    reason = why("conquest.initiative_decides", rule, holder=holder, winner=winner)
    return GameScore(winner, reasons=(reason,))


def _no_planets(game: Answers) -> GameScore | Refusal:
    """No planets left: whoever took the last one wins, else the initiative decides (CON-END-5)."""
    return _last_planet(game, "CON-END-5") or _choice(game, "CON-END-5")


def _last_planet(game: Answers, rule: RuleId) -> GameScore | Refusal | None:
    """The win of whoever took the last planet; None if nobody did."""
    if "last_planet" not in game:
        return game.missing("last_planet", rule)
    winner = short.is_side(game.text("last_planet"))
    return GameScore(winner, reasons=(why("conquest.last_planet", rule, winner=winner),)) if winner else None


def _at_time(game: Answers, situation: Situation) -> GameScore | Refusal:
    """The ladder of docs/rules/conquest.md; its winner has a modified win (CON-END-6)."""
    if fault := _impossible(game, situation):
        return fault
    symbols = Step(("symbols",), "higher", "CON-TIME-2", symbols_label(situation))
    first = climb(game, (PLANETS, symbols))
    if isinstance(first, Refusal) or first.winner:
        return first
    if situation.eliminates and v.setting(DATA, situation, "conquest.knockout_tie") == "extra_rounds":
        return refuse("conquest.extra_round_due", "CON-END-8", field="end")
    return then(first, _last_added(game))


def _impossible(game: Answers, situation: Situation) -> Refusal | None:
    """Refuses planets that do not exist, symbols without planets, and a last planet that nobody has."""
    planets, symbols = game.ints("planets") or (0, 0), game.ints("symbols")
    limits = v.in_force(DATA, situation).limits
    if sum(planets) > limits["planets"]:
        return refuse("conquest.planets_exist", "CON-TIME-1", field="planets", most=limits["planets"])
    for own, found in zip(planets, symbols or (), strict=False):
        each = limits["symbol_kinds"]
        least, most = (own, each * own) if symbols_label(situation) else (min(own, 1), each)
        if not least <= found <= (most if own else 0):
            return refuse("conquest.symbols_without_planets", "CON-TIME-2", field="symbols", planets=own)
    added = short.is_side(game.text("last_planet"))
    if added and not planets[SIDES.index(added)]:
        return refuse("conquest.last_planet_is_owned", "CON-TIME-3", field="last_planet", side=added)
    return None


def _last_added(game: Answers) -> GameScore | Refusal:
    if taken := _last_planet(game, "CON-TIME-3"):
        return taken
    planets = game.ints("planets") or (0, 0)
    if any(planets):
        return refuse("conquest.somebody_added", "CON-TIME-3", field="last_planet", planets=planets)
    nobody = GameScore(None, reasons=(why("conquest.no_planet_added", "CON-TIME-3"),))
    fewer = climb(game, (DISCARD,))
    if isinstance(fewer, Refusal):
        return fewer
    if fewer.winner:
        return then(nobody, fewer)
    return then(GameScore(None, reasons=(*nobody.reasons, *fewer.reasons)), _choice(game, "CON-TIME-5"))


def examples(situation: Situation) -> tuple[str, ...]:
    unlimited = minutes(situation).minutes is None
    return v.offered(DATA, situation, *(one for one in EXAMPLES if not (unlimited and one == "a mod")))


def shorthand(text: str, situation: Situation) -> Report | Refusal:
    """Reads "a", "a mod" for a modified win, "conc b", "dl"."""
    match short.words(text):
        case [("a" | "b") as side, "mod"]:
            return {"end": "modified_win", "winner": side}
        case given:
            return short.winner(given) or short.not_understood(text, *examples(situation))
