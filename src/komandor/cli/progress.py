"""A progress bar for long work: only on a terminal, and only if the work takes longer than a moment."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

PATIENCE = 1.0
"""Seconds before the bar appears, so that quick work shows none."""


@contextmanager
def progress(total: int | None = None) -> Iterator[Callable[[], None]]:
    """Show a bar while the work goes on; the function it gives says that one of `total` parts is done.

    Without a total the bar only moves. It stands on standard error, so answers can be redirected.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TimeElapsedColumn

    shown = Progress(BarColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True)
    task = shown.add_task("", total=total)
    late = Timer(PATIENCE, shown.start)
    late.start()
    try:
        yield lambda: shown.advance(task)
    finally:
        late.cancel()
        late.join()
        shown.stop()
