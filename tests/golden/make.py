"""Writes the golden logs of the version in preparation: `python -m tests.golden.make`.

They are made again at the end of each larger change. Files of a version that was released bear its number
and are never touched again (CONTRIBUTING, "Golden logs").
"""

from pathlib import Path

from komandor import __version__
from komandor.app.ledger import event_of
from komandor.core.games import GAMES
from komandor.core.tournament.replay import replay
from komandor.simulate import simulate
from komandor.simulate.axes import Value
from tests.golden.summary import digest
from tests.log import sealed

HERE = Path(__file__).parent
BUSY: dict[str, Value] = {
    "players": 13, "level": "casual", "drops": 60, "no_shows": 40, "rejoins": 500, "late": 500,
    "late_choice": "any", "awarded_byes": 80, "groups": 300, "concessions": 100, "ties": 150, "slips": 400,
    "reports": 500, "disputes": 150, "corrections": 60, "undos": 40, "redos": 400, "swaps": 300,
    "table_moves": 50, "sanctions": 60, "point_sanctions": 40, "deck_checks": 400, "components": 60,
    "cut_leavers": 150, "declines": 300, "sides": 1,
    "ending": "closed", "lists": "amended", "calls": 80, "randomness": "dice", "check_in": "used",
    "structure": "swiss+single",
}  # fmt: skip


def main() -> None:
    for game in GAMES:
        own: dict[str, Value] = {"game": game.data.id}
        if game.data.elimination == "double":
            own["structure"] = "swiss+double"
        path = HERE / f"{__version__}-{game.data.id}.komandor"
        made = simulate(f"golden-{__version__}-{game.data.id}", BUSY | own)
        path.write_bytes(made.file())
        state = replay(enumerate(map(event_of, made.records), start=1))
        path.with_suffix(".sha256").write_text(digest(state) + "\n")
    (HERE / "format" / "sealed-2.komandor").write_bytes(sealed.whole(sealed.busy()))
    (HERE / "format" / "sealed-2-public.komandor").write_bytes(sealed.public(sealed.renamed(sealed.busy())))


if __name__ == "__main__":
    main()
