"""Warhammer 40,000: Conquest."""

from komandor.core.games.conquest.lists import FORM, check_list
from komandor.core.games.conquest.scoring import (
    DATA,
    examples,
    form,
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
)
