"""The public page's verifier, in plain JavaScript, says of every file exactly what the Python one says."""

import base64
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from komandor.check import verify
from komandor.core import lots
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from komandor.log.bundle import export
from tests.log import drawn, test_verify
from tests.support.event import Event, swiss

STATIC = Path(verify.__file__).parents[1] / "web" / "static"
NAMES = (
    *("hashes.js", "verify.js", "pairing-plan.js", "fold-pairs.js", "pairs.js", "raffles.js", "shapes.js"),
    *("redraw.js", "acts.js"),
)
SCRIPTS = [STATIC / name for name in NAMES]

DRIVER = """
const load = (path) => require("vm").runInThisContext(require("fs").readFileSync(path, "utf8"), path);
process.argv.slice(1).forEach(load);
const files = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(files.map((f) => verifyFile(new Uint8Array(Buffer.from(f, "base64"))))));
"""
PAGE = "(files) => files.map((f) => verifyFile(Uint8Array.from(atob(f), (c) => c.charCodeAt(0))))"

Run = Callable[[list[bytes]], list[dict[str, Any]]]


@pytest.fixture(scope="module")
def in_javascript(request: pytest.FixtureRequest) -> Run:
    """In node where there is one, else in the browser of the browser tests."""
    node = shutil.which("node")
    if node:
        return lambda files: json.loads(
            subprocess.run(
                [node, "-e", DRIVER, *map(str, SCRIPTS)],
                input=json.dumps(texts(files)),
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
    page = request.getfixturevalue("browser").new_page()
    for script in SCRIPTS:
        page.add_script_tag(path=str(script))
    return lambda files: list(page.evaluate(PAGE, texts(files)))


def texts(files: list[bytes]) -> list[str]:
    return [base64.b64encode(data).decode() for data in files]


def in_python(data: bytes) -> dict[str, Any]:
    report = verify.verify(data)
    lines = [{"ok": line.ok, "code": line.code, "params": line.params} for line in report.lines]
    return {"ok": report.ok, "level": report.level, "lines": lines}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_it_is_short_and_uses_no_web_crypto(script: Path) -> None:
    source = script.read_text(encoding="utf-8")
    assert len(source.splitlines()) < 400
    assert "crypto.subtle" not in source
    assert "import " not in source


def test_honest_and_forged_files_get_the_same_report_line_by_line(in_javascript: Run) -> None:
    honest = drawn.whole()
    files = [drawn.file(honest), drawn.file(honest, people=False), drawn.file(drawn.whole([]))]
    files += [test_verify.wrong(field) for field in test_verify.WRONG]
    files += [drawn.file(drawn.rewritten(honest, change)) for change, _ in test_verify.FORGED.values()]
    files += [b"", b"\n", b"x" * 300]
    reports = in_javascript(files)
    assert reports == [in_python(data) for data in files]
    assert [r["ok"] for r in reports[:4]] == [True, True, True, False]


def test_every_changed_byte_is_noticed(in_javascript: Run) -> None:
    data = drawn.file(drawn.freeze(drawn.created(), 1))
    files = [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(0, len(data), 5)]
    files += [data + b"\n", data[:-1], b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n")]
    assert not any(report["ok"] for report in in_javascript(files))


def test_a_field_of_600_is_no_burden_and_its_lots_agree(in_javascript: Run) -> None:
    records = drawn.freeze(drawn.created(), 1)
    key = lots.round_key(drawn.LINKS[1], drawn.ID, 1, records[-2].hash, "")
    order = tuple(lots.Lots(key).order(range(1, 601), "pairing"))
    report = in_javascript([drawn.file(drawn.draw(records, 1, order=order))])[0]
    assert report["ok"], [line for line in report["lines"] if line["ok"] is False]


def test_somebody_from_the_waiting_list_who_comes_late_keeps_the_bye_promised_for_a_later_round(
    in_javascript: Run,
) -> None:
    """Both verifiers compute the pairs of round 3 again, in which number 6 has that bye."""
    event = Event("destiny", swiss(3), settings={"registration.late_entry": True}).register(5)
    event.do(c.RegisterPlayer(waiting=True, awarded_byes=(3,))).announce().start()
    event.do(c.EnterLate("losses", player=PlayerNo(6))).results().close().play_round().publish()
    assert event.match(6).kind == "awarded_bye"
    data = export(event.store, event.id)
    report = in_javascript([data])[0]
    assert report == in_python(data)
    assert report["ok"], [line for line in report["lines"] if line["ok"] is False]


def test_bonus_points_are_added_and_taken_back_by_an_undo(in_javascript: Run) -> None:
    event = Event("destiny", swiss(3), settings={"points.bonus": True}).register(6).announce().play_round()
    event.do(c.GiveBonus(PlayerNo(1), 2, "painted"))
    undone = event.t.version
    event.do(c.GiveBonus(PlayerNo(2), 3, "painted")).play_round()
    event.do(c.VoidEvents((undone,), "wrong player")).publish()
    data = export(event.store, event.id)
    report = in_javascript([data])[0]
    assert report["ok"], (
        "src/komandor/web/static/redraw.js (STEPS, pointsFit) counts bonus_given otherwise: "
        f"{[line for line in report['lines'] if line['ok'] is False]}"
    )
    assert report == in_python(data)


@pytest.mark.rule("AMB-G42")
def test_who_was_removed_for_conduct_is_in_no_raffle(in_javascript: Run) -> None:
    event = Event("destiny", swiss(1)).register(4).announce().play_round()
    event.do(c.AddPrize("dice", "raffle", count=4, among="all"), c.DropPlayer(PlayerNo(2)))
    event.do(c.GiveSanction(player=PlayerNo(1), kind="removal", reason="threats"), c.DrawRaffle(1))
    assert sorted(event.t.prizes[1].won) == [2, 3, 4]
    data = export(event.store, event.id)
    report = in_javascript([data])[0]
    assert report["ok"], [line for line in report["lines"] if line["ok"] is False]
    assert report == in_python(data)


@pytest.mark.rule("AMB-G46")
@pytest.mark.parametrize("fine", [False, True])
def test_what_a_bye_is_worth_in_an_edition_is_learned_beside_bonus_points_and_fines(
    in_javascript: Run, fine: bool
) -> None:
    text = (Path(__file__).parents[2] / "examples/editions/armada-four-factions.toml").read_text("utf-8")
    event = Event("armada@four-factions", swiss(3), edition_text=text, settings={"points.bonus": True})
    event.register(5).announce().play_round()
    (alone,) = event.byes()
    punished = c.GiveSanction(player=alone, kind="points", points=2, reason="late")
    event.do(punished if fine else c.GiveBonus(alone, 2, "painted")).draw()
    file = export(event.store, event.id)
    assert [line for line in in_python(file)["lines"] if line["ok"] is False] == []
    assert in_javascript([file]) == [in_python(file)]
