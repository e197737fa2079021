"""A made-up sixth game, "Skiff Race": one folder, registered nowhere but in the tests."""

from komandor.core.games.game import Rules
from komandor.core.games.verdicts import fixed_points
from tests.sixth_game import scoring
from tests.sixth_game.lists import FORM, check_list

RULES = Rules(
    data=scoring.DATA,
    folder=__package__,
    form=scoring.form,
    score=scoring.score,
    shorthand=scoring.shorthand,
    examples=scoring.examples,
    match_points=fixed_points(scoring.DATA),
    minutes=scoring.minutes,
    list_form=FORM,
    check_list=check_list,
)
