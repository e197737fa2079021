"""JSON read as a type of the program, and what is wrong with it in sentences: shared by terminal and API."""

from dataclasses import dataclass
from typing import Any

from komandor.core.reasons import Reason, why
from komandor.log.codec import DETAILED
from komandor.log.strict import ExtraFields, Misfit, each_place
from komandor.texts import Lang, sentence, word

MOST = 120


@dataclass(frozen=True, slots=True)
class Misfits:
    """Every place that cannot be read, with a sentence."""

    places: tuple[tuple[str, str], ...]


def structured(raw: object, hint: Any, root: str, lang: Lang) -> Any:
    """The value as this type, or `Misfits`."""
    try:
        return DETAILED.structure(raw, hint)
    except Exception as problem:  # noqa: BLE001 - cattrs collects exceptions of any kind
        said = each_place(problem, root, lambda one: sentence(unfit(one, lang), lang))
        return Misfits(tuple(said))


def unfit(problem: BaseException, lang: Lang) -> Reason:
    """Why the log cannot keep a value that was typed."""
    if isinstance(problem, KeyError):
        return why("input.missing")
    if isinstance(problem, ExtraFields):
        return why("input.unknown_fields", fields=", ".join(sorted(problem.extra_fields))[:MOST])
    if isinstance(problem, Misfit):
        wanted = ", ".join(problem.choices) or word("json_kind", problem.wanted, lang)
        return why("input.expected", wanted=wanted, found=problem.found)
    return why("input.unfit", problem=str(problem)[:MOST])
