"""Every command under one name: `c.StartClock`. The areas of `actions` define them."""

# ruff: noqa: F403

from komandor.core.tournament.actions.action import *
from komandor.core.tournament.actions.by_hand import *
from komandor.core.tournament.actions.calls import *
from komandor.core.tournament.actions.clock import *
from komandor.core.tournament.actions.components import *
from komandor.core.tournament.actions.deck_checks import *
from komandor.core.tournament.actions.drawing import *
from komandor.core.tournament.actions.forbidden_pairs import *
from komandor.core.tournament.actions.leaving import *
from komandor.core.tournament.actions.list_life import *
from komandor.core.tournament.actions.lists import *
from komandor.core.tournament.actions.log import *
from komandor.core.tournament.actions.notices import *
from komandor.core.tournament.actions.pairs import *
from komandor.core.tournament.actions.people import *
from komandor.core.tournament.actions.prizes import *
from komandor.core.tournament.actions.results import *
from komandor.core.tournament.actions.returning import *
from komandor.core.tournament.actions.rounds import *
from komandor.core.tournament.actions.sanctions import *
from komandor.core.tournament.actions.setup import *
from komandor.core.tournament.actions.sides import *
from komandor.core.tournament.actions.staff import *
from komandor.core.tournament.actions.stages import *
