"""Compiled templates are kept between runs, and shared by the processes that share the tests among them."""

import hashlib
import sys
from pathlib import Path

import jinja2
import pytest

PAGES = "komandor.web.rendering.jinja"


def keep_compiled_templates(config: pytest.Config) -> None:
    """Keep them where pytest keeps its own things, under a name that changes with what compiles them."""
    pages = sys.modules.get(PAGES)
    if pages is None or not hasattr(config, "cache"):  # no test of pages, or nothing is to be kept
        return
    compiler = Path(str(pages.__file__)).read_bytes() + jinja2.__version__.encode()
    folder = config.cache.mkdir(f"templates-{hashlib.sha256(compiler).hexdigest()[:12]}")
    vars(pages)["COMPILED"] = jinja2.FileSystemBytecodeCache(str(folder))
