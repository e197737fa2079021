"""Single elimination: who loses is out (COM-ELIM-1)."""

from collections.abc import Sequence

from komandor.core.brackets import forms, knockout_start
from komandor.core.brackets.single import byes_needed
from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots
from komandor.core.tournament.stage_kinds.bracketed import Seeds, bracket_kind


def _drawn_start(order: Sequence[PlayerNo], lots: Lots) -> Seeds:
    byes = byes_needed(len(order))
    entries = byes + (len(order) - byes) // 2
    numbers = [n + 1 for n in lots.shuffled(list(range(entries)), "knock-out numbers")]
    return knockout_start(order, numbers)


SINGLE = bracket_kind(forms.SINGLE, _drawn_start)
