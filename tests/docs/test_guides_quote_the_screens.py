"""What a guide quotes in bold or italics stands on a screen: whoever looks for it finds it."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from komandor.web.rendering import i18n

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
QUOTED = re.compile(r"\*\*([^*]+)\*\*|(?<!\*)\*([^*\n]+)\*(?!\*)")
GAP = re.compile(r"%\(\w+\)[ds]|\{\w+\}|\d+")
OF_OTHERS = {
    "new webhook": "Discord's own word",
    "nowy webhook": "Discord's own word",
    "źródło: przeglądarka": "OBS's own word",
    "klasyfikacji końcowej": "declined",
}
"""Quoted, and not ours."""


def plain(text: str) -> str:
    return GAP.sub("#", text).strip(" ….:#").lower()


def on_screens(lang: str) -> str:
    """Every text of screens and terminal, of the catalogues and of the tables of words."""
    root = Path(str(files("komandor")))
    tables = (*root.rglob(f"{lang}/*.toml"), *root.rglob(f"{lang}.toml"))
    texts = [line for path in tables for line in path.read_text(encoding="utf-8").splitlines()]
    for catalogue in i18n.catalogues("pl").values():
        for message in catalogue:
            said = message.id if lang == "en" else message.string
            texts += [said] if isinstance(said, str) else said
    return "\n".join(map(plain, texts))


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_guides_quote_what_is_on_a_screen(lang: str) -> None:
    shown = on_screens(lang)
    told = [
        f"{path.name}: {part}"
        for path in sorted((GUIDES / lang).glob("*.md"))
        for found in QUOTED.finditer(path.read_text(encoding="utf-8"))
        for part in map(plain, (found[1] or found[2]).split(" → "))
        if part not in shown and part not in OF_OTHERS
    ]
    assert not told, f"quote the screen as it is, or name whose word it is in {__file__}:\n" + "\n".join(told)
