"""Every format is written by the terminal and by the site, and stands in the page about open data."""

import re
from pathlib import Path

from komandor.cli.export import WRITERS, ExportFormat
from komandor.web.public.open_data import FILES
from tests.support.contracts import listed

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "open-data.md"
WRITTEN_OTHERWISE = {ExportFormat.KOMANDOR, ExportFormat.SITE}
"""They are made of the log and of the pages, not of the document."""
FILE_OF = {
    "standings": "standings.csv",
    "pairings": "results.csv",
    "players": "players.csv",
    "document": "event.json",
    "listfortress": "listfortress.json",
    "nrtm": "nrtm.json",
    "markdown": "event.md",
    "text": "event.txt",
    "ical": "event.ics",
}
"""Format of the terminal → file of the site."""
PICTURES = {"event.png"}
"""Only the site draws them."""


def test_the_terminal_writes_every_format() -> None:
    wanted = {one.name for one in set(ExportFormat) - WRITTEN_OTHERWISE}
    there = {one.name for one in WRITERS}
    listed(there, wanted, "src/komandor/cli/export.py", "the row of {} into WRITERS")


def test_terminal_and_site_have_the_same_formats() -> None:
    formats = {one.value for one in set(ExportFormat) - WRITTEN_OTHERWISE}
    listed(FILE_OF, formats, __file__, "{} into FILE_OF, with the name of its file")
    there = {one.file for one in FILES} - PICTURES
    listed(there, FILE_OF.values(), "src/komandor/web/public/open_data.py", "a DataFile for {} into FILES")


def test_the_page_about_open_data_names_every_format() -> None:
    text = DOCS.read_text(encoding="utf-8")
    (options,) = re.findall(r"komandor export --format ([\w|]+)", text)
    wanted = {one.value for one in ExportFormat} - {"komandor"}
    listed(options.split("|"), wanted, str(DOCS), "{} among the values of --format")
    (row,) = re.findall(r"\| `/t/EVENT/data/FILE` \| (.*) \|", text)
    files = {one.file for one in FILES} | {"site.zip"}
    listed(re.findall(r"`([^`]+)`", row), files, str(DOCS), "`{}` into the row of /t/EVENT/data/FILE")
