"""A made-up sixth game, "Skiff Race": one folder, registered nowhere but in the tests."""

from komandor.core.games.game import Rules
from tests.sixth_game.lists import FORM, check_list
from tests.sixth_game.scoring import DATA, examples, form, match_points, minutes, score, shorthand

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
