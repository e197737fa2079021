"""Star Wars: Armada."""

from komandor.core.games.armada.lists import FORM, check_list
from komandor.core.games.armada.scoring import (
    DATA,
    examples,
    form,
    initiative,
    match_points,
    minutes,
    score,
    shorthand,
)
from komandor.core.games.game import Rules

RULES = Rules(
    data=DATA,
    folder=__package__,
    form=form,
    score=score,
    shorthand=shorthand,
    examples=examples,
    match_points=match_points,
    minutes=minutes,
    list_form=FORM,
    check_list=check_list,
    initiative=initiative,
)
