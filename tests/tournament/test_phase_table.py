"""Every command is possible in the phases of its day and in no other; a refusal says when it will be."""

from dataclasses import fields, replace
from importlib import import_module
from pkgutil import iter_modules

import pytest

from komandor.core.reasons import Refusal
from komandor.core.tournament import actions, commands, events
from komandor.core.tournament.actions import COMMANDS, EVENTS, decide
from komandor.core.tournament.values import Phase
from komandor.core.tournament.when import PHASES as DAY_PHASES
from tests.support.contracts import listed
from tests.tournament.examples import PHASES, at, context, examples

LETTERS: dict[str, Phase] = {
    "r": "registration", "a": "announced", "f": "frozen", "d": "drawn", "p": "published", "u": "running",
    "b": "between", "c": "cut", "x": "closed",
}  # fmt: skip
"""The day in nine letters; u = running, x = closed."""

DAY = {
    "people arrive": (
        "ra",
        (
            "RegisterPlayer WithdrawRegistration AdmitPlayer CheckIn SubmitList AnnounceStructure "
            "SetListDeadline SetListRules"
        ),
    ),
    "the whole day": (
        "rafdpubc",
        (
            "ChangeEvent AttachOutline AppointStaff DismissStaff SetDuty NameSubstitute AmendPlayer NoteFee "
            "CheckList AmendList JudgeLists "
            "CallJudge TakeCall GiveRuling AppealRuling GiveFinalVerdict ReportIncident "
            "GiveSanction DrawDeckChecks RecordDeckCheck ReportComponent ResolveComponent MakeProxy "
            "RecommendDisqualification Disqualify DropPlayer"
        ),
    ),
    "even after the end": (
        "rafdpubcx",
        (
            "TickChecklist PostNotice WithdrawNotice VoidEvents NamePoint TakeBackup ChangePerson "
            "AddPrize RemovePrize GiveAward HandOutPrize"
        ),
    ),
    "no draw is fixed": ("raubc", "ForbidPair AllowPair"),
    "a round begins": ("abc", "FreezeRound"),
    "frozen, or again": ("fdp", "DrawRound"),
    "drawn": ("d", "PublishRound"),
    "before the clock": ("dp", "SwapPlayers KeepPairings"),
    "to another table": ("dpu", "MoveTable"),
    "pairings are out": (
        "pu",
        (
            "DrawMission SetInitiative ChooseSides ExtendTable ReportResult ConfirmResult DisputeResult "
            "DeclareNoShow CloseRound LeaveAfterRound"
        ),
    ),
    "clock": ("p", "StartClock PairLeftOver"),
    "the clock runs": ("u", "PauseClock ResumeClock AdjustClock"),
    "also much later": ("fdpubcx", "EnterResult PublishLists DrawRaffle"),
    "coming late or back": ("fdpub", "EnterLate Rejoin"),
    "before the first knock-out clock": ("fdpc", "ReplaceSeed RemakeCut"),
    "after the last Swiss round": ("b", "MakeCut"),
    "between rounds": ("b", "GiveBonus"),
    "the end": ("bcfdp", "CloseTournament"),
}
"""When what may be asked, as a judge would say it; written apart from the engine's own table."""

POSSIBLE = {name: {LETTERS[x] for x in letters} for letters, names in DAY.values() for name in names.split()}


HERE = "tests/tournament/test_phase_table.py"


def test_every_command_has_an_example():
    there = examples(at("registration"))
    line = "c.{}(…) in the tuple `made`: one example that is about player 1"
    listed(there, [x.__name__ for x in COMMANDS], "tests/tournament/examples.py", line)


def test_the_day_names_every_command():
    wanted = {x.__name__ for x in COMMANDS} - {"CreateTournament"}
    listed(POSSIBLE, wanted, HERE, "{} into DAY, in the row of the phases in which a judge would allow it")
    listed(LETTERS.values(), DAY_PHASES, HERE, "a letter for the phase {} into LETTERS, and use it in DAY")
    listed(PHASES, DAY_PHASES, "tests/tournament/examples.py", "an event in the phase {} into PHASES")


def test_no_area_is_forgotten():
    modules = [import_module(f"{actions.__name__}.{one.name}") for one in iter_modules(actions.__path__)]
    areas = [one.__name__ for one in modules if hasattr(one, "ROWS")]
    row = "{} into AREAS"
    listed([one.__name__ for one in actions.AREAS], areas, "core/tournament/actions/__init__.py", row)
    for base, known in ((commands.Command, COMMANDS), (events.Event, EVENTS)):
        made, rows = [[one.__name__ for one in some] for some in (base.__subclasses__(), known)]
        listed(rows, made, "the area in core/tournament/actions that defines it", "a row for {} into ROWS")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.rule("COM-PREP-3", "COM-LIST-2", "COM-CUT-3", "COM-TIME-3")
def test_every_command_in_every_phase(phase: Phase) -> None:
    event = at(phase)
    for name, command in examples(event).items():
        if name not in POSSIBLE | {"CreateTournament": ()}:
            continue  # the test above says so
        answer = decide(event.t, command, context(event, player=1))
        codes = [r.code for r in answer.reasons] if isinstance(answer, Refusal) else []
        if name == "CreateTournament":
            assert codes == ["event.exists"]
            continue
        assert ("phase.not_now" in codes) == (phase not in POSSIBLE[name]), f"{name} when {phase}: {codes}"
        if "phase.not_now" in codes:
            assert isinstance(answer, Refusal)
            told = next(r for r in answer.reasons if r.code == "phase.not_now")
            assert told.params["phase"] == phase
            by_a_rule = len(answer.reasons) > 1 or phase == "closed"  # for good: no other phase would help
            assert set(told.params["possible"]) == (set() if by_a_rule else POSSIBLE[name])


@pytest.mark.parametrize("phase", PHASES)
def test_a_refusal_has_reasons_and_an_acceptance_has_events(phase: Phase) -> None:
    event = at(phase)
    for name, command in examples(event).items():
        answer = decide(event.t, command, context(event, staff=1))
        assert answer.reasons if isinstance(answer, Refusal) else answer, f"{name} when {phase}"


NAMES = {
    "player": "player", "opponent": "player", "match": "match", "call": "call", "staff": "staff",
    "component": "component", "notice": "notice", "prize": "prize",
}  # fmt: skip
"""Field of a command → what it names by its number."""


@pytest.mark.parametrize("phase", PHASES)
def test_no_command_is_about_something_that_is_not_there(phase: Phase) -> None:
    event = at(phase)
    for name, command in examples(event).items():
        for field in [one.name for one in fields(command) if one.name in NAMES]:
            if name == "CreateTournament" or phase not in POSSIBLE.get(name, ()):
                continue
            answer = decide(event.t, replace(command, **{field: 999}), context(event, player=1))
            assert isinstance(answer, Refusal), f"{name} of {field} 999"
            told = {(reason.code, reason.params.get(NAMES[field])) for reason in answer.reasons}
            assert (f"{NAMES[field]}.unknown", 999) in told, f"{name} of {field} 999: {told}"
