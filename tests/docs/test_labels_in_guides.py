"""What a guide prints in bold stands on a screen, in the same language and in the same words."""

import re
from functools import cache
from pathlib import Path

import pytest

from komandor.texts.catalogue import LANGUAGES, Lang, words
from komandor.web.rendering.i18n import catalogues

ROOT = Path(__file__).parents[2]
GUIDES = [(lang, guide) for lang in LANGUAGES for guide in sorted((ROOT / "docs/guides" / lang).glob("*.md"))]
BOLD = re.compile(r"\*\*([^*]+)\*\*")
ACTIONS = ("command", "event_name")
FILLED = re.compile(r"%\(\w+\)[sd]|\{\w+\}|\d+|…")


def plain(label: str) -> str:
    """A label without case, numbers, names and what stands at its end."""
    return FILLED.sub("#", " ".join(label.split())).strip(" #.:").casefold()


@cache
def on_screens(lang: Lang) -> frozenset[str]:
    """Every text of the screens, and every word of the tournament but the names of actions."""
    messages = [m for catalogue in catalogues("pl").values() for m in catalogue if m.id]
    texts = [m.id if lang == "en" else m.string for m in messages]
    shown = [text for one in texts for text in ([one] if isinstance(one, str) else one or ())]
    return frozenset(
        map(
            plain,
            [
                *shown,
                *(
                    word
                    for kind, group in words(lang).items()
                    if kind not in ACTIONS
                    for word in group.values()
                ),
            ],
        )
    )


def missing(text: str, lang: Lang) -> list[str]:
    """Bold words of a guide with which no label of a screen begins."""
    named = [part for bold in BOLD.findall(text) for part in bold.split(" → ")]
    return [one for one in named if not any(label.startswith(plain(one)) for label in on_screens(lang))]


@pytest.mark.parametrize(
    ("lang", "readme", "heading"),
    [("en", "README.md", "## Your first event"), ("pl", "README.pl.md", "## Pierwszy turniej")],
)
def test_the_first_event_of_the_readme_names_the_buttons(lang: Lang, readme: str, heading: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    steps = text.split(heading, 1)[1].split("\n## ", 1)[0]
    assert len(BOLD.findall(steps)) > 5
    assert missing(steps, lang) == []


@pytest.mark.parametrize(("lang", "guide"), GUIDES, ids=lambda one: one if isinstance(one, str) else one.stem)
def test_every_bold_word_is_a_label(lang: Lang, guide: Path) -> None:
    assert missing(guide.read_text(encoding="utf-8"), lang) == []


def test_a_label_that_is_nowhere_is_found() -> None:
    assert missing("**Pair round 1**, **Event → Throw the dice**", "en") == ["Throw the dice"]
    assert missing("pod **Karami**, **Kary**", "pl") == ["Karami"]
