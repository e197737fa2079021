"""The log of a file without people says what is in it, and makes nothing of what it withholds."""

import re

import pytest

from komandor.app.ledger import Ledger
from komandor.app.queries.everybody.history import entries
from komandor.core.tournament import commands as c
from komandor.log.bundle import Bundle, import_, without_people
from komandor.store.memory import MemoryStore
from komandor.texts import Speaker
from tests.support.checking import exported
from tests.support.event import Event, by, swiss

MADE_UP = {
    "en": ("legal", "settled by the players", "question"),
    "pl": ("zgodna z zasadami", "ustalone przez graczy", "pytanie"),
}


def busy() -> Event:
    """Much of what only the staff may read."""
    event = Event("conquest", swiss(2)).register(4)
    event.do(c.SubmitList(1, {"player": "A"}), c.CheckList(1, "illegal", "too few cards"))
    event.do(c.AmendList(1, {"player": "A B"}, "the name")).announce().start()
    match = event.match(1)
    event.do(c.CallJudge(match=match.number, kind="dispute", text="who began?"), by=by(1))
    event.do(c.GiveRuling(1, "A did"), c.AppealRuling(1), c.GiveFinalVerdict(1, "A did"))
    event.do(c.GiveSanction(player=1, kind="warning", reason="slow play"))
    event.do(c.GiveSanction(player=2, kind="penalty", reason="slow play"))
    event.do(c.RecommendDisqualification(2, "again"), c.ReportIncident("noise"))
    event.do(c.RecordDeckCheck(player=3, legal=False, note="49 cards"), c.DrawDeckChecks(1))
    event.do(c.ReportComponent(player=4, kind="damaged", what="a card"))
    event.do(c.MakeProxy(4, "a card", "all", "Anna", "2026-11-14"))
    event.results().do(event.won(event.opponent(1) if event.winner(1) == 1 else 1, "a mistake"))
    return event.do(c.Disqualify(2, "again"))


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_what_a_file_withholds_is_not_made_up(lang: str) -> None:
    there = MemoryStore()
    assert isinstance(import_(there, without_people(exported(busy()))), Bundle)
    speaker = Speaker(lang=lang, game="conquest", names=lambda n: f"#{n}", staff=lambda n: f"S{n}")
    log = entries(Ledger(there).load("cup"))
    said = [speaker.event(one.event, one.withheld) for one in log]
    assert [one for one in said if one.rstrip().endswith(":") or "()" in one] == []
    assert [one for one in said if re.search(r"#0|\bS0\b", one)] == []
    withheld = " / ".join(line for one, line in zip(log, said, strict=True) if one.withheld)
    assert [word for word in MADE_UP[lang] if word in withheld] == []


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_in_the_event_itself_the_log_says_all(lang: str) -> None:
    event = busy()
    log = entries(event.loaded)
    assert not any(one.withheld for one in log)
    said = " / ".join(Speaker(lang=lang, names=str, staff=str).event(one.event) for one in log)
    for text in ("too few cards", "the name", "who began?", "A did", "slow play", "noise", "49 cards"):
        assert text in said
