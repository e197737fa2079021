"""A name in a picture gets smaller or two lines before anything of it is cut."""

import re
from itertools import pairwise

import pytest

from komandor.core.tournament import commands as c
from komandor.web.pictures.fit_text import Fitted, ems, fitted
from tests.support.event import swiss
from tests.support.world import ORGANISER, World, client, site_of

TEXT = r'<text x="(\d+)" y="(\d+)" text-anchor="middle"\s+font-size="(\d+)" font-weight="700"'


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anna K.", Fitted(("Anna K.",), "")),
        ("Konstanty Ildefons S.", Fitted(("Konstanty Ildefons S.",), "snug")),
        ("Łukasz Pieńkowski-Wierzbowski", Fitted(("Łukasz Pieńkowski-", "Wierzbowski"), "two")),
        ("Anna\tK. & Co. <b>", Fitted(("Anna\tK. & Co. <b>",), "")),
    ],
)
def test_the_largest_type_that_fits(name: str, expected: Fitted) -> None:
    assert fitted(name, 10.0) == expected


def test_only_what_fits_in_no_way_is_cut_and_says_so() -> None:
    found = fitted("W" * 80, 10.0)
    assert len(found.lines) == 2
    assert all(line.endswith("…") and ems(line) * 0.5 <= 10 for line in found.lines)


def test_sixty_letters_are_whole_where_twenty_fit_in_a_line() -> None:
    found = fitted("Bartłomiej Maksymilian Brzęczyszczykiewicz-Wąchocki-Podolski", 10.4)
    assert "".join(found.lines) == "Bartłomiej MaksymilianBrzęczyszczykiewicz-Wąchocki-Podolski"


def test_a_podium_has_three_lines_and_a_long_word_is_parted_before_it_is_cut() -> None:
    found = fitted("Bartłomiej Maksymilian Brzęczyszczykiewicz-Wąchocki-Podolski", 8.2, 3)
    assert found.lines == ("Bartłomiej Maksymilian", "Brzęczyszczykiewicz-", "Wąchocki-Podolski")
    word = fitted("Zofia Konstantynopolitańczykowianeczkówna", 8.2, 3)
    assert "".join(word.lines).replace(" ", "") == "ZofiaKonstantynopolitańczykowianeczkówna"
    assert max(map(ems, word.lines)) * 0.5 <= 8.2


def test_a_name_of_two_words_is_never_parted_inside_a_word() -> None:
    found = fitted("Bartłomiej Maksymilian Brzęczyszczykiewicz-Wąchocki", 10.9)
    assert found.lines == ("Bartłomiej Maksymilian", "Brzęczyszczykiewicz-Wąchocki")


def test_a_long_surname_in_a_bracket_is_not_in_the_smallest_type() -> None:
    """A box of the console has room for 10.5 ems; in the smallest type nobody reads it."""
    found = fitted("Konstantyna Brzęczyszczykiewicz-Wiśniewska", 10.5)
    assert found == Fitted(("Konstantyna", "Brzęczyszczykiewicz-Wiśniewska"), "tiny")


def test_the_lines_of_a_long_name_on_the_podium_stand_apart() -> None:
    """Under an accent as over a tail: Brzęczyszczykiewicz- stood in Wiśniewska."""
    world = World("conquest", swiss(1))
    for last in ("Brzęczyszczykiewicz-Wiśniewska", "Chrząszczyżewoszycka-Śliwińska"):
        world.do(c.RegisterPlayer(), persons=({"first": "Konstantyna", "last": last},))
    world.do(c.CheckIn(tuple(world.t.players)))
    world.announce().play_out()
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/standings").content.decode()
    picture = page[page.index("podium-picture") :].partition("</svg>")[0]
    texts = [(int(x), int(y), int(size)) for x, y, size in re.findall(TEXT, picture)]
    above = [(one, next_) for one, next_ in pairwise(texts) if one[0] == next_[0] and one[2] == next_[2]]
    assert len(above) >= 2, "a name of three lines"
    assert all(next_[1] - one[1] >= 1.1 * one[2] for one, next_ in above)
