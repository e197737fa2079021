"""A log can be shown in part: what is withheld leaves it whole, and no forger gets past either verifier."""

import json
import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from komandor.check.check_file import check_bytes
from komandor.check.file_reader import name_of
from komandor.check.verify import verify
from komandor.core.reasons import Refusal
from komandor.core.tournament.actions import EVENTS
from komandor.log import sealing
from komandor.log.bundle import Bundle, parse, write
from komandor.log.canonical import canonical
from komandor.log.codec import type_name
from komandor.log.record import broken_at, withheld
from komandor.log.sealing import ROWS
from komandor.simulate import simulate
from tests.golden.make import BUSY as BUSY_DAY
from tests.log import drawn, sealed
from tests.log.test_verify_js import Run, in_javascript, in_python

__all__ = ["in_javascript"]

BUSY = sealed.busy()
PUBLIC, WHOLE = sealed.public(BUSY), sealed.whole(BUSY)


def failed(data: bytes) -> set[str]:
    return {line.code for line in verify(data).lines if line.ok is False}


def test_the_public_file_has_every_record_and_none_of_the_private_words() -> None:
    bundle = parse(PUBLIC)
    assert isinstance(bundle, Bundle)
    assert [r.hash for r in bundle.records] == [r.hash for r in BUSY]
    words = ("Chimaera", "marked dice", "range", "rude", "dawdled", '"ill"', "player:5", "Imię", "command")
    assert not [word for word in words if word in PUBLIC.decode()]
    assert b'"points":3' in PUBLIC  # what touches points is shown


def test_both_verifiers_accept_it_and_say_what_was_withheld(in_javascript: Run) -> None:
    files = [PUBLIC, WHOLE, sealed.whole(sealed.renamed(BUSY)[:-1]), sealed.public(sealed.renamed(BUSY))]
    reports = in_javascript(files)
    assert reports == [in_python(data) for data in files]
    assert all(report["ok"] for report in reports)
    notes = [{x["code"]: x["params"] for x in r["lines"] if x["ok"] is None} for r in reports]
    assert "note.withheld" not in notes[1]
    assert notes[0]["note.withheld"]["count"] == 11
    assert "incident_reported 1, judge_called 1, list_submitted 1" in notes[0]["note.withheld"]["kinds"]
    assert notes[3]["note.renamed"]["player"] == 11
    assert "note.renamed" not in notes[0]


def test_taking_parts_out_and_reading_again_gives_the_same_records() -> None:
    shown = tuple(map(withheld, BUSY))
    assert parse(PUBLIC) == Bundle(drawn.ID, shown)
    assert parse(WHOLE) == Bundle(drawn.ID, BUSY, sealed.PEOPLE)
    assert broken_at(shown, drawn.ID) is None
    assert [r.event for r in BUSY if r.seq < 9] == [r.event for r in shown if r.seq < 9]


def hide(*keys: str) -> sealed.Change:
    """Move fields that must be shown into the closed part, and withhold it."""

    def change(fields: dict[str, Any], event: dict[str, Any]) -> None:
        hidden = {key: event.pop(key) for key in keys if key in event}
        sealed.reseal(fields, {"event": hidden})
        del fields["salt"], fields["closed"]

    return change


def other_text(fields: dict[str, Any], event: dict[str, Any]) -> None:
    fields["closed"] = fields["closed"].replace("marked", "honest")


def no_sender(fields: dict[str, Any], event: dict[str, Any]) -> None:
    fields["by"] = ""


def twice(fields: dict[str, Any], event: dict[str, Any]) -> None:
    event["text"] = "nothing happened"


def no_seal(fields: dict[str, Any], event: dict[str, Any]) -> None:
    del fields["sealed"]


def another_step(fields: dict[str, Any], event: dict[str, Any]) -> None:
    fields["step"] = 1


def drop(data: bytes) -> bytes:
    """The file without one record; the count fits again."""
    lines = data.decode().split("\n")[:-2]
    header = json.loads(lines[0])
    kept = [line for line in lines if '"incident_reported"' not in line]
    kept[0] = json.dumps({**header, "count": header["count"] - 1}, separators=(",", ":"), ensure_ascii=False)
    return sealed.closed(kept)


def reorder(data: bytes) -> bytes:
    lines = data.decode().split("\n")[:-2]
    lines[13], lines[14] = lines[14], lines[13]
    return sealed.closed(lines)


def exchanged(data: bytes) -> bytes:
    """Two people of the organiser's file change names after the draw, and the log is as it was."""
    lines = data.decode().split("\n")[:-2]
    rows = [json.loads(line) for line in lines[-4:]]
    rows[0]["data"], rows[1]["data"] = rows[1]["data"], rows[0]["data"]
    return sealed.closed([*lines[:-4], *map(canonical, rows)])


def renamed_in_silence(data: bytes) -> bytes:
    """The names are exchanged in the seals too, with salts and hashes made to fit."""

    def change(fields: dict[str, Any], event: dict[str, Any]) -> None:
        other = {8: 9, 9: 8}.get(event["player"])
        if other and "closed" in fields:
            sealed.reseal(fields, {"name": name_of(sealed.PEOPLE[other])})

    return sealed.of_kind("player_registered", change)(exchanged(data))


of_kind = sealed.of_kind
FORGED: dict[str, tuple[bytes, Callable[[bytes], bytes], str]] = {
    "a text changed": (WHOLE, sealed.text("marked dice", "honest dice"), "log.sealed"),
    "a text changed and chained": (WHOLE, of_kind("incident_reported", other_text), "log.sealed"),
    "a salt changed": (
        WHOLE,
        of_kind("incident_reported", lambda f, _: f.update(salt="0" * 32)),
        "log.sealed",
    ),
    "a seal changed": (PUBLIC, sealed.text('"sealed":"', '"sealed":"0'), "log.chain"),
    "a seal taken away": (PUBLIC, of_kind("incident_reported", no_seal), "log.sealed"),
    "a record dropped": (PUBLIC, drop, "log.chain"),
    "records in another order": (PUBLIC, reorder, "log.chain"),
    "a draw withheld": (PUBLIC, of_kind("round_drawn", hide("matches", "order")), "log.sealed"),
    "the creation withheld": (PUBLIC, of_kind("tournament_created", hide("name")), "log.sealed"),
    "who left withheld": (PUBLIC, of_kind("player_left", hide("player")), "log.sealed"),
    "points withheld": (PUBLIC, of_kind("sanction_given", hide("points")), "log.sealed"),
    "the frozen head withheld": (PUBLIC, of_kind("round_frozen", hide("head", "entrants")), "log.sealed"),
    "who registered withheld": (PUBLIC, of_kind("player_registered", hide("player")), "log.sealed"),
    "who drew withheld": (PUBLIC, of_kind("round_drawn", no_sender), "log.sealed"),
    "who sent a player away withheld": (PUBLIC, of_kind("player_left", no_sender), "log.sealed"),
    "a text in both parts": (WHOLE, of_kind("incident_reported", twice), "log.sealed"),
    "a freeze in the step of the creation": (PUBLIC, of_kind("round_frozen", another_step), "log.chain"),
    "names exchanged among the people": (WHOLE, exchanged, "log.names"),
    "names exchanged in the seals too": (WHOLE, renamed_in_silence, "freeze.head"),
}


@pytest.mark.parametrize("name", FORGED)
def test_every_forgery_is_refused_by_the_verifier_and_at_import(name: str) -> None:
    data, forge, code = FORGED[name]
    assert code in failed(forge(data))
    assert isinstance(parse(forge(data)), Refusal) or code in ("log.names", "freeze.head")


def sealed_as(**fields: Any) -> sealed.Change:
    def change(found: dict[str, Any], event: dict[str, Any]) -> None:
        found.update(fields)
        if "closed" in fields:
            found["sealed"] = sealing.seal_of(found["salt"], fields["closed"])

    return change


DEEP = '{"event":{"text":' + "[" * 40 + "]" * 40 + "}}"
HOSTILE: dict[str, tuple[sealed.Change, str]] = {
    "a step that is a text": (sealed_as(step="14"), "file.no_record"),
    "a step that is true": (sealed_as(step=True), "file.no_record"),
    "a step of its own": (sealed_as(step=99), "file.step"),
    "a sender with a line break": (sealed_as(by="a\nb"), "file.no_record"),
    "a sender shown and closed": (sealed_as(by="player:5"), "file.sealed"),
    "a seal that is no hash": (sealed_as(sealed="x"), "file.no_record"),
    "a short salt": (sealed_as(salt="00"), "file.no_record"),
    "a closed part that is no JSON": (sealed_as(closed="{"), "file.json"),
    "a closed part that is a list": (sealed_as(closed="[]"), "file.json"),
    "a closed part in another form": (sealed_as(closed='{ "by":"player:5"}'), "file.form"),
    "a closed part without end": (sealed_as(closed=DEEP), "file.too_deep"),
    "a closed part with a word of its own": (sealed_as(closed='{"by":"player:5","x":1}'), "file.sealed"),
    "a closed part with a shown field": (
        sealed_as(closed='{"by":"player:5","event":{"incident":7}}'),
        "file.sealed",
    ),
    "one field more": (sealed_as(command_id="c"), "file.no_record"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_records_are_refused_with_one_clear_reason(name: str) -> None:
    change, code = HOSTILE[name]
    refused = parse(of_kind("incident_reported", change)(WHOLE))
    assert isinstance(refused, Refusal)
    assert [reason.code for reason in refused.reasons] == [code]


def test_the_browser_refuses_the_same_with_the_same_words(in_javascript: Run) -> None:
    files = [forge(data) for data, forge, _ in FORGED.values()]
    reports = in_javascript(files)
    assert [r["ok"] for r in reports] == [False] * len(files)
    assert reports == [in_python(data) for data in files]


def test_the_checker_finds_broken_seals_too_and_knows_no_later_version() -> None:
    for name in ("a text changed", "a seal changed", "points withheld", "a draw withheld"):
        data, forge, _ = FORGED[name]
        assert "log.chain" in {v.code for v in check_bytes(forge(data)).violations}, name
    later = sealed.text('"version":2', '"version":3')(PUBLIC)
    assert isinstance(parse(later), Refusal)
    with pytest.raises(Exception, match="files of version 3 are not read"):
        check_bytes(later)


SPOKEN = """tournament_created id edition name level structure date commitment event_kind place tables minutes
    settings missions edition_text edition_digest|event_changed changes reason|outline_attached text overrides
    |checklist_ticked item|notice_posted text|prize_added text|staff_appointed roles|player_registered groups
    |player_amended changes|player_entered_late groups|pair_forbidden reason|pair_allowed reason
    |round_frozen head beacon|round_drawn link head public key_check|pairing_changed reason warnings
    |pairings_kept reason
    |round_published accepted|mission_drawn mission|sides_chosen rule
    |initiative_set choice|result_reported report
    |result_entered report|result_corrected report|result_annulled rule|component_reported category
    |proxy_made date|tournament_closed seed|event_voided reason|point_named name|lists_published
    |bonus_given reason|list_deadline_set|list_rules_set season on products pack"""
"""Every field with words in it that the public may read at once: a new one is closed, or it is named here."""


def test_every_word_of_an_event_is_closed_or_meant_for_everybody() -> None:
    public = {row.split()[0]: set(row.split()[1:]) for row in SPOKEN.split("|")}
    for event in EVENTS:
        kind = type_name(event)
        words = {f.name for f in fields(event) if re.search(r"\b(str|Plain|Mapping)\b", str(f.type))}
        open_ = sorted(words - set(ROWS[kind].private) - public.get(kind, set()))
        assert not open_, (
            f"{event.__name__}.{', '.join(open_)}: may the public read it? If not, name it in `private` of "
            f"its EventRow in core/tournament/actions; if so, open tests/log/test_sealed.py and write "
            f"{kind} {' '.join(open_)} into SPOKEN"
        )


def test_a_whole_day_with_everything_closed_passes_the_verifiers_and_the_checker(in_javascript: Run) -> None:
    made = simulate("sealed", BUSY_DAY | {"game": "star-wars-lcg", "players": 9})
    data = write(Bundle(made.hall.id, tuple(map(withheld, made.records))))
    assert verify(data).ok
    assert in_javascript([data]) == [in_python(data)]
    assert check_bytes(data).violations == ()


def test_a_file_written_again_has_the_same_bytes() -> None:
    for data in (PUBLIC, WHOLE):
        bundle = parse(data)
        assert isinstance(bundle, Bundle)
        assert write(bundle) == data
