"""The forms of a bracket: how many losses put a player out, and for how many players there is one."""

from collections.abc import Callable
from dataclasses import dataclass

from komandor.core.brackets.double import SIZES, double
from komandor.core.brackets.plan import BracketPlan
from komandor.core.brackets.single import single
from komandor.core.ids import StageKey
from komandor.core.reasons import Refusal


@dataclass(frozen=True, slots=True)
class BracketForm:
    key: StageKey  # the kind of stage that is played in this form
    plan: Callable[[int], BracketPlan | Refusal]  # for this many players
    losses: int  # that put a player out
    sizes: tuple[int, ...] = ()  # the numbers of seeds that there are posters for; empty: any number

    @property
    def both_may_lose(self) -> bool:
        """Whether a game may end without a winner: not if the first loss puts a player out (COM-ELIM-7)."""
        return self.losses > 1


SINGLE = BracketForm(StageKey("single"), single, losses=1)
DOUBLE = BracketForm(StageKey("double"), double, losses=2, sizes=SIZES)
FORMS = (SINGLE, DOUBLE)


def bracket_form(key: str) -> BracketForm:
    """The form with this key; an unknown one is an error."""
    for form in FORMS:
        if form.key == key:
            return form
    raise ValueError(f"no form of a bracket is called {key!r}: see core/brackets/forms.py")
