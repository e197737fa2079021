"""The fixtures of the terminal, shared with its own tests."""

from tests.cli.conftest import engine, run

__all__ = ["engine", "run"]
