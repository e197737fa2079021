"""Standings: lines (rounds of players) give records, records give metrics, metrics give ranks."""

from komandor.core.standings.metrics import METRICS, Metric
from komandor.core.standings.ranking import Standing, ranks_by_round, standings
from komandor.core.standings.record import RoundLine

__all__ = ["METRICS", "Metric", "RoundLine", "Standing", "ranks_by_round", "standings"]
