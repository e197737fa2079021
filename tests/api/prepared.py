"""For every action an event at which its example can be carried out, and by whom."""

from collections.abc import Callable, Mapping

from komandor.app.access import HOST, Actor
from komandor.core.ids import CallNo
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTION_OF
from komandor.core.tournament.readings.cut import next_in_line
from komandor.core.tournament.values import Phase
from tests.support.event import ORGANISER, Event, by, swiss
from tests.tournament.examples import PHASES, at, examples
from tests.tournament.test_corrected_before_play import cut_then_corrected
from tests.tournament.test_list_verdicts import ILLEGAL, cards, with_cards
from tests.tournament.test_sides_typed import finals

Prepared = tuple[Event, c.Command, Actor]
JUDGE = Actor("staff", 2)
PRIZES = (c.AddPrize("a mat", "everyone"), c.AddPrize("best painted", "award"), c.AddPrize("dice", "raffle"))


def _after(phase: Phase, *commands: c.Command, by: Actor = ORGANISER) -> Event:
    return PHASES[phase]().do(*commands, by=by)


def _swapped() -> Prepared:
    event = PHASES["drawn"]()
    one, two = event.matches()[:2]
    return event, c.SwapPlayers(one.a, two.a, "family"), HOST


def _replaced() -> Prepared:
    event = PHASES["cut"]().do(c.DropPlayer(1))
    asked = next_in_line(event.t)
    assert asked
    return event, c.ReplaceSeed(1, asked, True), HOST


def _ruled() -> Event:
    event = _after("registration", c.TakeCall(1), by=JUDGE)
    return event.do(c.GiveRuling(1, "so it is"), by=JUDGE)


def _kept() -> Event:
    event = PHASES["between"]().draw()
    match = event.matches(1)[0]
    return event.do(
        c.EnterResult(match=match.number, report=event.report(match, max(match.players)), reason="misread")
    )


def _reported(seen: type[c.ConfirmResult] | type[c.DisputeResult]) -> Prepared:
    event = PHASES["running"]()
    match = event.matches()[0]
    event.do(c.ReportResult(match.number, event.slip(match.a), match.players), by=by(match.a))
    return event, seen(match.number, event.seen(match.number)), by(match.b)


def _left_over() -> Prepared:
    event = Event("destiny", swiss(2)).register(5).announce().publish()
    bye, match = event.bye() or 0, event.matches()[0]
    event.do(c.DeclareNoShow(match.number, match.players[:1]))
    return event, c.PairLeftOver(match.players[1], bye, "both without an opponent"), HOST


def _judged() -> Prepared:
    event = with_cards().do(c.SubmitList(1, {}, ILLEGAL))
    softer = cards(trust="medium")
    event.ledger.cards = lambda game, pack="": softer
    return event, c.JudgeLists(), HOST


def _sides() -> Prepared:
    event = finals()
    one = event.in_round()[0]
    return event, c.ChooseSides(one.number, one.a), HOST


def _of(event: Event) -> Callable[[str], Prepared]:
    return lambda name: (event, examples(event)[name], HOST)


SPECIAL: Mapping[str, Callable[[], Event | Prepared]] = {
    "AdmitPlayer": lambda: _after("registration", c.RegisterPlayer(waiting=True)),
    "CheckList": lambda: (
        _after("registration", c.SubmitList(1, {"deck": "x"})),
        c.CheckList(1, "legal", "seen on paper"),
        HOST,
    ),
    "AmendList": lambda: _after("registration", c.SubmitList(1, {"deck": "x"})),
    "JudgeLists": _judged,
    "AllowPair": lambda: _after("registration", c.ForbidPair(player=3, opponent=4, reason="brothers")),
    "AppealRuling": _ruled,
    "GiveFinalVerdict": lambda: _ruled().do(c.AppealRuling(1)),
    "ResolveComponent": lambda: _after(
        "running", c.ReportComponent(player=1, kind="lost", what="a die", category="die")
    ),
    "MakeProxy": lambda: _after(
        "running", c.ReportComponent(player=1, kind="damaged", what="Falcon", category="card")
    ),
    **dict.fromkeys(("RemovePrize", "GiveAward", "HandOutPrize"), lambda: _after("running", *PRIZES)),
    "DrawRaffle": lambda: _after("between", *PRIZES),
    "Rejoin": lambda: _after("between", c.DropPlayer(3)),
    "RemakeCut": lambda: cut_then_corrected("cut"),
    "ReplaceSeed": _replaced,
    "CloseTournament": lambda: PHASES["cut"]().play_until("finish"),
    "KeepPairings": _kept,
    "SwapPlayers": _swapped,
    "PairLeftOver": _left_over,
    "DrawMission": lambda: (
        Event("armada", swiss(2), missions=("a", "b")).register(4).announce().draw().do(c.PublishRound())
    ),
    "ChooseSides": _sides,
    "ReportResult": lambda: (event := PHASES["running"](), examples(event)["ReportResult"], by(1)),
    "ConfirmResult": lambda: _reported(c.ConfirmResult),
    "DisputeResult": lambda: _reported(c.DisputeResult),
    "CloseRound": lambda: (PHASES["running"]().results(), c.CloseRound(calls=(CallNo(1),)), HOST),
    "ResumeClock": lambda: _after("running", c.PauseClock()),
    "MakeCut": lambda: PHASES["between"]().play_stage(),
    **dict.fromkeys(("Disqualify", "EnterResult", "DrawDeckChecks"), PHASES["running"]),
}


def prepared(name: str) -> Prepared:
    """An event, the command, and who gives it so that it is accepted."""
    if name in SPECIAL:
        found = SPECIAL[name]()
        return _of(found)(name) if isinstance(found, Event) else found
    row = next(row for row in ACTION_OF.values() if row.name == name)
    for phase in PHASES:
        if phase in row.when:
            return _of(at(phase))(name)
    raise LookupError(name)
