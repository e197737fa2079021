"""The system's Chromium starts and shows a page without any network."""

import pytest
from playwright.sync_api import Page


@pytest.mark.browser
def test_a_page_is_shown(page: Page) -> None:
    page.set_content("<h1>Komandor</h1>")
    assert page.get_by_role("heading").inner_text() == "Komandor"
