"""A site starts with one command, says that it is alive, and speaks Polish and English."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

from komandor import __version__
from komandor.store import data_folder
from komandor.web.rendering import i18n
from komandor.web.rendering.numerals import decimal
from komandor.web.server import addresses
from komandor.web.server.assets import Assets
from tests.support.site import Served
from tests.support.waiting import PATIENCE


def test_healthz(served: Served) -> None:
    answer = served.client.get("/healthz")
    assert answer.json() == {"status": "ok", "version": __version__, "store": "memory"}


def test_the_language_is_remembered(served: Served) -> None:
    client = served.client
    assert '<html lang="pl"' in client.get("/nowhere").text
    answer = client.get("/lang/en", params={"next": "/styleguide?x=1"})
    assert answer.headers["location"] == "/styleguide?x=1"
    assert '<html lang="en"' in client.get("/nowhere").text
    assert '<html lang="en"' in client.get("/styleguide").text


@pytest.mark.parametrize(
    ("cookie", "accept", "lang"),
    [
        ("", "", "pl"),
        ("lang=en", "pl", "en"),
        ("csrf=x; lang=pl", "en", "pl"),
        ("lang=de", "en-US,en;q=0.5", "en"),
        ("", "de,en;q=0.3,pl;q=0.8", "pl"),
        ("", "en;q=oops,fr", "en"),
        ("", "de-DE,de;q=0.9", "en"),
        ("", "*", "pl"),
    ],
)
def test_choosing_a_language(cookie: str, accept: str, lang: str) -> None:
    assert i18n.choose("", cookie, accept) == lang


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "1 punkt"),
        (2, "2 punkty"),
        (5, "5 punktów"),
        (12, "12 punktów"),
        (22, "22 punkty"),
        (0, "0 punktów"),
    ],
)
def test_three_polish_plural_forms(count: int, text: str) -> None:
    pattern = i18n.translations("pl").ngettext("%(num)d point", "%(num)d points", count)
    assert pattern % {"num": count} == text


@pytest.mark.parametrize(
    ("value", "places", "polish"),
    [(Fraction(2, 3), 2, "0,67"), (Fraction(1, 200), 2, "0,01"), (5, 0, "5"), (Fraction(-1, 3), 1, "−0,3")],
)
def test_numbers_are_rounded_only_for_reading(value: Fraction, places: int, polish: str) -> None:
    assert decimal(value, places, "pl") == polish
    assert decimal(value, places, "en") == polish.replace(",", ".")


def test_assets_are_kept_for_ever_under_their_stamp(served: Served) -> None:
    page = served.client.get("/styleguide").text
    links = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert len(links) >= 8
    for link in links:
        answer = served.client.get(link)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    assert served.client.get("/static/older/komandor.css").headers["cache-control"] == "no-cache"


def test_everything_the_style_sheet_names_exists() -> None:
    assets = Assets.load()
    sheet = assets.by_name["komandor.css"].plain.decode()
    named = set(re.findall(r'url\("([^"]+)"\)', sheet))
    assert named, "fonts at least"
    assert named <= assets.by_name.keys()


def test_every_sheet_closes_the_layer_that_it_opens() -> None:
    """All are served as one: a bracket too many in one of them takes the rules of those that follow."""
    for path in sorted(Path(str(files("komandor.web"))).glob("static/css/*.css")):
        depth = 0
        for sign in re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL):
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0, f"{path.name} closes more than it opens"
        assert not depth, f"{path.name} opens more than it closes"


def test_dark_is_the_same_by_wish_and_by_choice() -> None:
    sheet = (files("komandor.web") / "static" / "css" / "tokens.css").read_text()
    wished = sheet.split(':root:not([data-theme="light"]) {')[1].split("}")[0]
    chosen = sheet.split(':root[data-theme="dark"] {')[1].split("}")[0]
    assert wished.split() == chosen.split()


def test_the_secret_is_made_once_and_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KOMANDOR_SECRET", raising=False)
    first = data_folder.secret_of(tmp_path / "new")
    assert data_folder.secret_of(tmp_path / "new") == first
    assert len(first) == 64
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "new" / data_folder.KEY_FILE).stat().st_mode) == 0o600


def test_addresses_for_phones() -> None:
    assert addresses.addresses("127.0.0.1", 8000) == ("http://127.0.0.1:8000",)
    assert addresses.addresses("0.0.0.0", 8000, frozenset({"play.example.org"})) == (
        "https://play.example.org",
    )
    assert all(address.startswith("http://") for address in addresses.addresses("0.0.0.0", 80))


@pytest.mark.skipif(os.name != "posix", reason="SIGTERM ends a process cleanly on POSIX only")
def test_serve_starts_answers_and_ends_cleanly_on_sigterm(tmp_path: Path) -> None:
    started = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "komandor",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--data",
            str(tmp_path / "events"),
            "--no-browser",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert started.stdout is not None
        printed = started.stdout.readline().split()[-1]
        health = json.loads(httpx.get(urljoin(printed, "/healthz")).text)
        assert health == {"status": "ok", "version": __version__, "store": "sqlite"}
        started.send_signal(signal.SIGTERM)
        assert started.wait(PATIENCE) == 0
    finally:
        started.kill()
        started.communicate()


def test_a_taken_port_is_said_in_one_sentence(served: Served, tmp_path: Path) -> None:
    port = served.url.rsplit(":", 1)[1]
    answer = subprocess.run(
        [
            sys.executable,
            "-m",
            "komandor",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            port,
            "--data",
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert answer.returncode == 2
    assert answer.stderr.startswith("--host/--port: cannot listen on 127.0.0.1")
