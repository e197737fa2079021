"""Star Wars: Armada."""

from komandor.core.games.armada.lists import FORM, check_list
from komandor.core.games.armada.scoring import DATA, form, initiative, minutes, score, shorthand
from komandor.core.games.game import Rules

RULES = Rules(
    data=DATA,
    form=form,
    score=score,
    shorthand=shorthand,
    minutes=minutes,
    list_form=FORM,
    check_list=check_list,
    initiative=initiative,
)
