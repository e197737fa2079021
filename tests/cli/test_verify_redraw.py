"""`komandor verify --redraw` draws with the engine what cannot be recomputed without it, and says so."""

from pathlib import Path

from tests.cli.terminal import Run

OLD = Path(__file__).parents[1] / "golden" / "0.1.0-destiny.komandor"


def test_rounds_drawn_in_an_older_way_are_drawn_by_the_engine(run: Run) -> None:
    code, plain, _ = run("verify", str(OLD), data=False)
    open_ = [line for line in plain["lines"] if line["code"] == "draw.pairs_old"]
    assert code == 0
    assert open_
    assert plain["claim"].endswith(f"Pairs recomputed: 0 of {len(open_)} Swiss rounds.")
    _, drawn, _ = run("verify", str(OLD), "--redraw", data=False)
    more = drawn["lines"][len(plain["lines"]) :]
    assert {(line["code"], line["ok"]) for line in more} == {("draw.engine", True)}
    assert len(more) >= len(open_)
    assert drawn["claim"] == plain["claim"]
