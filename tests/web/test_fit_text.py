"""A name in a picture gets smaller or two lines before anything of it is cut."""

import pytest

from komandor.web.pictures.fit_text import Fitted, ems, fitted


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
