"""The system's Chromium starts and shows a page without any network."""

from playwright.sync_api import Page


def test_a_page_is_shown(page: Page) -> None:
    page.set_content("<h1>Komandor</h1>")
    assert page.get_by_role("heading").inner_text() == "Komandor"
