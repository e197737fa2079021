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
    N_("the file was changed or is incomplete: its last line doesn't match"),
    N_("the header doesn't match the lines of the file"),
    N_("line {line} is not a log entry"),
    # what the page "Fair draw" says in other words
    N_("{count} entries are included without their text: {kinds}"),
    N_("round {round}: Komandor's own engine gets the same pairings (entry {seq})"),
    N_(
        "B: the draws come from public dice. This holds only if people saw them rolled after players and"
        " results were locked."
    ),
    N_(
        "C: the draws come only from a draw seed chosen before round 1. The organiser could predict and"
        " influence them."
    ),
    N_("-: there were no draws, so there is nothing to check."),
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
