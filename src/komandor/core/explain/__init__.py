"""Answers to players' questions: why this opponent, this bye, this place, this seed. Each is a `Reason`."""

from komandor.core.explain.opponents import why_opponent
from komandor.core.explain.places import why_place, why_rank, why_seed

__all__ = ["why_opponent", "why_place", "why_rank", "why_seed"]
