"""One press copies a text, and the zip of an event opens from the disk without a server or an error."""

import io
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from komandor.web.public.static_site import static_site
from tests.support.event import single, swiss
from tests.support.site import serving
from tests.support.world import World, opened, site_of


@pytest.fixture(scope="module")
def played() -> World:
    return opened("destiny", swiss(2), single(4), players=6).play_out()


def heard(page: Page) -> list[str]:
    """What goes wrong on this page."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("requestfailed", lambda request: said.append(request.url))
    return said


def test_every_page_opens_from_the_disk_and_checks_the_draws(
    played: World, browser: Browser, tmp_path: Path
) -> None:
    packed = static_site(site_of(played), "en", played.id)
    assert packed is not None
    zipfile.ZipFile(io.BytesIO(packed)).extractall(tmp_path)
    page = browser.new_page()
    said = heard(page)
    pages = sorted(tmp_path.glob("*.html"))
    assert len(pages) > 10
    for file in pages:
        page.goto(file.as_uri())
        expect(page.locator(".tabs")).to_be_visible()
    page.goto((tmp_path / "index.html").as_uri())
    page.get_by_role("link", name="Standings").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("tandings")
    page.get_by_role("link", name="Check the draw").click()
    page.get_by_role("button", name="Check the draws").click()
    expect(page.locator(".verdict-line")).to_have_text("Everything checks out.")
    assert said == []
    page.close()


def test_one_press_copies_text_discord_and_markdown(played: World, browser: Browser) -> None:
    with serving(site_of(played)) as served:
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], locale="en-GB")
        page = context.new_page()
        page.goto(f"{served.url}/t/{played.id}/share")
        panel = page.locator(".panel", has=page.get_by_role("heading", name="Standings"))
        for button, start in (
            ("Copy text", "Puchar"),
            ("Copy for Discord", "```"),
            ("Copy Markdown", "**Puchar"),
        ):
            panel.get_by_role("button", name=button, exact=True).click()
            expect(panel.get_by_role("button", name="Copied.").last).to_be_visible()
            text = page.evaluate("navigator.clipboard.readText()")
            assert text.startswith(start)
            assert "Gracz1 T." in text
        context.close()


def test_the_podium_is_saved_as_a_picture_that_can_be_posted(played: World, browser: Browser) -> None:
    with serving(site_of(played)) as served:
        page = browser.new_page(locale="en-GB")
        page.goto(f"{served.url}/t/{played.id}/")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save the picture").click()
        picture = saved.value.path().read_bytes()
        assert saved.value.suggested_filename.endswith(".png")
        assert picture.startswith(b"\x89PNG")
        assert [int.from_bytes(picture[at : at + 4], "big") for at in (16, 20)] == [1200, 630]
        page.close()
