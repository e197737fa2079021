"""Double elimination: who loses for the second time is out (SWL-DE-2)."""

from komandor.core.brackets import forms
from komandor.core.tournament.stage_kinds.bracketed import bracket_kind

DOUBLE = bracket_kind(forms.DOUBLE, lambda order, _lots: tuple(order), sides_by_seed=True)
