"""Each seat's link opens the place where that person works, and what is handed out holds no secret."""

from typing import Any

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.world import JUDGE, MARSHAL, ORGANISER, SCOREKEEPER, client, opened, site_of

LIST: dict[str, Any] = {
    "player": "Gracz1",
    "faction": "rebel",
    "ships": ({"name": "Nebulon-B", "points": 51},),
    "total": 51,
}


def test_who_walks_lands_on_the_phone_and_who_sits_at_the_desk() -> None:
    world = opened()
    browser = client(site_of(world))
    places = {
        actor: browser.get(f"/s/{world.link(actor)}").headers["Location"]
        for actor in (ORGANISER, MARSHAL, JUDGE, SCOREKEEPER)
    }
    desk, phone = f"/c/{world.id}/", f"/j/{world.id}/"
    assert places == {ORGANISER: desk, MARSHAL: phone, JUDGE: phone, SCOREKEEPER: desk}


def test_no_file_has_the_secret_of_the_draws_and_the_one_to_hand_out_no_people() -> None:
    world = opened()
    browser = client(site_of(world), world.link(ORGANISER))
    own = browser.get(f"/c/{world.id}/file").content
    public = browser.get(f"/c/{world.id}/file?people=0").content
    assert b"Testowy" in own
    assert b"Testowy" not in public
    assert b'{"secret":' not in own + public


def test_a_backup_holds_the_secret_and_stands_in_the_log_once() -> None:
    world = opened()
    browser = client(site_of(world), world.link(ORGANISER))
    page, before = browser.get(f"/c/{world.id}/backup").content.decode(), world.t.version
    assert "predict every automatic draw" in page
    form = {"command_id": "one"}
    files = [browser.post(f"/c/{world.id}/backup", form).content for _ in range(2)]
    assert all(b'{"secret":' in data for data in files)
    assert [type(event).__name__ for event in world.log[before:]] == ["BackupTaken"]
    last = world.store.read(world.id)[-1]
    assert last.by == str(ORGANISER)


def test_a_judge_reads_a_list_as_cards_not_as_code() -> None:
    world = opened("armada")
    world.do(c.SubmitList(1, LIST))
    world.start()
    page = client(site_of(world), world.link(JUDGE)).get(f"/j/{world.id}/player/1/check").content.decode()
    assert "Nebulon-B" in page
    assert "{&#39;name&#39;" not in page
    assert "{'name'" not in page


def test_the_list_of_events_leads_each_role_to_the_page_of_its_link() -> None:
    world = opened()
    for actor, page in ((ORGANISER, "/c/cup/"), (JUDGE, "/j/cup/"), (Actor("player", 1), "/m/cup/")):
        browser = client(site_of(world), world.link(actor))
        assert f'<a href="{page}">' in browser.get("/").content.decode()
