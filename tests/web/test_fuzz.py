"""Nonsense that is sent to a real server is answered by a page or a refusal, never by a failure."""

import argparse

import pytest

from bench.attacks import fuzz


@pytest.mark.slow
def test_a_hundred_odd_requests_fail_nowhere() -> None:
    """`python -m bench.attacks.fuzz` sends ten thousand."""
    assert fuzz.run(argparse.Namespace(requests=100, seed=7, only=None)) == []
