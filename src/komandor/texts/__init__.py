"""Codes become sentences, in Polish and English.

`reasons/<lang>` holds one sentence per reason code, `words/<lang>` one word or label
per code of the core.  Rule IDs are not part of a sentence: screens show them as links,
`with_rule` appends them for plain text.
"""

from komandor.texts.catalogue import LANGUAGES, Lang, help_for, setting_value, word
from komandor.texts.fields import choice_label, field_label
from komandor.texts.plurals import plural
from komandor.texts.speaker import (
    Speaker,
    event_line,
    explained,
    sentence,
    sentences,
    with_rule,
)

__all__ = [
    "LANGUAGES",
    "Lang",
    "Speaker",
    "choice_label",
    "event_line",
    "explained",
    "field_label",
    "help_for",
    "plural",
    "sentence",
    "sentences",
    "setting_value",
    "with_rule",
    "word",
]
