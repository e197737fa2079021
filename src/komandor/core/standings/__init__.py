"""Standings: records from lines, metrics from records, ranks from metrics."""

from komandor.core.standings.metrics import METRICS, Metric
from komandor.core.standings.ranking import Standing, standings
from komandor.core.standings.record import Line, line_alone, lines_of_match

__all__ = ["METRICS", "Line", "Metric", "Standing", "line_alone", "lines_of_match", "standings"]
