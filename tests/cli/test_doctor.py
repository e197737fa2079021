"""`komandor doctor` finds what was planted, names it, and says what mends it."""

import errno
import json
import os
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from komandor.cli.doctor import checks
from komandor.cli.exits import OK, REFUSED
from komandor.cli.main import main
from komandor.store.sqlite import FILE
from tests.cli.terminal import Run

Usage = namedtuple("Usage", "total used free")


class Patient:
    """A data folder with one event, and what the doctor is told about it."""

    def __init__(self, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        self.run, self.set, self.tmp, self.options = run, monkeypatch, tmp_path, list[str]()
        self.folder, self.held = run.folder, ExitStack()
        run.event(
            "new", "--game", "destiny", "--name", "Cup", "--date", "2026-11-15", "--organiser", "Marta Nowak"
        )
        run.event("register", "Anna Nowak", "Jan Kowalski")

    def certificate(self, days: int, name: str) -> None:
        """A certificate of its own; a negative number of days: one that has ended."""
        file = self.tmp / "site.pem"
        make = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            f"/CN={name}",
            "-days",
            str(days),
        ]
        out = [
            "-keyout",
            str(self.tmp / "key.pem"),
            "-out",
            str(file),
            "-addext",
            f"subjectAltName=DNS:{name}",
        ]
        if not shutil.which("openssl"):
            pytest.fail("openssl is needed to make a certificate: sudo apt-get install -y openssl")
        subprocess.run([*make, *out], check=True, capture_output=True)
        self.options += ["--certificate", str(file)]

    def seen(self) -> tuple[int, list[dict[str, str]]]:
        self.run.capsys.readouterr()
        code = main(["doctor", "--data", str(self.folder), "--json", *self.options])
        return code, json.loads(self.run.capsys.readouterr().out)["found"]


@pytest.fixture
def patient(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Patient]:
    monkeypatch.setattr(checks, "local_ips", lambda: ("192.0.2.7",))
    made = Patient(run, monkeypatch, tmp_path)
    with made.held:
        yield made


def the_disk_is_full(p: Patient) -> None:
    p.set.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 10**12, 5 * 10**6))


def the_folder_is_synced(p: Patient) -> None:
    p.folder = p.tmp / "Dropbox" / "komandor"


def the_folder_is_a_file(p: Patient) -> None:
    p.folder = p.tmp / "file"
    p.folder.write_text("")


def others_can_read_the_secret(p: Patient) -> None:
    (p.folder / "secret-key").write_text("x" * 64)
    (p.folder / "secret-key").chmod(0o644)


def the_data_are_newer(p: Patient) -> None:
    with closing(sqlite3.connect(p.folder / FILE, isolation_level=None)) as db:
        db.execute("INSERT INTO schema_version VALUES (99)")


def pages_are_damaged(p: Patient) -> None:
    with (p.folder / FILE).open("r+b") as file:
        file.seek(4096)
        file.write(b"\0" * 3 * 4096)


def a_log_was_changed(p: Patient) -> None:
    with closing(sqlite3.connect(p.folder / FILE, isolation_level=None)) as db:
        db.execute("DROP TRIGGER log_no_update")
        db.execute("""UPDATE log SET event = replace(event, 'destiny', 'armada') WHERE seq = 1""")


def the_clock_is_behind(p: Patient) -> None:
    p.set.setattr("time.time", lambda: 1_500_000_000.0)


def the_computer_is_in_no_network(p: Patient) -> None:
    p.set.setattr(checks, "local_ips", lambda: ())


def the_port_is_taken(p: Patient) -> None:
    taken = socket.create_server(("127.0.0.1", 0))
    p.held.enter_context(taken)
    p.options += ["--port", str(taken.getsockname()[1])]


def the_port_of_the_settings_is_taken(p: Patient) -> None:
    taken = socket.create_server(("127.0.0.1", 0))
    p.held.enter_context(taken)
    (p.tmp / "komandor.toml").write_text(f"[serve]\nport = {taken.getsockname()[1]}\n")
    p.set.setenv("KOMANDOR_CONFIG", str(p.tmp / "komandor.toml"))


def the_certificate_has_ended(p: Patient) -> None:
    p.certificate(1, "cup.example")
    p.set.setattr("time.time", lambda: __import__("datetime").datetime.now().timestamp() + 3 * 86_400)


def the_certificate_has_another_name(p: Patient) -> None:
    p.certificate(400, "other.example")
    p.set.setenv("KOMANDOR_HOSTS", "cup.example")


def the_database_server_is_away(p: Patient) -> None:
    p.set.setattr("komandor.store.postgres.START", 0.2)
    p.options += ["--database", "postgres://komandor@127.0.0.1:1/komandor"]


def a_key_is_misspelt(p: Patient) -> None:
    (p.tmp / "komandor.toml").write_text("[simulate]\nplayer = 3\n")
    p.set.setenv("KOMANDOR_CONFIG", str(p.tmp / "komandor.toml"))


def a_port_is_no_number(p: Patient) -> None:
    (p.tmp / "komandor.toml").write_text('[serve]\nport = "http"\n')
    p.set.setenv("KOMANDOR_CONFIG", str(p.tmp / "komandor.toml"))


def a_port_in_a_variable_is_too_large(p: Patient) -> None:
    p.set.setenv("KOMANDOR_SERVE_PORT", "80000")


def a_table_is_not_closed(p: Patient) -> None:
    (p.tmp / "komandor.toml").write_text("[serve\n")
    p.set.setenv("KOMANDOR_CONFIG", str(p.tmp / "komandor.toml"))


def the_file_of_settings_is_gone(p: Patient) -> None:
    p.set.setenv("KOMANDOR_CONFIG", str(p.tmp / "none.toml"))


def the_certificate_is_no_certificate(p: Patient) -> None:
    (p.tmp / "site.pem").write_text("nonsense")
    p.options += ["--certificate", str(p.tmp / "site.pem")]


def the_disk_fails_when_the_database_is_opened(p: Patient) -> None:
    """As SQLite says it on a full disk, on one that is read-only, and in a folder of somebody else."""

    def fail(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    p.set.setattr(sqlite3, "connect", fail)


def a_proxy_without_a_name(p: Patient) -> None:
    p.set.setenv("KOMANDOR_PROXY", "1")


def everybody_can_write_to_the_folder(p: Patient) -> None:
    p.folder.chmod(0o777)


def everybody_can_read_the_settings(p: Patient) -> None:
    file = p.tmp / "komandor.toml"
    file.write_text(f"secret = '{'s' * 32}'\n", encoding="utf-8")
    file.chmod(0o644)
    p.set.setenv("KOMANDOR_SECRET", "")  # so that what the file sets is taken away after the test
    p.set.delenv("KOMANDOR_SECRET")
    p.set.setenv("KOMANDOR_CONFIG", str(file))


def backups_cannot_be_saved(p: Patient) -> None:
    (p.tmp / "stick").write_text("a file, where a folder was expected", encoding="utf-8")
    p.set.setenv("KOMANDOR_SERVE_BACKUP", str(p.tmp / "stick"))


PLANTED: dict[Callable[[Patient], None], tuple[str, str]] = {
    the_disk_is_full: ("doctor.disk_full", "Delete something"),
    the_folder_is_synced: ("doctor.folder", "Choose another one"),
    the_folder_is_a_file: ("doctor.folder", "Choose another one"),
    others_can_read_the_secret: ("doctor.secret_open", "chmod 600"),
    the_data_are_newer: ("store.newer_schema", "Update Komandor"),
    pages_are_damaged: ("doctor.database_damaged", "komandor restore"),
    a_log_was_changed: ("store.damaged_log", "restore the last backup"),
    the_clock_is_behind: ("doctor.clock", "Set the clock"),
    the_computer_is_in_no_network: ("doctor.network_none", "Join the venue’s Wi-Fi"),
    the_port_is_taken: ("doctor.port", "another --port"),
    the_port_of_the_settings_is_taken: ("doctor.port", "another --port"),
    the_certificate_has_ended: ("doctor.certificate_ended", "Renew it"),
    the_certificate_has_another_name: ("doctor.certificate_names", "cup.example"),
    the_database_server_is_away: (
        "doctor.database_silent",
        "server at 127.0.0.1:1: Connection refused. Start",
    ),
    everybody_can_write_to_the_folder: ("doctor.folder_open", "chmod 700"),
    everybody_can_read_the_settings: ("doctor.settings_open", "komandor.toml, which holds the password"),
    backups_cannot_be_saved: ("doctor.copies_closed", "serve --backup"),
    a_key_is_misspelt: ("configuration.key", "The nearest one is players."),
    a_port_is_no_number: ("configuration.misfit", "komandor.toml: serve.port can’t be used"),
    a_port_in_a_variable_is_too_large: ("configuration.variable_misfit", "KOMANDOR_SERVE_PORT"),
    a_table_is_not_closed: ("configuration.unreadable", "Correct the file"),
    the_file_of_settings_is_gone: ("configuration.unreadable", "none.toml"),
    the_certificate_is_no_certificate: ("doctor.certificate", "site.pem can’t be read: Error decoding"),
    the_disk_fails_when_the_database_is_opened: ("doctor.database_closed", "Free the disk, or correct"),
    a_proxy_without_a_name: ("doctor.proxy_without_name", "KOMANDOR_HOSTS"),
}


def test_a_healthy_machine_has_no_trouble(patient: Patient) -> None:
    code, found = patient.seen()
    assert [row for row in found if row["level"] == "trouble"] == []
    assert code == OK


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_planted_trouble_is_found_with_its_mend(plant: Any, patient: Patient) -> None:
    plant(patient)
    code, found = patient.seen()
    wanted, mend = PLANTED[plant]
    troubles = {row["code"]: row["text"] for row in found if row["level"] == "trouble"}
    assert list(troubles) == [wanted], found
    assert mend in troubles[wanted]
    assert code == REFUSED


@pytest.mark.parametrize(
    ("hours", "lang", "said"),
    [
        (1, "en", "The certificate expires today. Renew it."),
        (1, "pl", "Certyfikat wygasa dziś. Odnów go."),
        (24, "en", "The certificate expires in 1 day. Renew it."),
        (20 * 24, "en", "The certificate is valid for 20 more days."),
    ],
)
def test_the_end_of_a_certificate_is_told_in_days(hours: int, lang: str, said: str, patient: Patient) -> None:
    ends = "Nov 19 12:00:00 2026 GMT"
    patient.set.setattr(checks, "_decoded", lambda _: {"notAfter": ends})
    patient.set.setattr("time.time", lambda: ssl.cert_time_to_seconds(ends) - hours * 3600)
    patient.set.delenv("KOMANDOR_HOSTS", raising=False)
    patient.options += ["--certificate", str(patient.tmp), "--lang", lang]
    assert said in [row["text"] for row in patient.seen()[1]]


def test_a_misspelt_variable_is_a_warning_also_of_another_command(patient: Patient) -> None:
    patient.set.setenv("KOMANDOR_DATABSE", "x")
    patient.set.setenv("KOMANDOR_SERVE_PROT", "1")
    patient.set.setenv("KOMANDOR_SERVE_PORT", "1")
    code, found = patient.seen()
    texts = [row["text"] for row in found if row["code"] == "configuration.variable"]
    assert texts == [
        "KOMANDOR_DATABSE is no variable of Komandor. The nearest one is KOMANDOR_DATABASE.",
        "KOMANDOR_SERVE_PROT is no variable of Komandor. The nearest one is KOMANDOR_SERVE_PORT.",
    ]
    assert code == OK


def test_a_misspelt_folder_is_named_and_not_made(patient: Patient) -> None:
    patient.folder = patient.tmp / "evnets"
    code, found = patient.seen()
    assert "doctor.folder_none" in {row["code"] for row in found if row["level"] == "warning"}
    assert (code, patient.folder.exists()) == (OK, False)


def test_a_folder_that_nobody_may_look_into_is_named(patient: Patient) -> None:
    """Root may look into every folder, so the system's answer is made up."""
    real = os.stat

    def closed(place: Any, *args: Any, **kwargs: Any) -> os.stat_result:
        if str(place).startswith(str(patient.folder)):
            raise PermissionError(errno.EACCES, "Permission denied", str(place))
        return real(place, *args, **kwargs)

    patient.set.setattr(os, "stat", closed)
    code, found = patient.seen()
    assert {row["code"] for row in found if row["level"] == "trouble"} == {
        "doctor.folder",
        "doctor.database_closed",
    }
    assert code == REFUSED


@pytest.mark.parametrize("plant", [a_key_is_misspelt, a_table_is_not_closed])
def test_wrong_settings_are_named_in_polish_too(plant: Any, patient: Patient) -> None:
    plant(patient)
    patient.options += ["--lang", "pl"]
    text = next(row["text"] for row in patient.seen()[1] if row["subject"] == "settings")
    assert "ustawie" in text
    assert "there is" not in text


def test_the_clock_has_a_line_of_its_own(patient: Patient) -> None:
    assert [row["code"] for row in patient.seen()[1] if row["subject"] == "clock"] == ["doctor.clock_good"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_few_files_and_a_missing_copy_are_warnings(patient: Patient) -> None:
    import resource

    patient.set.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    code, found = patient.seen()
    assert {row["code"] for row in found if row["level"] == "warning"} >= {
        "doctor.files",
        "doctor.copies_none",
    }
    assert code == OK
