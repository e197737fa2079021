"""Debian's nginx on loopback with the configuration that is shipped, TLS and a certificate of its own."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import create_connection, create_server

import pytest

from bootstrap import ROOT, find_nginx
from tests.support.waiting import PATIENCE, wait_until

NAME = "cup.example"
SHIPPED = ROOT / "deploy" / "nginx.conf"
MAIN = """{user}daemon off;
worker_processes 2;
worker_rlimit_nofile 65536;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 32768; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/komandor.conf;
}}
"""


@dataclass(frozen=True)
class Proxy:
    """A running nginx."""

    folder: Path
    port: int  # TLS
    plain: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    def logs(self) -> str:
        """Everything that it has written down."""
        return "".join((self.folder / name).read_text() for name in ("access.log", "error.log"))


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def certificate(folder: Path) -> None:
    """A certificate of our own for the name of the site, where the shipped configuration looks for it."""
    if not shutil.which("openssl"):
        pytest.fail("openssl is needed to make a certificate: sudo apt-get install -y openssl", pytrace=False)
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2".split()
    command += ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    command += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)


def configuration(folder: Path, sites: tuple[int, ...], tls: int, plain: int) -> str:
    """What is shipped, with the ports and folders of this test."""
    text = SHIPPED.read_text(encoding="utf-8")
    own = {
        "server web:8000;": " ".join(f"server 127.0.0.1:{site};" for site in sites),
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{tls} ssl;",
        "/etc/nginx/certs/": f"{folder}/",
        "/var/log/nginx/": f"{folder}/",
    }
    for shipped, mine in own.items():
        assert shipped in text, f"{SHIPPED.name}: {shipped} is no longer there"
        text = text.replace(shipped, mine)
    return text


@contextmanager
def proxy(folder: Path, *sites: int) -> Iterator[Proxy]:
    """nginx before the site on these ports, until the block ends."""
    program = find_nginx()
    if program is None:
        pytest.fail("no nginx for the proxy: sudo apt-get install -y nginx-light", pytrace=False)
    folder.mkdir()
    certificate(folder)
    tls, plain = free_port(), free_port()
    (folder / "komandor.conf").write_text(configuration(folder, sites, tls, plain))
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user))
    command = [program, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log"), "-p", str(folder)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    try:
        assert wait_until(lambda: process.poll() is not None or _listens(tls)), "nginx did not start"
        assert process.poll() is None, process.stderr and process.stderr.read().decode()
        yield Proxy(folder, tls, plain, process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)


def _listens(port: int) -> bool:
    try:
        create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
