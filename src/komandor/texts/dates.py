"""Days and moments as people of each language write them."""

from datetime import datetime

from babel.dates import format_date

from komandor.core.tournament.readings.lists import day_of

DATES_OF = {"en": "en_GB", "pl": "pl"}
"""Language → where its dates come from: "Thu 19 Nov", and not "Thu, Nov 19"."""
MOMENTS = {"en": "{time} on {day}", "pl": "{day}, {time}"}


def day_in_words(text: str, lang: str) -> str:
    """The day that an ISO date names: "14 November 2026"; any other text as it is."""
    day = day_of(text)
    return format_date(day, "d MMMM y", locale=DATES_OF[lang]) if day else text


def moment_in_words(at: datetime, lang: str) -> str:
    """A day and time: "14:40 on 14 November 2026", "14 listopada 2026, 14:40"."""
    return MOMENTS[lang].format(time=f"{at:%H:%M}", day=day_in_words(at.date().isoformat(), lang))
