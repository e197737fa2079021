"""Everything `./run` and `./test` do before the product itself: environment, browser, checks.

Standard library only, because it runs before anything is installed, and the same on Linux, macOS and
Windows. The second start finds a stamp in `.venv` and does nothing, so it is instant and needs no network.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = str(BIN / ("python.exe" if WINDOWS else "python"))

REQUIREMENTS = {"run": ("requirements.txt",), "dev": ("requirements.txt", "requirements-dev.txt")}
"""The lock files each environment answers for; the last one is installed and holds the others."""

SHELL = "chromium-headless-shell"
"""Chromium without windows, also the name of its Debian package: a page costs a quarter of the time."""
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
CHROMIUM_PLACES = (
    "/usr/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)

LINT_IMPORTS = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_logo=True))"

STATIC_CHECKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ruff check", ("-m", "ruff", "check", "--quiet", ".")),
    ("ruff format", ("-m", "ruff", "format", "--check", "--quiet", ".")),
    ("mypy", ("-m", "mypy")),
    ("import-linter", ("-c", LINT_IMPORTS)),
)

PYTEST = ("-m", "pytest")
IN_PARALLEL = ("-n", "3", "--dist", "worksteal")
QUICK = ("-m", "not browser and not slow")


def main(args: Sequence[str]) -> NoReturn:
    """`bootstrap.py run ARGS`, `bootstrap.py test ARGS` or `bootstrap.py test quick`."""
    verb, rest = args[0], args[1:]
    forget_other_environments()
    if verb == "run":
        prepare("dev" if rest[:1] == ["bench"] else "run")  # a benchmark needs the peers that it measures
        become(["-m", "komandor", *(rest or ["serve"])])
    os.chdir(ROOT)
    prepare("dev")
    if rest == ["quick"]:
        check_and_test(QUICK)
    if rest:
        prepare_browser(insist=False)
        become([*PYTEST, *rest])
    prepare_browser(insist=True)
    prepare_nginx()
    prepare_systemd()
    check_and_test(())


def check_and_test(selection: Sequence[str]) -> NoReturn:
    """pytest runs the static checks beside the tests; a check that fails is a failure of the tests."""
    os.environ["KOMANDOR_STATIC_CHECKS"] = "1"
    become([*PYTEST, *IN_PARALLEL, *selection])


# The environment


def forget_other_environments() -> None:
    """Settings meant for another Python must not leak into ours. Bytecode saves seconds."""
    pip = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX")
    for name in ("PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", *pip):
        os.environ.pop(name, None)


def prepare(kind: str) -> None:
    """Make `.venv` hold exactly what the lock files say, unless its stamp says that it does already."""
    if is_ready(kind):
        return
    with only_one_at_a_time():
        if is_ready(kind):
            return
        make_venv()
        install(REQUIREMENTS[kind][-1])
        link_source()
        stamp(kind).write_text(fingerprint(kind), encoding="ascii")


def is_ready(kind: str) -> bool:
    wider = {"run": ("run", "dev"), "dev": ("dev",)}[kind]
    return Path(PYTHON).exists() and any(stamped(each) == fingerprint(each) for each in wider)


def stamp(kind: str) -> Path:
    return VENV / f"komandor-{kind}.stamp"


def stamped(kind: str) -> str:
    return stamp(kind).read_text(encoding="ascii") if stamp(kind).exists() else ""


def fingerprint(kind: str) -> str:
    """Changes with the lock files, and with the folder: an environment cannot be moved."""
    digest = hashlib.sha256(os.fsencode(ROOT))
    for name in REQUIREMENTS[kind]:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def make_venv() -> None:
    if works(PYTHON):
        return
    say("making the environment .venv …")
    shutil.rmtree(VENV, ignore_errors=True)
    command = [sys.executable, "-m", "venv", str(VENV)]
    if subprocess.run(command, capture_output=True, check=False).returncode == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if not apt_install("python3-venv"):
        give_up("Python cannot make an environment here.", "sudo apt-get install -y python3-venv")
    if subprocess.run(command, check=False).returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        give_up("Python cannot make an environment here.", " ".join(command))


def works(python: str) -> bool:
    """A half-made environment, or one whose Python was upgraded away, is made again."""
    if not Path(python).exists():
        return False
    probe = [python, "-P", "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def install(requirements: str) -> None:
    """With uv, which takes seconds; with pip, which takes a minute, where uv cannot be had."""
    say(f"installing {requirements} …")
    locked = ["--require-hashes", "-r", str(ROOT / requirements)]
    pip = [PYTHON, "-P", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    with_uv = [
        [*pip, "--require-hashes", "-r", str(ROOT / "requirements-uv.txt")],
        [PYTHON, "-P", "-m", "uv", "pip", "install", "--quiet", "--python", PYTHON, *locked],
    ]
    if all(subprocess.run(step, capture_output=True, check=False).returncode == 0 for step in with_uv):
        return
    say("uv could not; trying pip, which is slower …")
    if subprocess.run([*pip, *locked], check=False).returncode:
        give_up("The dependencies could not be installed: is there a network?", "./run")


def link_source() -> None:
    """An editable install without a build: the environment looks for the package in `src` beside it."""
    link = "import os, sys; sys.path.append(os.path.realpath(os.path.join(sys.prefix, os.pardir, 'src')))"
    write = (
        "import pathlib, sys, sysconfig;"
        "pathlib.Path(sysconfig.get_path('purelib'), 'komandor-source.pth').write_text(sys.argv[1])"
    )
    subprocess.run([PYTHON, "-P", "-c", write, link + "\n"], check=True)


@contextlib.contextmanager
def only_one_at_a_time() -> Iterator[None]:
    """Two starts at once must not build one environment: the second waits for the first."""
    with (ROOT / ".venv.lock").open("w") as handle:
        lock(handle.fileno())
        yield


def lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)


# The browser


def find_chromium(*, windows: bool = False) -> str | None:
    """The browser for the tests: what is on PATH, then the usual places; `windows` excludes the shell."""
    on_path = (shutil.which(name) for name in (*([] if windows else [SHELL]), *CHROMIUM_NAMES))
    in_place = (place for place in CHROMIUM_PLACES if Path(place).exists())
    return next((found for found in on_path if found), None) or next(in_place, None)


def prepare_browser(*, insist: bool) -> None:
    """Have a browser, installing it where we may. The whole suite insists; a part of it only warns.

    Where only a Chromium with windows is found, the faster shell is tried for once.
    """
    tried = VENV / "komandor-shell.stamp"
    if not shutil.which(SHELL) and not tried.exists():
        apt_install(SHELL)
        tried.touch()
    if find_chromium() or (apt_install("chromium") and find_chromium()):
        return
    problem, remedy = "No Chromium for the browser tests.", "sudo apt-get install -y chromium"
    if insist:
        give_up(problem, remedy)
    say(f"{problem} To mend it: {remedy}")


def apt_install(package: str) -> bool:
    """True if Debian's package is now installed; False where we may not or cannot."""
    if (as_root := apt_as_root()) is None:
        return False
    say(f"installing Debian's package {package} …")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update", "-qq"], ["install", "-y", "-qq", package]):
        done = subprocess.run([*as_root, *step], env=environment, stdout=subprocess.DEVNULL, check=False)
    return done.returncode == 0


def apt_as_root() -> list[str] | None:
    """The command for Debian's packages with the rights that it needs; None where we may not."""
    root = not WINDOWS and os.geteuid() == 0
    if not shutil.which("apt-get") or not (root or shutil.which("sudo")):
        return None
    return ["apt-get"] if root else ["sudo", "-n", "apt-get"]


# The proxy


def find_nginx() -> str | None:
    """The proxy for the tests: what is installed, or what was unpacked for them."""
    places = (shutil.which("nginx"), "/usr/sbin/nginx", str(VENV / "nginx/usr/sbin/nginx"))
    return next((place for place in places if place and Path(place).exists()), None)


def prepare_nginx() -> None:
    """Have Debian's nginx, unpacked beside the environment: installed, it would begin to serve on port 80."""
    if WINDOWS or find_nginx():
        return
    if shutil.which("apt-get") and shutil.which("dpkg"):
        say("unpacking Debian's package nginx …")
        if not unpack("nginx") and (apt := apt_as_root()):
            subprocess.run([*apt, "update", "-qq"], stdout=subprocess.DEVNULL, check=False)
            unpack("nginx")
    if not find_nginx():
        give_up("No nginx for the tests of the proxy.", "sudo apt-get install -y nginx-light")


def prepare_systemd() -> None:
    """Have what reads the units of systemd that are shipped; nothing is started by it."""
    if sys.platform == "linux" and not shutil.which("systemd-analyze") and not apt_install("systemd"):
        give_up("No systemd-analyze for the tests of the units.", "sudo apt-get install -y systemd")


def unpack(package: str) -> bool:
    """True if the files of Debian's package are now beside the environment."""
    with tempfile.TemporaryDirectory() as name:
        command = f'apt-get download -qq {package} && dpkg -x {package}_*.deb "$0"'
        whole = ["sh", "-c", command, str(VENV / package)]
        return subprocess.run(whole, cwd=name, capture_output=True, check=False).returncode == 0


# Small things


def become(command: Sequence[str]) -> NoReturn:
    """Hand over to the environment's Python, so that signals and the exit code are its own."""
    whole = [PYTHON, "-P", *command]
    sys.stdout.flush()
    if WINDOWS:
        sys.exit(subprocess.run(whole, check=False).returncode)
    os.execv(PYTHON, whole)


def say(text: str) -> None:
    print(f"komandor: {text}", file=sys.stderr, flush=True)


def give_up(problem: str, remedy: str) -> NoReturn:
    line = "!" * 72
    text = f"\n{line}\nkomandor: {problem}\nTo mend it, run:\n\n    {remedy}\n\n{line}"
    print(text, file=sys.stderr, flush=True)
    sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
