"""The page about the architecture, the picture in it and the README's map name only what exists."""

import re

import pytest

from bootstrap import ROOT
from tests.support.contracts import none_left

PAGE = ROOT / "docs" / "architecture.md"
PICTURE = ROOT / "docs" / "architecture.svg"
README = ROOT / "README.md"
PACKAGE = ROOT / "src" / "komandor"


def named(text: str) -> set[str]:
    """What stands in `code` and looks like a file or folder of the package."""
    found = re.findall(r"`((?:src/komandor/)?[a-z_]+(?:/[\w<>.-]+)+)`", text)
    return {name.removeprefix("src/komandor/") for name in found}


def exists(name: str) -> bool:
    pattern = re.sub(r"<\w+>", "*", name)
    return any(any(place.glob(end)) for place in (PACKAGE, ROOT) for end in (pattern, f"{pattern}.py"))


@pytest.mark.parametrize("page", [PAGE, README], ids=lambda path: path.name)
def test_every_file_that_the_page_names_is_there(page):
    names = named(page.read_text(encoding="utf-8"))
    assert len(names) > 10
    none_left(
        [n for n in names if not exists(n)],
        f"{page.name} names files that are gone: write where they are now",
    )


def test_every_file_in_the_picture_is_there():
    lines = re.findall(r'font-family="monospace"[^>]*>([^<]+)<', PICTURE.read_text(encoding="utf-8"))
    names = {
        name for line in lines for name in re.findall(r"[a-z]+(?:/[a-z.]+)+", line) if "live/" not in name
    }
    assert len(names) > 8
    places = (PACKAGE, PACKAGE / "web", ROOT)
    wrong = [n for n in names if not any((p / n).exists() or (p / f"{n}.py").exists() for p in places)]
    none_left(wrong, f"{PICTURE.name} names files that are gone: write where they are now")


def test_the_rows_that_the_page_shows_stand_in_the_code():
    (shown,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    code = (PACKAGE / "core" / "tournament" / "actions" / "clock.py").read_text(encoding="utf-8")
    gone = [line for line in shown.splitlines() if line not in code]
    none_left(gone, f"copy these rows into {PAGE.name} again as they are in core/tournament/actions/clock.py")


def test_every_package_is_in_the_table():
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    table = PAGE.read_text(encoding="utf-8").partition("## The packages")[2].partition("\n## ")[0]
    gone = [name for name in packages if f"`{name}`" not in table]
    none_left(gone, f'write a row for each into the table "The packages" of {PAGE.name}')
