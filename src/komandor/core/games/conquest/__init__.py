"""Warhammer 40,000: Conquest."""

from komandor.core.games.conquest.lists import FORM, check_list
from komandor.core.games.conquest.scoring import DATA, form, minutes, score, shorthand
from komandor.core.games.game import Rules

RULES = Rules(
    data=DATA,
    form=form,
    score=score,
    shorthand=shorthand,
    minutes=minutes,
    list_form=FORM,
    check_list=check_list,
)
