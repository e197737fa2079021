"""One sensible example of every command, and an event at every phase of its day."""

from collections.abc import Callable, Mapping
from functools import cache

from komandor.core.lots import chain
from komandor.core.tournament import commands as c
from komandor.core.tournament.values import Phase
from tests.support.event import Event, single, swiss


def examples(event: Event) -> dict[str, c.Command]:
    """Every command, about player 1 and their match where it is about somebody.

    `test_phase_table` names what is missing.
    """
    sits = bool(event.t.rounds) and any(1 in m.players for m in event.in_round())
    match = event.match(1).number if sits else 1
    report = event.slip(1) if sits else {"end": "win", "winner": "a"}
    made: tuple[c.Command, ...] = (
        c.CreateTournament(id="other", game="armada", name="Other", date="2026-11-14", commitment=""),
        c.ChangeEvent({"place": "Gdynia"}), c.AttachOutline("as printed"), c.TickChecklist("tables"),
        c.PostNotice("lunch at one"), c.WithdrawNotice(1), c.AppointStaff(("judge",)), c.DismissStaff(2),
        c.SetDuty(2, False), c.NameSubstitute(1, 2), c.RegisterPlayer(),
        c.AmendPlayer(1, {"groups": ("van",)}), c.ChangePerson(1),
        c.WithdrawRegistration(1), c.AdmitPlayer(7), c.CheckIn((1,)), c.NoteFee(1, True),
        c.SubmitList(1, {"deck": "x"}),
        c.CheckList(1, "legal"), c.AmendList(1, {"deck": "y"}, "from the cards"), c.AnnounceStructure(),
        c.SetListDeadline(10**13), c.SetListRules(on="2026-01-02"), c.JudgeLists(), c.PublishLists("all"),
        c.ForbidPair(player=1, opponent=2, reason="brothers"), c.AllowPair(player=3, opponent=4),
        c.FreezeRound(), c.DrawRound(), c.SwapPlayers(1, 2, "family"), c.MoveTable(match, 9),
        c.PublishRound(True), c.KeepPairings("they sit already"), c.PairLeftOver(1, 2, "idle"),
        c.DrawMission(), c.SetInitiative(match, 1), c.ChooseSides(match, 1),
        c.StartClock(), c.PauseClock(), c.ResumeClock(), c.AdjustClock(5), c.ExtendTable(match, 3),
        c.ReportResult(match, report, event.match(1).players if sits else (1, 2)), c.ConfirmResult(match, ""),
        c.DisputeResult(match, ""),
        c.EnterResult(match=match, report=report, reason="misread"), c.CloseRound(),
        c.DropPlayer(1, game="conceded"), c.LeaveAfterRound(1),
        c.DeclareNoShow(match, (1,)), c.Rejoin(3), c.EnterLate("losses"),
        c.RecommendDisqualification(1, "cheating"), c.Disqualify(1, "cheating"),
        c.CallJudge(match=match if sits else None), c.TakeCall(1), c.GiveRuling(1, "so it is"),
        c.AppealRuling(1),
        c.GiveFinalVerdict(1, "so it stays"), c.GiveSanction(player=1, kind="warning", reason="late"),
        c.GiveBonus(1, 2, "painted army"),
        c.DrawDeckChecks(1), c.RecordDeckCheck(player=1, legal=True),
        c.ReportComponent(player=1, kind="lost", what="a die", category="die"),
        c.ResolveComponent(1, "replaced"),
        c.MakeProxy(1, "Falcon", "cost", "Anna", "2026-11-14"), c.ReportIncident("a card under the table"),
        c.MakeCut(), c.RemakeCut(), c.ReplaceSeed(1, 5, True), c.CloseTournament(),
        c.VoidEvents((3,), "a mistake"),
        c.NamePoint("lunch"), c.TakeBackup(), c.AddPrize("a mat"), c.RemovePrize(1),
        c.GiveAward(2, 1), c.DrawRaffle(3),
        c.HandOutPrize(1, 1),
    )  # fmt: skip
    return {type(x).__name__: x for x in made}


def context(event: Event, staff: int | None = None, player: int | None = None) -> c.Context:
    """What the door would bring along for the next draw, undo or report."""
    number = max(event.t.rounds, default=0)
    link = chain(bytes(32), event.id)[number].hex()
    log = event.loaded.history
    steps = tuple(note.command_id for note in event.loaded.notes)
    return c.Context(now=0, head="0" * 64, link=link, staff=staff, player=player, history=log, steps=steps)


def _open() -> Event:
    """Destiny for six: two Swiss rounds and a cut to four; a judge is there, a call is open."""
    event = Event(
        "destiny", swiss(2), single(4), settings={"registration.late_entry": True, "points.bonus": True}
    )
    event.staff("judge")
    event.do(c.PostNotice("welcome"), c.CallJudge())
    return event.register(6)


def _played() -> Event:
    return _open().announce().play_round()


PHASES: Mapping[Phase, Callable[[], Event]] = {
    "registration": _open,
    "announced": lambda: _open().announce(),
    "frozen": lambda: _open().announce().freeze(),
    "drawn": lambda: _open().announce().draw(),
    "published": lambda: _open().announce().publish(),
    "running": lambda: _open().announce().start(),
    "between": _played,
    "cut": lambda: _played().play_stage().cut(),
    "closed": lambda: _played().play_stage().cut().play_out(),
}


@cache
def at(phase: Phase) -> Event:
    """The event at this phase, made once: only look at it."""
    event = PHASES[phase]()
    assert event.t.phase == phase
    return event
