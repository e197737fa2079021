"""Komandor runs organised-play tournaments by the book."""

from pathlib import Path

__version__ = "0.2.0"

PROGRAM = "./run" if Path(__file__).parents[2].joinpath("bootstrap.py").is_file() else "komandor"
"""What people type to call it: in a clone its own script, and the command where it was installed."""
