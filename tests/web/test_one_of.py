"""A phone's list of the tables marks its own, and no other that begins alike."""

from markupsafe import Markup

from komandor.web.rendering.jinja import one_of


def test_one_table_is_marked() -> None:
    found = one_of((1, 11, 111), 11)
    assert found == '<li>1</li><li aria-current="location">11</li><li>111</li>'
    assert isinstance(found, Markup)


def test_a_table_that_is_not_listed_marks_none() -> None:
    assert one_of((1, 2), 3) == "<li>1</li><li>2</li>"
