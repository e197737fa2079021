"""A message fits its receiver, speaks its language, calls nobody, and says nothing that is not public."""

import base64
import email
import email.policy
import json
from typing import Any

import pytest

from komandor.app.event_view import EventView
from komandor.app.outbox.messages import Message
from komandor.app.queries.everybody.names import names_of
from komandor.core.tournament import commands as c
from komandor.documents.chat_forms import FORMS, size
from komandor.documents.message import Wording, wording
from tests.outbox.hall import Hall
from tests.support.event import single, swiss

PICTURE = b"\x89PNG picture"


def said(hall: Hall, kind: str, lang: str = "en", link: str = "") -> Wording:
    """The newest message of this type of event, worded."""
    message = next(m for m in reversed(every_message(hall)) if m.topic == kind)
    found = wording(message, view(hall), lang, link)
    assert found
    return found


def view(hall: Hall) -> EventView:
    return EventView(loaded=hall.loaded, names=names_of(hall.t, hall.store.people(hall.id)))


def every_message(hall: Hall) -> list[Message]:
    """A message for each moment so far, as a target that wants all would get."""
    from komandor.core.tournament.actions import EVENT_ROW_OF

    return [
        Message(
            event=hall.id, target="x", order="1", id="msg_1", topic=topic, about=seq, version=seq, at=10**12
        )
        for seq, event in hall.loaded.history
        for topic in EVENT_ROW_OF[type(event)].announces
    ]


def body(told: Wording, kind: str, lang: str = "en") -> Any:
    return json.loads(FORMS[kind](told, lang, b"", "msg_1").content)


def test_discord_gets_an_embed_with_tables_and_names() -> None:
    hall = Hall(swiss(1)).publish()
    embed = body(said(hall, "pairings", "pl"), "discord")["embeds"][0]
    assert embed["title"] == "Runda 1: pary"
    lines = embed["description"].splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("**1** ")
    assert " – " in lines[0]
    assert embed["footer"] == {"text": "Puchar"}
    assert "url" not in embed, "an address in the hall leads nowhere from outside"


def test_results_standings_and_champion_have_their_numbers() -> None:
    hall = Hall(swiss(1))
    hall.play_out()
    results = said(hall, "results")
    assert [len(rest.split(" · ")) for _, rest in results.lines] == [2, 2]
    assert [lead for lead, _ in said(hall, "standings").lines] == ["1.", "2.", "3.", "4."]
    champion = said(hall, "champion")
    assert champion.title == f"Champion: {champion.lines[0][1]}"
    assert [lead for lead, _ in champion.lines] == ["1.", "2.", "3."]


def test_the_champion_comes_to_discord_with_the_picture() -> None:
    hall = Hall(swiss(1))
    hall.play_out()
    told = said(hall, "champion")
    made = FORMS["discord"](told, "en", PICTURE, "msg_1")
    head = f"Content-Type: {made.content_type}\r\nMIME-Version: 1.0\r\n\r\n".encode()
    words, picture = email.message_from_bytes(head + made.content, policy=email.policy.HTTP).iter_parts()
    assert words.get_param("name", header="content-disposition") == "payload_json"
    message = json.loads(words.get_content())
    assert message["embeds"][0]["image"] == {"url": "attachment://komandor.png"}
    assert message["attachments"] == [{"id": 0, "filename": "komandor.png", "description": told.title}]
    assert picture.get_param("name", header="content-disposition") == "files[0]"
    assert (picture.get_filename(), picture.get_content_type()) == ("komandor.png", "image/png")
    assert picture.get_payload(decode=True) == PICTURE


def test_a_program_gets_the_picture_of_the_champion_as_a_data_url() -> None:
    hall = Hall(swiss(1))
    hall.play_out()
    made = json.loads(FORMS["webhook"](said(hall, "champion"), "en", PICTURE, "msg_1").content)
    kind, _, content = made["data"]["picture"].partition(",")
    assert (kind, base64.b64decode(content)) == ("data:image/png;base64", PICTURE)
    assert body(said(hall, "results"), "webhook")["data"]["picture"] == ""


def test_the_picture_has_the_names_that_the_public_sees() -> None:
    hall = Hall(swiss(1), date="2026-11-14")
    hall.play_out()
    poster = said(hall, "champion", "pl").poster
    assert poster
    assert (poster.above, poster.head) == ("Puchar", "Pierwsze miejsce")
    assert poster.main.endswith(" T.")
    assert [line[:2] for line in poster.lines] == ["2.", "3."]
    assert all(line.endswith(" T.") for line in poster.lines)
    assert poster.foot == "Star Wars: Przeznaczenie · 14 listopada 2026"
    english = said(hall, "champion").poster
    assert english
    assert english.foot == "Star Wars: Destiny · 14 November 2026"
    assert said(hall, "results").poster is None


@pytest.mark.parametrize("kind", ["discord", "chat"])
def test_a_large_event_with_long_names_keeps_the_limits(kind: str) -> None:
    hall = Hall(swiss(1), players=200)
    for n in range(1, 201):
        hall.do(c.ChangePerson(player=n), persons=({"first": "😀" * 39, "last": "W", "show": "full"},))
    hall.publish()
    made = body(said(hall, "pairings"), kind)
    if kind == "chat":
        assert size(made["text"]) <= 4000
        assert "more" in made["text"].splitlines()[-1]
        return
    embed = made["embeds"][0]
    assert size(embed["title"]) <= 256
    assert 3000 < size(embed["description"]) <= 4096
    assert size(embed["title"] + embed["description"] + embed["footer"]["text"]) <= 6000
    assert embed["description"].splitlines()[-1].endswith("more")


def test_a_name_mentions_nobody_and_marks_nothing() -> None:
    hall = Hall(swiss(1), name="@everyone <!channel>")
    hall.do(c.ChangePerson(player=1), persons=({"first": "**@here**", "last": "<!here>", "show": "full"},))
    hall.publish()
    told = said(hall, "pairings")
    embed = body(told, "discord")
    assert embed["allowed_mentions"] == {"parse": []}
    assert "\\*\\*@here" in embed["embeds"][0]["description"]
    text = body(told, "chat")["text"]
    assert "<!" not in text
    assert "@here" not in text
    assert "@everyone" not in text


def test_the_standings_of_a_knock_out_are_not_told() -> None:
    hall = Hall(swiss(1), single(2))
    hall.play_out()
    last = [m for m in every_message(hall) if m.topic == "standings"][-1]
    assert wording(last, view(hall), "en") is None


def test_ten_minutes_left_says_until_when() -> None:
    hall = Hall(swiss(1)).publish().start()
    told = said(hall, "ten_minutes")
    ends = hall.t.this_round.clock.ends()  # type: ignore[union-attr]
    assert told.title == "Round 1: 10 minutes left"
    assert (
        body(told, "discord")["embeds"][0]["description"]
        == f"<t:{(ends or 0) // 1000}:t> (<t:{(ends or 0) // 1000}:R>)"
    )
    assert "Time is up at " in body(told, "chat")["text"]


def test_a_message_names_people_as_the_public_sees_them_and_shows_no_unpublished_round() -> None:
    hall = Hall(swiss(2)).play_round()
    hall.draw()
    told = said(hall, "results")
    for kind in FORMS:
        text = FORMS[kind](told, "en", b"", "msg_1").content.decode()
        assert "Tajemnicza" not in text
    assert told.data.round
    assert told.data.round.number == 1
