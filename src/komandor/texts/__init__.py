"""Turns reason codes and events into sentences, in Polish and English.

`reasons/<lang>` holds one sentence per reason code, `words/<lang>` one word or label per
code of the core; texts of only one game are in that game's folder.  Rule IDs are not
part of a sentence: screens show them as links, and `Speaker.with_rule` appends them for
plain text.
"""

from komandor.texts.catalogue import LANGUAGES, Lang, help_for, setting_value, word
from komandor.texts.fields import field_label
from komandor.texts.rounds import part_title, round_chip, round_in_log, round_title, seat_in_log
from komandor.texts.speaker import Speaker, planned_stage, sentence
from komandor.texts.titles import in_titles_of

__all__ = [
    "LANGUAGES",
    "Lang",
    "Speaker",
    "field_label",
    "help_for",
    "in_titles_of",
    "part_title",
    "planned_stage",
    "round_chip",
    "round_in_log",
    "round_title",
    "seat_in_log",
    "sentence",
    "setting_value",
    "word",
]
