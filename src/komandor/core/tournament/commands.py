"""Every command under one name: `c.StartClock`. The areas of `actions` define them.

A new command is named here; `tests/contracts/test_rows.py` says which line to write.
"""

# ruff: noqa: F401, I001  # imported to be named here; one line for several of an area

from komandor.core.tournament.action import TRYING, Command, Context
from komandor.core.tournament.actions.calls import AppealRuling, CallJudge, GiveFinalVerdict, GiveRuling
from komandor.core.tournament.actions.calls import ReportIncident, TakeCall
from komandor.core.tournament.actions.clock import AdjustClock, ExtendTable, PauseClock, ResumeClock
from komandor.core.tournament.actions.clock import StartClock
from komandor.core.tournament.actions.components import MakeProxy, ReportComponent, ResolveComponent
from komandor.core.tournament.actions.deck_checks import DrawDeckChecks, RecordDeckCheck
from komandor.core.tournament.actions.drawing import DrawRound, FreezeRound
from komandor.core.tournament.actions.forbidden_pairs import AllowPair, ForbidPair
from komandor.core.tournament.actions.leaving import DeclareNoShow, Disqualify, DropPlayer, LeaveAfterRound
from komandor.core.tournament.actions.leaving import RecommendDisqualification
from komandor.core.tournament.actions.list_deadlines import JudgeLists, PublishLists, SetListDeadline
from komandor.core.tournament.actions.list_deadlines import SetListRules
from komandor.core.tournament.actions.lists import AmendList, CheckList, SubmitList
from komandor.core.tournament.actions.log import NamePoint, TakeBackup, VoidEvents
from komandor.core.tournament.actions.manual_pairings import MoveTable, PairLeftOver, SwapPlayers
from komandor.core.tournament.actions.notices import AttachOutline, PostNotice, TickChecklist, WithdrawNotice
from komandor.core.tournament.actions.people import AdmitPlayer, AmendPlayer, ChangePerson, CheckIn, NoteFee
from komandor.core.tournament.actions.people import RegisterPlayer, WithdrawRegistration
from komandor.core.tournament.actions.prizes import AddPrize, DrawRaffle, GiveAward, HandOutPrize, RemovePrize
from komandor.core.tournament.actions.results import ConfirmResult, DisputeResult, EnterResult, ReportResult
from komandor.core.tournament.actions.returning import EnterLate, Rejoin
from komandor.core.tournament.actions.rounds import CloseRound, DrawMission, KeepPairings, PublishRound
from komandor.core.tournament.actions.sanctions import GiveBonus, GiveSanction
from komandor.core.tournament.actions.setup import AnnounceStructure, ChangeEvent, CreateTournament
from komandor.core.tournament.actions.sides import ChooseSides, SetInitiative
from komandor.core.tournament.actions.staff import AppointStaff, DismissStaff, NameSubstitute, SetDuty
from komandor.core.tournament.actions.stages import CloseTournament, MakeCut, RemakeCut, ReplaceSeed
