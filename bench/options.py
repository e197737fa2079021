"""What every program of this folder does with its command line."""

import argparse


def parser_of(doc: str | None) -> argparse.ArgumentParser:
    """A parser whose `--help` prints the first lines of the program as they are written."""
    return argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
