"""When what may be asked: one table, phase × command.

A command that is not listed for a phase is refused with "phase.not_now", which
names the phase and the phases in which it would be possible.
"""

from komandor.core.reasons import Reason, why
from komandor.core.tournament.commands import Command
from komandor.core.tournament.state import Phase

_ALWAYS = (
    "AttachOutline TickChecklist PostNotice WithdrawNotice AppointStaff DismissStaff SetDuty NameSubstitute "
    "AmendPlayer NoteFee CheckList AmendList VoidEvents NamePoint ChangeEvent "
    "CallJudge TakeCall GiveRuling AppealRuling GiveFinalVerdict ReportIncident"
).split()
_JUDGING = (
    "GiveSanction DrawDeckChecks RecordDeckCheck ReportComponent ResolveComponent MakeProxy "
    "RecommendDisqualification Disqualify DropPlayer"
).split()
_ARRIVING = "RegisterPlayer WithdrawRegistration CheckIn SubmitList".split()
_PLAYING = (
    "ReportResult ConfirmResult DisputeResult EnterResult DeclareNoShow ExtendTable SetInitiative "
    "ChooseSides DrawMission EnterLate Rejoin"
).split()

ALLOWED: dict[Phase, frozenset[str]] = {
    "registration": frozenset([*_ALWAYS, *_ARRIVING, *_JUDGING, "AnnounceStructure"]),
    "announced": frozenset([*_ALWAYS, *_ARRIVING, *_JUDGING, "AnnounceStructure", "FreezeRound"]),
    "frozen": frozenset(
        [*_ALWAYS, *_JUDGING, "DrawRound", "EnterLate", "Rejoin", "EnterResult", "ReplaceSeed"]
    ),
    "drawn": frozenset(
        [
            *_ALWAYS,
            *_JUDGING,
            "DrawRound",
            "SwapPlayers",
            "MoveTable",
            "PublishRound",
            "EnterLate",
            "Rejoin",
            "EnterResult",
            "ReplaceSeed",
        ]
    ),
    "published": frozenset(
        [
            *_ALWAYS,
            *_JUDGING,
            *_PLAYING,
            "DrawRound",
            "SwapPlayers",
            "MoveTable",
            "StartClock",
            "CloseRound",
            "ReplaceSeed",
        ]
    ),
    "running": frozenset(
        [
            *_ALWAYS,
            *_JUDGING,
            *_PLAYING,
            "MoveTable",
            "PauseClock",
            "ResumeClock",
            "AdjustClock",
            "CloseRound",
        ]
    ),
    "between": frozenset(
        [
            *_ALWAYS,
            *_JUDGING,
            "EnterResult",
            "EnterLate",
            "Rejoin",
            "FreezeRound",
            "MakeCut",
            "CloseTournament",
        ]
    ),
    "cut": frozenset([*_ALWAYS, *_JUDGING, "ReplaceSeed", "FreezeRound", "EnterResult", "CloseTournament"]),
    "closed": frozenset(
        ["VoidEvents", "NamePoint", "PostNotice", "WithdrawNotice", "TickChecklist", "EnterResult"]
    ),
}


def not_now(command: type[Command], phase: Phase) -> Reason | None:
    """Why this command cannot be carried out in this phase, or None."""
    name = command.__name__
    if name == "CreateTournament" or name in ALLOWED[phase]:
        return None
    return why(
        "phase.not_now",
        None,
        command=name,
        phase=phase,
        possible=tuple(p for p in ALLOWED if name in ALLOWED[p]),
    )
