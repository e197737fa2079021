"""Every store takes a damaged list as it is, or refuses it in a sentence: none fails, none changes a sign."""

from pathlib import Path
from random import Random

import pytest

from bench.lists import JUNK, damaged
from komandor.app.handle import Refused
from komandor.core.tournament import commands as c
from komandor.store import open_store
from tests.lists.made import LEGAL
from tests.support.event import Event

TEXT = LEGAL["armada"]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_kept_or_refused(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    where = str(request.getfixturevalue("postgres_database")) if kind == "postgres" else str(tmp_path)
    store = open_store(where)
    event = Event("armada", store=store).register(2)
    chance, kept = Random(5), 0
    texts = [TEXT[:40] + junk + TEXT[40:] for junk in (*JUNK, "\ud800")]
    for text in [*texts, *(damaged(TEXT, TEXT, chance) for _ in range(20))]:
        if isinstance(event.ask(c.SubmitList(1, text=text)), Refused):
            continue
        kept += 1
        assert event.t.players[1].lists[-1].text == text, repr(text[:80])
    assert kept
    store.close()
