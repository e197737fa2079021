"""Every command may be given by the roles that are written here, and is refused to all others."""

import pytest

from komandor.app.access import PUBLIC, Actor, forbidden, roles_of
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import COMMANDS
from komandor.core.tournament.by import ROLES
from tests.support.contracts import listed
from tests.support.event import ORGANISER, Event, by
from tests.tournament.examples import examples

GRID = """
O        ChangeEvent AttachOutline AppointStaff DismissStaff NameSubstitute AnnounceStructure
O        FreezeRound DrawRound SwapPlayers PublishRound CloseRound MakeCut ReplaceSeed CloseTournament
O        KeepPairings RemakeCut
O        SetListDeadline SetListRules PublishLists AddPrize RemovePrize GiveAward DrawRaffle
O        ForbidPair AllowPair PairLeftOver VoidEvents NamePoint Rejoin EnterLate Disqualify GiveBonus
O        MakeProxy TakeBackup
OM       AmendList StartClock PauseClock ResumeClock AdjustClock DrawMission GiveFinalVerdict
OMJ      SetDuty CheckList ExtendTable RecommendDisqualification TakeCall GiveRuling GiveSanction
OMJ      JudgeLists DrawDeckChecks RecordDeckCheck ResolveComponent
OMJP     AppealRuling ReportComponent
OMJS     HandOutPrize TickChecklist PostNotice WithdrawNotice MoveTable EnterResult DeclareNoShow
OMJSP    SetInitiative ChooseSides CallJudge
OMJSPU   ReportIncident
OS       AmendPlayer NoteFee AdmitPlayer
OSP      ChangePerson WithdrawRegistration CheckIn SubmitList DropPlayer LeaveAfterRound
OSU      RegisterPlayer
P        ReportResult ConfirmResult DisputeResult
-        CreateTournament
"""
"""O organiser, M marshal, J judge, S scorekeeper, P player, U anybody: duties as COM-ROLE has them."""

LETTER = dict(zip("OMJSPU", ROLES, strict=True))
WHO = {name: line.split()[0] for line in GRID.split("\n") if line for name in line.split()[1:]}


@pytest.fixture(scope="module")
def event() -> Event:
    event = Event("destiny").register(8)
    for role in ("marshal", "judge", "scorekeeper"):
        event.staff(role)
    return event.announce().start()


ACTORS = {
    "O": ORGANISER,
    "M": Actor("staff", 2),
    "J": Actor("staff", 3),
    "S": Actor("staff", 4),
    "P": by(1),
    "U": PUBLIC,
}


def test_the_grid_and_the_table_name_every_command():
    line = "{} into GRID, in the row of the roles that may give it"
    listed(WHO, [x.__name__ for x in COMMANDS], "tests/app/test_access.py", line)


@pytest.mark.parametrize("letter", LETTER)
@pytest.mark.rule("COM-ROLE-1", "COM-ROLE-3", "COM-ROLE-8")
def test_every_command_for_every_role(event: Event, letter: str) -> None:
    actor = ACTORS[letter]
    assert LETTER[letter] in roles_of(event.t, actor)
    for name, command in {**examples(event), "SetDuty": c.SetDuty(actor.number or 1, False)}.items():
        if (name == "GiveFinalVerdict" and letter == "O") or name not in WHO:
            continue  # there is a marshal: see below; or the test above says so
        no = forbidden(event.t, command, actor)
        assert (no is None) == (letter in WHO[name]), f"{name} by {LETTER[letter]}: {no}"
        if no and letter not in WHO[name]:
            assert [r.code for r in no.reasons] == ["access.role"], name


def test_through_the_door_nothing_is_written_for_who_may_not(event: Event) -> None:
    event.refused(c.CloseRound(), "access.role", "COM-ROLE-1", by=ACTORS["J"])
    event.refused(c.Disqualify(1, "cheating"), "access.role", "COM-ROLE-1", by=ACTORS["M"])
    event.refused(c.RegisterPlayer(), "access.role", "COM-ROLE-1", by=by(1))


@pytest.mark.rule("COM-ROLE-1")
def test_strangers_have_no_role(event: Event) -> None:
    for nobody in (Actor("staff", 99), by(99)):
        assert roles_of(event.t, nobody) == ()
        event.refused(c.CallJudge(), "access.role", "COM-ROLE-1", by=nobody)


def test_a_player_touches_only_their_own_things(event: Event) -> None:
    mine, other = event.match(1), next(m for m in event.in_round() if 1 not in m.players)
    for command in (c.DropPlayer(2), c.ReportComponent(player=2, kind="lost", what="die")):
        event.refused(command, "access.not_yours", "COM-ROLE-1", by=by(1))
    for about in (
        c.ReportResult(other.number, {}, other.players),
        c.CallJudge(match=other.number),
        c.SetInitiative(other.number),
    ):
        event.refused(about, "access.not_your_match", "COM-ROLE-1", by=by(1))
    assert forbidden(event.t, c.CheckIn((1, 2)), by(1)) is not None
    assert forbidden(event.t, c.SubmitList(2, {"deck": "x"}), by(1)) is not None
    assert forbidden(event.t, c.SetInitiative(mine.number, event.opponent(1)), by(1)) is None


@pytest.mark.rule("COM-COND-7")
def test_only_the_organiser_removes_somebody_who_did_not_ask_for_it(event: Event) -> None:
    for actor in (by(1), ACTORS["S"]):
        event.refused(c.DropPlayer(1, "conduct"), "access.organiser_removes", "COM-COND-7", by=actor)
        assert forbidden(event.t, c.DropPlayer(1), actor) is None
    assert forbidden(event.t, c.DropPlayer(1, "conduct"), ORGANISER) is None


@pytest.mark.rule("COM-ROLE-9")
def test_off_duty_a_judge_is_a_spectator() -> None:
    event = Event("destiny").register(4)
    judge, marshal = event.staff("judge"), event.staff("marshal")
    event.refused(c.SetDuty(judge.number or 0, False), "access.not_yours", "COM-ROLE-9", by=marshal)
    event.do(c.SetDuty(judge.number or 0, False), by=judge)
    event.refused(
        c.GiveSanction(player=1, kind="warning", reason="late"), "access.off_duty", "COM-ROLE-9", by=judge
    )
    event.do(c.ReportIncident("seen from the gallery"), by=judge)
    event.do(c.SetDuty(judge.number or 0, True), by=judge)
    event.do(c.GiveSanction(player=1, kind="warning", reason="late"), by=judge)


@pytest.mark.rule("COM-ROLE-3")
def test_the_organiser_is_never_off_duty() -> None:
    event = Event("destiny").register(4)
    event.refused(c.SetDuty(1, False), "staff.organiser_stays", "COM-ROLE-9")
    assert event.t.staff[1].on_duty


def test_the_dismissed_have_no_role() -> None:
    event = Event("destiny").register(4)
    judge = event.staff("judge")
    event.do(c.DismissStaff(judge.number or 0))
    event.refused(
        c.GiveSanction(player=1, kind="warning", reason="late"), "access.role", "COM-ROLE-1", by=judge
    )


@pytest.mark.rule("COM-ROLE-8", "SWL-SANC-3")
def test_judges_disqualify_in_the_card_game_only() -> None:
    for game in ("armada", "imperial-assault", "destiny", "conquest"):
        event = Event(game).register(4)
        judge, marshal = event.staff("judge"), event.staff("marshal")
        for actor in (judge, marshal):
            for kind, code, rule in (
                ("disqualification", "access.organiser_disqualifies", "COM-ROLE-8"),
                ("removal", "access.organiser_removes", "COM-COND-7"),
            ):
                event.refused(c.GiveSanction(player=1, kind=kind, reason="cheating"), code, rule, by=actor)
            event.do(c.RecommendDisqualification(1, "cheating"), by=actor)
        event.do(c.GiveSanction(player=1, kind="disqualification", reason="cheating"))
    lcg = Event("star-wars-lcg").register(4)
    lcg.do(c.GiveSanction(player=1, kind="disqualification", reason="cheating"), by=lcg.staff("judge"))
    assert lcg.player(1).status == "disqualified"


@pytest.mark.rule("COM-ROLE-5", "COM-ROLE-6")
def test_the_last_word_is_the_marshals_or_the_organisers_where_there_is_none() -> None:
    event = Event("destiny").register(4).do(c.CallJudge())
    judge = event.staff("judge")
    event.do(c.GiveRuling(1, "it counts"), by=judge).do(c.AppealRuling(1), by=judge)
    event.do(c.GiveFinalVerdict(1, "it stands"))
    assert event.t.calls[1].verdict_by == 1
    event.do(c.CallJudge()).do(c.GiveRuling(2, "it counts"), by=judge).do(c.AppealRuling(2), by=judge)
    marshal = event.staff("marshal")
    event.refused(c.GiveFinalVerdict(2, "no"), "access.marshal_decides", "COM-ROLE-5")
    event.refused(c.GiveFinalVerdict(2, "no"), "access.role", "COM-ROLE-1", by=judge)
    event.do(c.GiveFinalVerdict(2, "it stands"), by=marshal)
    event.do(c.DismissStaff(marshal.number or 0))
    event.do(c.CallJudge()).do(c.GiveRuling(3, "it counts"), by=judge).do(c.GiveFinalVerdict(3, "mine again"))


@pytest.mark.rule("SWL-PART-1")
def test_a_second_organiser_has_the_powers_of_the_first() -> None:
    event = Event("star-wars-lcg").register(4)
    second = event.staff("second_organiser")
    event.do(c.AnnounceStructure(), by=second).do(c.FreezeRound(), by=second)
    assert event.t.phase == "frozen"


@pytest.mark.rule("COM-LOST-3")
def test_players_do_not_give_themselves_time(event: Event) -> None:
    event.refused(
        c.ReportComponent(player=1, kind="lost", what="die", minutes=5), "access.role", "COM-LOST-3", by=by(1)
    )
    event.do(c.ReportComponent(player=1, kind="lost", what="die", category="die"), by=by(1)).do(
        c.ResolveComponent(1, "replaced")
    )


@pytest.mark.rule("COM-ROLE-1")
def test_who_registers_alone_gets_nothing_extra() -> None:
    event = Event("destiny")
    for wish in (
        c.RegisterPlayer(awarded_byes=(1, 2)),
        c.RegisterPlayer(fixed_table=1),
        c.RegisterPlayer(start=1),
        c.RegisterPlayer(staff=1),
        c.RegisterPlayer(checked_in=True),
    ):
        event.refused(wish, "access.role", "COM-ROLE-1", by=PUBLIC)
    event.do(c.RegisterPlayer(groups=("van",)), by=PUBLIC)
    event.do(c.RegisterPlayer(waiting=True), by=PUBLIC)
    event.do(c.RegisterPlayer(awarded_byes=(1,), fixed_table=3, checked_in=True))


@pytest.mark.rule("COM-ROLE-5", "COM-PART-2")
def test_a_marshal_who_plays_in_the_match_leaves_the_last_word_to_the_organiser() -> None:
    event = Event("destiny")
    marshal, judge = event.staff("marshal"), event.staff("judge")
    event.do(c.RegisterPlayer(staff=marshal.number)).register(3)
    event.do(c.NameSubstitute(marshal.number or 0, judge.number or 0)).announce().start()
    elsewhere = next(m for m in event.in_round() if 1 not in m.players)
    for number, match in enumerate((event.match(1), elsewhere), start=1):
        event.do(c.CallJudge(match=match.number)).do(c.GiveRuling(number, "so"), by=judge)
        event.do(c.AppealRuling(number), by=judge)
    event.refused(c.GiveFinalVerdict(1, "mine"), "ruling.own_match", "COM-PART-2", by=marshal)
    event.do(c.GiveFinalVerdict(1, "it stands"))
    event.refused(c.GiveFinalVerdict(2, "no"), "access.marshal_decides", "COM-ROLE-5")
    event.refused(c.GiveFinalVerdict(99, "no"), "access.marshal_decides", "COM-ROLE-5")
    event.do(c.GiveFinalVerdict(2, "it stands"), by=marshal)
