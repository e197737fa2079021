"""A made-up sixth game, "Skiff Race": one folder, registered nowhere but in the tests."""

from komandor.core.games.game import Rules
from tests.sixth_game.lists import FORM, check_list
from tests.sixth_game.scoring import DATA, form, minutes, score, shorthand

RULES = Rules(
    data=DATA,
    form=form,
    score=score,
    shorthand=shorthand,
    minutes=minutes,
    list_form=FORM,
    check_list=check_list,
)
