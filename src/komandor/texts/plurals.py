"""Which form of a word goes with a number: two in English, three in Polish."""

from collections.abc import Callable, Mapping, Sequence


def english(number: int) -> int:
    """1 round, 2 rounds."""
    return 0 if abs(number) == 1 else 1


def polish(number: int) -> int:
    """1 runda, 2 rundy, 5 rund; 12 rund, 22 rundy, 101 rund."""
    number = abs(number)
    if number == 1:
        return 0
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return 1 if few else 2


FORM: Mapping[str, Callable[[int], int]] = {"en": english, "pl": polish}
FORMS: Mapping[str, int] = {"en": 2, "pl": 3}


def plural(number: int, forms: Sequence[str], lang: str) -> str:
    """ "3 rundy": the number and the word in the form that goes with it."""
    return f"{number} {form(number, forms, lang)}"


def form(number: int, forms: Sequence[str], lang: str) -> str:
    """The word alone."""
    return forms[min(FORM[lang](number), len(forms) - 1)]
