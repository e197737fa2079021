"""The public page says what a file is to its event: the whole log, a beginning, another or a changed one."""

import base64
import json
import shutil
import subprocess
from typing import Any

import pytest

from komandor.app.queries.everybody.visible import public_log
from komandor.core.tournament import commands as c
from komandor.log.bundle import Bundle, export, parse, write
from tests.log.test_verify_js import STATIC
from tests.support.event import Event

DRIVER = """
const load = (path) => require("vm").runInThisContext(require("fs").readFileSync(path, "utf8"), path);
load(process.argv[1]);
const { pairs, now } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
console.log(JSON.stringify(pairs.map(([file, own]) => sameEvent(bytes(file), bytes(own), now))));
"""
PAGE = """({ pairs, now }) => pairs.map((two) => {
  const [file, own] = two.map((text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
  return sameEvent(file, own, now);
})"""


def compared(request: pytest.FixtureRequest, event: Event, *files: bytes) -> list[dict[str, Any]]:
    own, loaded = public_log(event.store, event.loaded), event.loaded
    pairs = [[base64.b64encode(data).decode() for data in (file, own)] for file in files]
    given = {"pairs": pairs, "now": {"all": loaded.version, "head": loaded.head}}
    script = STATIC / "same-event.js"
    if node := shutil.which("node"):
        done = subprocess.run(
            [node, "-e", DRIVER, str(script)],
            input=json.dumps(given),
            capture_output=True,
            text=True,
            check=True,
        )
        return list(json.loads(done.stdout))
    page = request.getfixturevalue("browser").new_page()
    page.add_script_tag(path=str(script))
    return list(page.evaluate(PAGE, given))


def up_to(event: Event, count: int) -> bytes:
    bundle = parse(export(event.store, event.id))
    assert isinstance(bundle, Bundle)
    return write(Bundle(bundle.tournament, bundle.records[:count]))


def played(seed: int = 0, players: int = 6, id: str = "cup") -> Event:
    return Event("armada", seed=bytes([seed]) * 32, id=id).register(players).announce().play_round()


def test_a_file_of_this_event_is_known_as_whole_or_as_its_beginning(request: pytest.FixtureRequest) -> None:
    event = played()
    whole, begun = compared(request, event, export(event.store, event.id), up_to(event, 5))
    assert whole == {"ok": True, "code": "same.whole", "params": {"count": event.t.version}}
    assert begun == {"ok": True, "code": "same.prefix", "params": {"count": 5, "all": event.t.version}}


def test_the_genuine_file_of_another_event_is_not_taken_for_this_one(request: pytest.FixtureRequest) -> None:
    event, others = played(), (played(id="liga"), played(seed=1))
    answers = compared(request, event, *(export(one.store, one.id) for one in others))
    assert [(a["ok"], a["code"]) for a in answers] == [(False, "same.other")] * 2


def test_a_file_that_tells_another_story_is_named_from_where_it_differs(
    request: pytest.FixtureRequest,
) -> None:
    event, other = played(), played(players=8)
    first = next(
        a.seq
        for a, b in zip(event.store.read("cup"), other.store.read("cup"), strict=False)
        if a.hash != b.hash
    )
    (answer,) = compared(request, event, export(other.store, other.id))
    assert answer == {"ok": False, "code": "same.differs", "params": {"seq": first}}


def test_entries_that_are_not_public_or_not_there_are_not_taken_for_right(
    request: pytest.FixtureRequest,
) -> None:
    event = played()
    event.do(c.FreezeRound("dice")).do(c.DrawRound("3 5 1 6")).do(c.NamePoint("x"))
    longer = export(event.store, event.id)
    whole, hidden = compared(request, event, longer, up_to(event, event.t.version - 1))
    assert whole["code"] == "same.whole"
    assert (hidden["ok"], hidden["code"]) == (None, "same.unpublished")
    twin = played()
    assert compared(request, twin, longer)[0]["code"] == "same.beyond"
    twin.do(c.FreezeRound("dice")).do(c.DrawRound("6 6 6 6")).do(c.NamePoint("x"))
    assert (answer := compared(request, twin, longer)[0])["code"] == "same.differs_later", answer
