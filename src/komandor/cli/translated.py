"""The checker's own sentences in another language. It has no texts of ours, so that it stands alone."""

from collections.abc import Mapping

from komandor.check.file_reader import Unreadable
from komandor.cli.engine.options import Lang
from komandor.cli.engine.output import in_words
from komandor.web.rendering.i18n import N_, translations

MARKED = (
    # why a file cannot be read
    N_("the file is larger than {most} MB"),
    N_("the file has more than {most} values"),
    N_("files of version {version} are not read, only those of version 2"),
    N_("this is not a complete tournament file"),
    N_("the file was changed or is incomplete: its last line does not fit"),
    N_("the header does not fit the lines of the file"),
    N_("line {line} is no record"),
    # what the page "Fair draw" says in other words
    N_("round {round}: public input is {public} ({source})"),
    N_("{count} records are there without their texts: {kinds}"),
    N_("round {round}: Komandor's own engine draws the same pairs (record {seq})"),
    N_("B: the lots follow from dice; this holds if the hall saw them rolled after the freeze."),
    N_("C: the lots follow from a promise made before round 1; the organiser could foresee and steer them."),
    N_("-: nothing was drawn, so nothing is said about draws."),
    N_("NOT VERIFIED"),
)
"""Sentences that stand in the checker; here they are marked for the catalogue."""


def translated(text: str, params: Mapping[str, object], lang: Lang) -> str:
    """A sentence of the checker with its numbers and names filled in."""
    return translations(lang.value).gettext(text).format_map(params)


def why_unreadable(problem: Unreadable, lang: Lang) -> str:
    """Why a file cannot be checked; for a file that is not there in our own words."""
    if isinstance(problem.__cause__, OSError):
        return in_words(problem.__cause__, lang)
    return translated(problem.text, problem.params, lang)
