"""What is shipped for servers works as it stands there: image, compose file and units of systemd.

Tests have no container engine, so each step of the image is tried without one: the wheel (`test_wheel.py`),
the proxy (`test_nginx.py`), and here the command, the environment and the health check, word by word.
"""

import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bootstrap import ROOT
from komandor.cli.main import main
from tests.support.child import Child
from tests.support.nginx import free_port
from tests.support.waiting import PATIENCE

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
UNITS = ("komandor.service", "komandor-several.service")
GUARDED = {
    *(
        "NoNewPrivileges=yes",
        "PrivateTmp=yes",
        "PrivateDevices=yes",
        "ProtectSystem=strict",
        "ProtectHome=yes",
    ),
    *("CapabilityBoundingSet=", "RestrictNamespaces=yes", "SystemCallFilter=@system-service", "UMask=0077"),
    *("ReadWritePaths=/opt/komandor /var/lib/komandor", "User=komandor", "LimitNOFILE=65536"),
}


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} (.+)$", DOCKERFILE, re.MULTILINE)


def words(name: str) -> list[str]:
    """What an instruction of the image runs, word by word."""
    (found,) = instructions(name)
    return re.findall(r'"([^"]*)"', found)


def service(name: str) -> str:
    """The part of the compose file about one service."""
    return re.split(
        r"^  \w+:$", re.split(rf"^  {name}:$", COMPOSE, flags=re.MULTILINE)[1], flags=re.MULTILINE
    )[0]


def test_the_image_is_made_of_what_is_here() -> None:
    copied = [word for line in instructions("COPY") if "--from" not in line for word in line.split()[:-1]]
    assert [word for word in copied if not (ROOT / word).exists()] == []
    run = "\n".join(instructions("RUN"))
    assert "--require-hashes -r requirements.txt" in run
    assert "python -m build --wheel" in run
    assert "mkdir /data && chown komandor /data" in run
    assert instructions("USER") == ["komandor"], "the site is not run by root"
    assert DOCKERFILE.index("chown komandor /data") < DOCKERFILE.index("USER komandor")


def test_proxy_and_site_of_the_compose_file_fit_together() -> None:
    (port,) = re.findall(r"--port (\d+)", service("web"))
    proxied = re.search(r"server (\w+):(\d+);", (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8"))
    assert proxied
    assert proxied.groups() == ("web", port)
    for mounted in re.findall(r"- \./([\w/.-]+):", service("proxy")):
        assert (ROOT / mounted).exists() or mounted == "deploy/certs"
    asked = set(re.findall(r"\$\{(\w+)", COMPOSE))
    assert asked == {"POSTGRES_PASSWORD", "KOMANDOR_SECRET", "KOMANDOR_HOSTS"}
    for lang in ("en", "pl"):
        guide = (ROOT / "docs/guides" / lang / "host.md").read_text(encoding="utf-8")
        assert [name for name in asked if name not in guide] == []


@pytest.mark.slow
@pytest.mark.skipif("sys.platform == 'win32'", reason="signals")
def test_the_container_starts_answers_its_check_and_ends(tmp_path: Path, postgres_database: str) -> None:
    (told,) = re.findall(r"^    command: (.+)$", service("web"), re.MULTILINE)
    given = dict(
        re.findall(
            r'^      (KOMANDOR_\w+|FORWARDED_\w+): "?([^"\n]+?)"?(?: #.*)?$', service("web"), re.MULTILINE
        )
    )
    assert given["KOMANDOR_DATABASE"].startswith("postgres://komandor:${POSTGRES_PASSWORD:?}@database/")
    own = {
        "KOMANDOR_DATABASE": postgres_database,
        "KOMANDOR_SECRET": "s" * 40,
        "KOMANDOR_HOSTS": "cup.example",
    }
    port = free_port()
    site = Child(tmp_path / "data", env=given | own, verb=tuple(told.split()))
    site.data.mkdir(mode=0o700)
    site.url = here = f"http://127.0.0.1:{port}"  # the options of the test come last, and win
    site.start()
    try:
        assert site.home.startswith("/host/")
        assert "no variable" not in site.data.with_suffix(".said").read_text()
        check = words("HEALTHCHECK .*CMD")[1:]
        asked = [word.replace(":8000/", f":{port}/") for word in check]
        assert f"{here}/healthz" in asked[1]
        assert subprocess.run([sys.executable, *asked], check=False).returncode == 0
        assert site.process
        site.process.send_signal(getattr(signal, instructions("STOPSIGNAL")[0]))
        assert site.process.wait(PATIENCE) == 0
        assert subprocess.run([sys.executable, *asked], check=False, capture_output=True).returncode == 1
    finally:
        site.stop()


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_is_guarded_and_starts_what_there_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    unit = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    assert GUARDED - set(unit.splitlines()) == set()
    (start,) = re.findall(r"^ExecStart=/opt/komandor/run (.+)$", unit, re.MULTILINE)
    assert main([*shlex.split(start), "--help"]) == 0, capsys.readouterr().err
    assert ("--processes" in start) == ("ExecReload=/bin/kill -HUP $MAINPID" in unit) == ("several" in name)
    assert "postgres://" not in unit, "a password belongs into /etc/komandor.env"


@pytest.mark.skipif("sys.platform != 'linux'", reason="systemd is Linux only")
def test_systemd_understands_the_units_and_finds_them_guarded(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.fail("no systemd-analyze for the units: sudo apt-get install -y systemd", pytrace=False)
    for name in UNITS:
        text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("/opt/komandor/run", "/bin/true"))
    files = [str(tmp_path / name) for name in UNITS]
    found = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    security = [
        "systemd-analyze",
        "security",
        "--offline=true",
        "--threshold=20",
        *files,
    ]  # of 100; the usual is 96
    found = subprocess.run(security, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout[-300:] + found.stderr
