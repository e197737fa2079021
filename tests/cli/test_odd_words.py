"""Whatever is typed, a command answers with one line or a refusal, never with a bug."""

from pathlib import Path

import pytest

from komandor.cli.exits import BAD_INPUT, OK
from komandor.cli.main import main
from tests.cli.terminal import Run

Printed = pytest.CaptureFixture[str]

LONG = "9" * 5000
"""A number that Python itself refuses to read."""
NO_TEXT = b"caf\xe9".decode("utf-8", "surrogateescape")
"""A word in another encoding than UTF-8, as Python hands it to the program."""
NEW = ("event", "new", "--game", "destiny", "--name", "Cup", "--date", "2026-11-15")

TYPED = [
    (*NEW, "--setting", "registration.limit=²"),
    (*NEW, "--setting", f"registration.limit={LONG}"),
    (*NEW, "--stage", f"swiss {LONG}"),
    (*NEW, "--stage", "swiss ²"),
    (*NEW, "--level", "high\nhigher"),
    (*NEW, "--name", NO_TEXT),
    (*NEW[:2], "--game", NO_TEXT, *NEW[4:]),
    ("event", "draw", "--despite-lists", LONG),
    ("event", "do", "check-in", "--players", LONG),
    ("event", "do", "register-player", "--awarded-byes", f"1,{LONG}"),
    ("event", "do", "enter-result", "--match", "1", "--report", "{\n"),
    ("event", "do", "post-notice", "--text", NO_TEXT),
    ("event", "staff", "Anna Nowak", "--role", "a" * 70_000),
    ("event", "clock", LONG),
    ("event", "do", LONG),
    ("event", "hand-in", "1", "Ż" * 3000),
    ("bench", "draw", "--sizes", LONG),
]


@pytest.fixture
def cup(run: Run) -> Run:
    run.event(*NEW[1:])
    return run


@pytest.mark.parametrize("words", TYPED, ids=lambda words: ascii(" ".join(words))[:80])
def test_an_odd_word_is_refused_in_one_line(cup: Run, capsys: Printed, words: tuple[str, ...]) -> None:
    data = () if words[0] == "bench" else ("--data", str(cup.folder))
    code = main([*words, *data])
    printed = capsys.readouterr()
    assert (code, printed.out) == (BAD_INPUT, ""), printed.err
    assert printed.err.count("\n") == 1
    assert len(printed.err) < 400


def test_a_table_number_of_thousands_of_digits_is_refused(cup: Run) -> None:
    code, _, error = cup("event", "do", "change-event", "--changes", f'{{"tables": "{LONG}"}}')
    assert (code, error[:11], len(error) < 400) == (1, "COM-MAT-2: ", True)


def test_a_player_who_is_called_by_a_raised_number(cup: Run, tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "cup.komandor"
    assert cup("export", "-o", str(file))[0] == OK
    assert main(["explain", str(file), "--player", "²"]) == BAD_INPUT
    assert "²" in capsys.readouterr().err


def test_a_name_of_one_word_is_remarked_and_quoted(cup: Run, capsys: Printed) -> None:
    """Of several names, only that one (DES-LIST-7)."""
    assert main(["event", "register", "Anna Nowak", "Ola", "Jan Li", "--data", str(cup.folder)]) == OK
    (remark,) = (line for line in capsys.readouterr().out.splitlines() if "one word" in line)
    assert "“Ola”" in remark
    assert "Anna" not in remark


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("event", "drop", "Anna"), "Invalid value for 'player': it must be a whole number\n"),
        (("serve", "--port", "99999999"), "Invalid value for '--port': it must be at most 65535\n"),
        (("event", "register", "Anna Nowak", "--bye", "x"), "it must be a whole number\n"),
        (("demo", "--players", "1"), "it must be at least 4\n"),
    ],
)
def test_a_number_that_does_not_fit_is_refused_in_plain_words(
    words: tuple[str, ...], said: str, capsys: Printed
) -> None:
    assert main(words) == BAD_INPUT
    assert capsys.readouterr().err.endswith(said)
