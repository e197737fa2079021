"""A copy of everything, restored elsewhere, is the same site: every event, link, id and switch."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.card_data import PackFacts, keep_pack, kept_pack, packs
from komandor.app.identity import issue, seat_of
from komandor.cli.exits import BAD_INPUT, OK
from komandor.cli.main import main
from komandor.log.record import broken_at
from komandor.log.store import Appended, EventStore
from komandor.store import open_store
from komandor.store.backup import backups
from tests.cli.terminal import Run
from tests.support.packs import pack_of

Where = Callable[[str], list[str]]


@pytest.fixture
def where(tmp_path: Path, request: pytest.FixtureRequest) -> Where:
    """Options for a place of this kind; each kind has one, made when it is asked for."""

    def options(kind: str) -> list[str]:
        named = ["--data", str(tmp_path / kind)]
        return (
            named
            if kind != "postgres"
            else [*named, "--database", request.getfixturevalue("postgres_database")]
        )

    return options


def opened(options: list[str]) -> EventStore:
    return open_store(options[3] if len(options) > 2 else Path(options[1]))


def filled(run: Run, options: list[str]) -> tuple[str, str]:
    """An event that was played in a folder and is now in that store; its id and the link of a player."""
    for words in (
        ["new", "--game", "destiny", "--name", "Cup", "--date", "2026-11-15", "--organiser", "Marta Nowak"],
        ["register", "Anna Nowak", "Jan Kowalski", "Ewa Lis", "Piotr Wilk"],
        *(["announce"], ["draw"], ["publish"], ["result", "1", "a"]),
    ):
        run.event(*words)
    with closing(open_store(run.folder)) as own:
        (event,) = own.tournaments()
    assert main(["backup", str(run.folder / "copies"), "--data", str(run.folder)]) == OK
    (copy,) = backups(run.folder / "copies")
    assert main(["restore", str(copy), *options]) == OK
    with closing(opened(options)) as store:
        return event, issue(store, event, Actor("player", 1), "phone")


@pytest.mark.parametrize(
    ("source", "target"), [("sqlite", "elsewhere"), ("sqlite", "postgres"), ("postgres", "elsewhere")]
)
def test_what_is_restored_is_the_same_site(
    source: str, target: str, run: Run, where: Where, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event, link = filled(run, where(source))
    with closing(opened(where(source))) as old:
        note = '{"text":"hello","type":"notice_posted"}'
        sent = (event, old.version(event), "2026-11-15T12:00:00.000Z", "host", "id-of-a-form", (note,))
        assert isinstance(old.append(*sent), Appended)
    assert main(["backup", str(tmp_path / "stick"), *where(source)]) == OK
    (copy,) = backups(tmp_path / "stick")
    to = where(target)
    capsys.readouterr()
    assert main(["restore", str(copy), *to]) == OK
    assert capsys.readouterr().out == "events restored: 1\n"
    with closing(opened(where(source))) as old, closing(opened(to)) as new:
        assert new.read(event) == old.read(event)
        assert broken_at(new.read(event), event) is None
        assert new.people(event) == old.people(event)
        assert new.secret(event) == old.secret(event)
        assert seat_of(new, link) == seat_of(old, link) is not None
        assert new.items("tokens") == old.items("tokens")
        again = new.append(*sent)
        assert isinstance(again, Appended), "an id that was answered before is answered again, not repeated"
        assert again.again


def test_a_copy_goes_into_an_empty_place_only(
    run: Run, where: Where, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event, _ = filled(run, where("sqlite"))
    (copy,) = backups(run.folder / "copies")
    with closing(opened(where("sqlite"))) as store:
        before = store.read(event), store.items("tokens")
    assert main(["restore", str(copy), *where("sqlite")]) == BAD_INPUT
    assert capsys.readouterr().err.startswith("--data: There are already events here.")
    with closing(opened(where("sqlite"))) as store:
        assert (store.read(event), store.items("tokens")) == before


def test_what_was_loaded_into_an_empty_place_stays_beside_what_is_restored(
    run: Run, where: Where, capsys: pytest.CaptureFixture[str]
) -> None:
    """Card data is often loaded on a new server before the events are moved to it."""
    filled(run, where("sqlite"))
    with closing(opened(where("sqlite"))) as store:
        assert isinstance(keep_pack(store, pack_of("destiny", "Of the club")), PackFacts)
    assert main(["backup", str(run.folder / "both"), *where("sqlite")]) == OK
    with closing(opened(where("elsewhere"))) as store:
        assert isinstance(keep_pack(store, pack_of("armada", "Of the host")), PackFacts)
        issue(store, "", HOST)
    assert main(["restore", str(backups(run.folder / "both")[0]), *where("elsewhere")]) == OK
    with closing(opened(where("elsewhere"))) as new, closing(opened(where("sqlite"))) as old:
        assert {pack.name for pack in packs(new)} == {"Of the club", "Of the host"}
        assert [kept_pack(new, pack.digest) for pack in packs(old)] == [
            kept_pack(old, pack.digest) for pack in packs(old)
        ]
        assert new.items("tokens") == old.items("tokens"), (
            "the key of the empty place does not open these events"
        )


@pytest.mark.parametrize("harm", ["cut short", "not a database", "missing"])
def test_a_damaged_copy_is_refused_whole(
    harm: str, run: Run, where: Where, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(run, where("sqlite"))
    (copy,) = backups(run.folder / "copies")
    data, odd = copy.read_bytes(), tmp_path / "odd.sqlite3"
    if harm != "missing":
        odd.write_bytes(data[: len(data) // 2] if harm == "cut short" else b"hello")
    assert main(["restore", str(odd), "--data", str(tmp_path / "elsewhere")]) == BAD_INPUT
    assert capsys.readouterr().err.startswith("FILE: ")
    with closing(open_store(tmp_path / "elsewhere")) as store:
        assert store.tournaments() == ()


def test_a_copy_made_by_hand_stays_when_rounds_make_room(run: Run, tmp_path: Path) -> None:
    from komandor.store.backup import backup

    with closing(open_store(run.folder)) as store:
        hand = backup(store, tmp_path / "stick", "by-hand", keep=1)
        rounds = [backup(store, tmp_path / "stick", f"round {n}", keep=2) for n in range(4)]
    assert sorted(backups(tmp_path / "stick")) == sorted([hand, *rounds[-2:]])
