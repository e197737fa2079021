"""Exact numbers as people read them."""

from fractions import Fraction

from komandor.core.standings.metrics import METRIC


def decimal(value: int | Fraction, places: int, lang: str) -> str:
    """An exact number rounded half up for reading: 2/3 → "0.67", in Polish "0,67"."""
    below = value.denominator  # whole numbers only: a page of standings has thousands of them
    rounded = (2 * abs(value.numerator) * 10**places + below) // (2 * below)
    whole, part = divmod(rounded, 10**places)
    sign = "−" if value < 0 and rounded else ""
    point = "," if lang == "pl" else "."
    return f"{sign}{whole}{point}{part:0{places}d}" if places else f"{sign}{whole}"


def metric_value(key: str, value: int | Fraction, lang: str) -> str:
    """A tie-breaker as tables show it."""
    return str(value) if METRIC[key].whole else decimal(value, 2, lang)
