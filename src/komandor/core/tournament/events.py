"""Every event under one name: `e.ClockStarted`. The areas of `actions` define them.

An event carries its result: "round drawn" holds the pairings, not the request to pair, so replaying
a log never decides anything again.  Events hold numbers and codes, never names: who player 17 is
stands in the erasable table of people.  The stored `type` of an event is its class name in snake case.
A new event is named here; `tests/contracts/test_rows.py` says which line to write.
"""

# ruff: noqa: F401, I001  # imported to be named here; one line for several of an area

from komandor.core.tournament.action import Event
from komandor.core.tournament.actions.calls import (
    CallClosed,
    CallTaken,
    FinalVerdictGiven,
    IncidentReported,
    JudgeCalled,
)
from komandor.core.tournament.actions.calls import RulingAppealed, RulingGiven
from komandor.core.tournament.actions.clock import ClockAdjusted, ClockPaused, ClockResumed, ClockStarted
from komandor.core.tournament.actions.clock import TableExtended
from komandor.core.tournament.actions.components import ComponentReported, ComponentResolved, ProxyMade
from komandor.core.tournament.actions.deck_checks import DeckChecked, DeckChecksDrawn
from komandor.core.tournament.actions.drawing import RoundDrawn, RoundFrozen
from komandor.core.tournament.actions.forbidden_pairs import PairAllowed, PairForbidden
from komandor.core.tournament.actions.leaving import DisqualificationRecommended, LeavingAnnounced
from komandor.core.tournament.actions.leaving import MatchForfeited, PlayerDisqualified, PlayerLeft
from komandor.core.tournament.actions.list_deadlines import ListDeadlineSet, ListRulesSet, ListsPublished
from komandor.core.tournament.actions.lists import ListAmended, ListChecked, ListJudged, ListSubmitted
from komandor.core.tournament.actions.log import BackupTaken, EventVoided, PointNamed
from komandor.core.tournament.actions.manual_pairings import PairingChanged
from komandor.core.tournament.actions.notices import ChecklistTicked, NoticePosted, NoticeWithdrawn
from komandor.core.tournament.actions.notices import OutlineAttached
from komandor.core.tournament.actions.people import CheckedIn, FeeNoted, PlayerAmended, PlayerRegistered
from komandor.core.tournament.actions.people import RegistrationWithdrawn, WaitingListed
from komandor.core.tournament.actions.prizes import AwardGiven, PrizeAdded, PrizeHandedOut, PrizeRemoved
from komandor.core.tournament.actions.prizes import RaffleDrawn
from komandor.core.tournament.actions.results import ResultAnnulled, ResultConfirmed, ResultCorrected
from komandor.core.tournament.actions.results import ResultDisputed, ResultEntered, ResultReported
from komandor.core.tournament.actions.returning import PlayerEnteredLate, PlayerReturned
from komandor.core.tournament.actions.rounds import MissionDrawn, PairingsKept, RoundClosed, RoundPublished
from komandor.core.tournament.actions.sanctions import BonusGiven, SanctionGiven
from komandor.core.tournament.actions.setup import EventChanged, StructureAnnounced, TournamentCreated
from komandor.core.tournament.actions.sides import InitiativeSet, SideChooserDrawn, SidesChosen
from komandor.core.tournament.actions.staff import DutyChanged, StaffAppointed, StaffDismissed
from komandor.core.tournament.actions.staff import SubstituteNamed
from komandor.core.tournament.actions.stages import CutMade, ReplacementAsked, StageShrunk, TournamentClosed
