"""A data file with an unknown, missing or mistyped key is not loaded."""

from importlib.resources import files

import pytest

from komandor.core.games.loader import DataError, load_data, read_data

TEXT = (files("komandor.core.games.armada") / "data.toml").read_text(encoding="utf-8")

FAULTS = {
    "unknown key": TEXT.replace('release = "poland"', 'release = "poland"\ncolour = "red"'),
    "missing key": TEXT.replace('release = "poland"', ""),
    "text for a number": TEXT.replace("fleet = 400", 'fleet = "400"'),
    "number for a truth value": TEXT.replace('release = "poland"', 'release = "poland"\nmarshal = 1'),
    "unknown pairing": TEXT.replace('pairing = "random"  #', 'pairing = "sorted"  #'),
    "unknown key in a row": TEXT.replace("{ from = 4,", "{ start = 1, from = 4,"),
    "missing key in a row": TEXT.replace("rounds = 3, cut = 0 }", "rounds = 3 }"),
    "clock without rule": TEXT.replace(
        'swiss = { minutes = 135, rule = "ARM-TIME-1" }', "swiss = { minutes = 135 }"
    ),
    "margins that fall": TEXT.replace("{ low = 60,", "{ low = 150,"),
    "unknown level": TEXT.replace('levels = ["casual"]', 'levels = ["relaxed"]'),
    "default that is no choice": TEXT.replace("high = 5\n", "choices = [1, 2]\n"),
    "setting without its reading": TEXT.replace('ambiguity = "AMB-G5"', ""),
}


def test_the_file_itself_loads() -> None:
    assert load_data(TEXT).id == "armada"
    assert load_data(TEXT) == read_data("komandor.core.games.armada")


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(fault: str) -> None:
    assert FAULTS[fault] != TEXT
    with pytest.raises(DataError):
        load_data(FAULTS[fault])
