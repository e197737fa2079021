"""A file without the secret of the draws is imported, shown, checked and verified; it cannot draw."""

from pathlib import Path

from komandor.app.handle import Accepted, Refused, handle
from komandor.app.imports import unfit
from komandor.app.ledger import Ledger
from komandor.check import verify
from komandor.check.check_file import check_bytes
from komandor.cli.main import main
from komandor.core.tournament import commands as c
from komandor.log.bundle import Bundle, export, import_, parse
from komandor.store.memory import MemoryStore
from komandor.store.sqlite import SqliteStore
from tests.log.test_verify_js import Run, in_javascript, in_python
from tests.support.event import ORGANISER, Event

__all__ = ["in_javascript"]


def moved(event: Event, secret: bool) -> Ledger:
    store = MemoryStore()
    assert isinstance(import_(store, export(event.store, event.id, with_secret=secret), unfit), Bundle)
    return Ledger(store)


def test_an_ordinary_file_of_a_running_event_is_whole_but_for_further_draws() -> None:
    event = Event("armada").register(8).announce().play_round()
    data = export(event.store, event.id)
    assert verify.verify(data).ok
    assert not check_bytes(data).violations
    there = moved(event, secret=False)
    assert there.load(event.id).state.round_number == 1
    answer = handle(there, event.id, (c.FreezeRound(), c.DrawRound()), ORGANISER, "draw")
    assert isinstance(answer, Refused)
    assert [r.code for r in answer.refusal.reasons] == ["draw.no_secret"]


def test_a_round_that_was_drawn_is_drawn_again_without_the_secret() -> None:
    event = Event("armada").register(8).announce().draw()
    assert isinstance(handle(moved(event, False), event.id, c.DrawRound(), ORGANISER, "again"), Accepted)


def test_a_backup_goes_on_where_the_event_stood() -> None:
    event = Event("armada").register(8).announce().play_round()
    answer = handle(moved(event, True), event.id, (c.FreezeRound(), c.DrawRound()), ORGANISER, "draw")
    assert isinstance(answer, Accepted)


def test_both_verifiers_note_a_backup_and_the_checker_knows_it(in_javascript: Run) -> None:
    event = Event("armada").register(8).announce().do(c.TakeBackup()).draw()
    data = export(event.store, event.id)
    report = in_python(data)
    assert report["ok"]
    assert {"ok": None, "code": "note.backup", "params": {"seq": event.t.version - 2}} in report["lines"]
    assert in_javascript([data]) == [report]
    assert not check_bytes(data).violations


def test_the_terminal_notes_a_backup_and_leaves_the_secret_out_otherwise(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")
    Event("armada", store=store).register(2)
    before = store.version("cup")
    store.close()
    folder, own, plain, again = (str(tmp_path / name) for name in ("data", "own", "plain", "again"))
    assert main(["export", "-o", plain, "--data", folder]) == 0
    assert main(["export", "-o", own, "--data", folder, "--with-secret"]) == 0
    assert main(["export", own, "-o", again]) == 0
    bundles = [parse(Path(path).read_bytes()) for path in (plain, own, again)]
    assert [isinstance(one, Bundle) and one.secret is not None for one in bundles] == [False, True, False]
    assert [len(one.records) - before for one in bundles if isinstance(one, Bundle)] == [0, 1, 1]
