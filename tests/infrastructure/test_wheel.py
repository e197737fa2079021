"""The wheel holds every file of the package; installed far from the repository, it serves the whole site."""

import json
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest
from packaging.requirements import Requirement

from bootstrap import ROOT
from komandor import __version__
from komandor.core.lists.cards import plain
from komandor.rulebook import rules
from komandor.store import open_store
from tests.lists.made import LEGAL, catalogue
from tests.support.child import Child
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.slow

SOURCE = ROOT / "src"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds the wheel and the libraries that it asks for: no extra, no repository."""
    place = tmp_path_factory.mktemp("far away") / "ółka"
    venv.create(place, with_pip=False)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(place), "platbase": str(place)}))
    install = ["pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    done = subprocess.run([sys.executable, "-m", *install], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    mine = _komandor(site)
    for name in sorted(_asked_by(mine)):
        for part in {file.parts[0] for file in distribution(name).files or () if file.parts[0] != ".."}:
            if not (site / part).exists():
                (site / part).symlink_to(Path(sysconfig.get_path("purelib")) / part)
    return site


def _komandor(site: Path) -> Distribution:
    return next(one for one in distributions(path=[str(site)]) if one.name == "komandor")


def _asked_by(one: Distribution) -> set[str]:
    """The libraries that a library needs, and those that they need, without any extra."""
    wanted = (Requirement(text) for text in one.requires or ())
    names = {each.name for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})}
    return names.union(*(_asked_by(distribution(name)) for name in names))


def test_it_asks_for_the_libraries_of_postgresql_only_as_an_extra(installed: Path) -> None:
    mine = _komandor(installed)
    assert not any(name.startswith("psycopg") for name in _asked_by(mine))
    assert "postgres" in mine.metadata.get_all("Provides-Extra", [])
    assert len(mine.metadata.get_all("Project-URL", [])) == 4
    python = installed.parents[2] / "bin" / "python"
    ask = [str(python), "-m", "komandor", "serve", "--database", "postgres://x/y"]
    done = subprocess.run(ask, capture_output=True, text=True, check=False, env={"PATH": ""})
    assert (done.returncode, done.stderr.count("komandor[postgres]")) == (2, 1)


def test_it_knows_the_coverage_of_every_rule(installed: Path, tmp_path: Path) -> None:
    python = installed.parents[2] / "bin" / "python"
    ask = [str(python), "-m", "komandor", "rules", "--coverage", "--json"]
    done = subprocess.run(ask, capture_output=True, text=True, check=True, cwd=tmp_path, env={"PATH": ""})
    covered = json.loads(done.stdout)["rules"]
    assert len(covered) == len(rules())
    assert any(rule["tests"] for rule in covered)


@pytest.fixture(scope="module")
def served(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """The demo: an event in mid-round, made and served by the wheel alone."""
    home = tmp_path_factory.mktemp("home")
    python = installed.parents[2] / "bin" / "python"
    cards, pack, env = (
        home / "cards.json",
        home / "invented.zip",
        {"PATH": "", "KOMANDOR_DATA": f"{home}/data"},
    )
    cards.write_text(json.dumps(plain(catalogue("armada"))), encoding="utf-8")
    for words in (f"make {cards} --game armada --name Invented -o {pack}", f"load {pack}"):
        ask = [str(python), "-m", "komandor", "pack", *words.split()]
        subprocess.run(ask, check=True, capture_output=True, cwd=home, env=env)
    child = Child(
        home / "data",
        cwd=home,
        python=str(python),
        env={"PYTHONPATH": "", "HOME": str(home), "KOMANDOR_CONTACT": "host@cup.example"},
        verb=("demo", "--players", "6", "--at", "round"),
    )
    yield child.start()
    child.stop()


@pytest.fixture(scope="module")
def event(served: Child) -> str:
    found = re.search(r'href="/[tc]/([^/"]+)/', served.get("/").text)
    assert found
    return found[1]


def test_nothing_is_left_behind(wheel: Path) -> None:
    files = {
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "komandor").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files - set(ZipFile(wheel).namelist()) == set()


def test_the_man_page_goes_where_man_looks(wheel: Path) -> None:
    (page,) = (name for name in ZipFile(wheel).namelist() if name.endswith("share/man/man1/komandor.1"))
    text = ZipFile(wheel).read(page).decode()
    assert ".SS komandor serve" in text
    assert r"\-\-processes" in text


def test_it_runs_from_its_own_place(installed: Path, tmp_path: Path) -> None:
    python = installed.parents[2] / "bin" / "python"
    ask = [str(python), "-c", "import komandor; print(komandor.__file__)"]
    done = subprocess.run(ask, capture_output=True, text=True, check=True, cwd=tmp_path, env={"PATH": ""})
    assert Path(done.stdout.strip()).is_relative_to(installed), "the repository is out of the game"


def test_its_command_line_starts_without_a_warning(installed: Path, tmp_path: Path) -> None:
    python = installed.parents[2] / "bin" / "python"
    ask = [str(python), "-m", "komandor", "--version"]
    done = subprocess.run(ask, capture_output=True, text=True, check=False, cwd=tmp_path, env={"PATH": ""})
    assert (done.stdout, done.stderr) == (f"komandor {__version__}\n", "")


@pytest.mark.parametrize(
    ("path", "polish", "english"),
    [
        ("/", "Turnieje", "Events"),
        ("/styleguide", "Wzornik", "Style guide"),
        ("/rules", "Zasady", "Rules"),
        ("/rules/ARM-SCORE-5", "ARM-SCORE-5", "ARM-SCORE-5"),
        ("/t/EVENT/", "Armada", "Armada"),
        ("/t/EVENT/pairings", "Runda", "Round"),
        ("/t/EVENT/standings", "Klasyfikacja", "Standings"),
        ("/t/EVENT/screen", "Armada", "Armada"),
    ],
)
def test_pages_in_both_languages(served: Child, event: str, path: str, polish: str, english: str) -> None:
    for lang, text in (("pl", polish), ("en", english)):
        answer = served.get(path.replace("EVENT", event), **{"Accept-Language": lang})
        assert answer.status_code == 200, answer.text[:500]
        assert f'<html lang="{lang}"' in answer.text
        assert text in answer.text


def test_every_asset_that_pages_name_is_there(served: Child, event: str) -> None:
    """Style sheet, scripts, fonts and pictures, followed from the pages and from the style sheet."""
    with httpx.Client(base_url=served.url, follow_redirects=True, timeout=PATIENCE) as client:
        client.get(served.home)
        shown = ("/", "/new", "/new/armada", f"/t/{event}/", f"/t/{event}/screen", f"/t/{event}/verify")
        pages = "".join(client.get(path).text for path in shown)
        named = set(re.findall(r'"(/static/[^"]+)"', pages))
        sheet = next(name for name in named if name.endswith(".css"))
        folder = sheet.rsplit("/", 1)[0]
        named |= {f"{folder}/{url}" for url in re.findall(r'url\("?([^")]+)"?\)', client.get(sheet).text)}
        assert {name.rsplit(".", 1)[1] for name in named} >= {"css", "js", "woff2", "svg"}
        assert [name for name in sorted(named) if client.get(name).status_code != 200] == []


def test_a_pack_of_invented_cards_is_chosen_for_an_event_and_judges_its_lists(
    served: Child, installed: Path
) -> None:
    python = installed.parents[2] / "bin" / "python"
    listed = [str(python), "-m", "komandor", "list", "--game", "armada", "--pack", "Invented", "--json"]
    env = {"PATH": "", "KOMANDOR_DATA": str(served.data)}
    done = subprocess.run(listed, input=LEGAL["armada"], capture_output=True, text=True, check=True, env=env)
    judged = json.loads(done.stdout)
    assert (judged["verdict"], "Invented" in judged["catalogue"]) == ("legal", True)
    with httpx.Client(base_url=served.url, follow_redirects=True, timeout=PATIENCE) as client:
        client.get(served.home)
        chosen = re.search(r'href="(/new/[0-9a-f]{64})"', client.get("/new").text)
        assert chosen
        form = client.get(chosen[1])
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form.text)
        assert token
        assert "Invented" in form.text
        wish = {"csrfmiddlewaretoken": token[1], "made_for": "host", "name": "Cup", "event_kind": "store"}
        made = client.post(chosen[1], data=wish, headers={"Referer": served.url})
    with closing(open_store(served.data)) as store:
        log = store.read(made.url.path.split("/")[2])
    assert chosen[1].removeprefix("/new/") in [record.payload.get("pack") for record in log]


def test_its_event_is_exported_beside_the_running_site_and_verified(
    served: Child, event: str, installed: Path, tmp_path: Path
) -> None:
    python = installed.parents[2] / "bin" / "python"
    env = {"PATH": "", "KOMANDOR_DATA": str(served.data)}
    file = tmp_path / "event.komandor"
    for words in (f"export --event {event} -o {file}", f"verify {file}", f"check {file}"):
        ask = [str(python), "-m", "komandor", *words.split()]
        done = subprocess.run(ask, capture_output=True, text=True, check=False, cwd=tmp_path, env=env)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_manual_is_in_it_and_names_its_own_command(served: Child, lang: str) -> None:
    own = {"Accept-Language": lang}
    first = served.get("/help", **own).text
    guides = set(re.findall(r'href="(/help/[a-z]+)"', first))
    assert len(guides) >= 6
    texts = [first, served.get("/help/search?q=PostgreSQL", **own).text, served.get("/", **own).text]
    texts += [served.get(path, **own).text for path in sorted(guides)]
    assert [text for text in texts if "./run" in text] == []
    assert "komandor keys new" in "".join(texts)


def test_programs_find_what_they_ask_for(served: Child, event: str, installed: Path) -> None:
    assert "Disallow: /c/" in served.get("/robots.txt").text
    assert served.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
    assert "Contact: mailto:host@cup.example" in served.get("/.well-known/security.txt").text
    assert '"@type": "Event"' in served.get(f"/t/{event}/").text
    assert (installed / "komandor" / "py.typed").is_file()


def test_a_whole_event_can_be_started_from_it(served: Child) -> None:
    """The organiser's pages work too: templates, words, rule data of every game."""
    with httpx.Client(base_url=served.url, follow_redirects=True, timeout=PATIENCE) as client:
        client.get(served.home)
        for game in ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"):
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', client.get(f"/new/{game}").text)
            assert token
            wish = {
                "csrfmiddlewaretoken": token[1],
                "made_for": "host",
                "name": f"From the wheel: {game}",
                "event_kind": "store",
            }
            made = client.post(f"/new/{game}", data=wish, headers={"Referer": served.url})
            assert made.url.path.endswith("/people"), made.text[:500]
            console = client.get(made.url.path.removesuffix("people"))
            assert f"From the wheel: {game}" in console.text
