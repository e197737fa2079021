"""A file of names is taken whole, or said to be none or too long."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.support.world import ORGANISER, client, opened, site_of

WIDE = b'"' + b"a" * 200_000 + b'";b'

LONG = b"\n".join(b"Jan Nowy%d" % n for n in range(2500))


def test_a_list_of_many_names_is_taken_with_a_box_and_a_name_for_each() -> None:
    world = opened("armada", players=0)
    desk, names = client(site_of(world), world.link(ORGANISER)), [f"Jan Nowy{n}" for n in range(1, 602)]
    boxes = {f"name-{line}": name for line, name in enumerate(names, 1)}
    form = {"do": "take", "text": "\n".join(names), "take": list(range(1, 602)), **boxes}
    assert desk.post("/c/cup/people/bring", form).status_code == 302
    assert len(world.t.players) == 601


@pytest.mark.parametrize(
    ("file", "status", "said"),
    [
        (WIDE, 200, "1 player found"),
        (b"a" * 200_000, 200, "1 player found"),
        (b'first;last\n"' + (b"a" * 900 + b"\n") * 200, 200, "players found"),
        (b"Jan Nowy\n" * 300_000, 422, "The file is too big"),
        (LONG, 200, "Only the first 2000 lines were read"),
    ],
    ids=["a cell of 200 kB", "a line of 200 kB", "a cell without an end", "3 MB", "2,500 lines"],
)
def test_a_file_that_is_no_list_of_names_or_too_long_is_said_to_be_so(
    file: bytes, status: int, said: str
) -> None:
    world = opened("armada", players=0)
    desk = client(site_of(world), world.link(ORGANISER))
    answer = desk.post("/c/cup/people/bring", {"file": SimpleUploadedFile("a.csv", file)})
    assert (answer.status_code, said in answer.content.decode()) == (status, True)
