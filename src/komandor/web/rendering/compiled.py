"""Templates as they were compiled: in memory for both languages, and on the disk for the next start.

Compiling the templates of one page takes a quarter of a second. Python keeps its own modules compiled beside
their source, in `__pycache__`; templates lie there too, under the same conditions: whoever may write there
may change the program, and where nobody may, they are compiled at every start.
"""

import marshal
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path
from types import CodeType

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from komandor import __version__

MADE_BY = f"{sys.version}\n{jinja2.__version__}\n{__version__}\n"
LENGTH = sha256().digest_size


class Compiled(BytecodeCache):
    """The code of each template. A file counts only if it is whole and was made of this very source."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._codes: dict[tuple[str, str], CodeType | None] = {}

    def get_source_checksum(self, source: str) -> str:
        return sha256((MADE_BY + source).encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        key = bucket.key, bucket.checksum
        if key not in self._codes and self._folder:
            with suppress(OSError, ValueError, EOFError, TypeError):
                self._codes[key] = _read((self._folder / _file(bucket)).read_bytes(), bucket.checksum)
        bucket.code = self._codes.get(key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code
        if self._folder and not sys.dont_write_bytecode:
            with suppress(OSError):
                (self._folder / _file(bucket)).write_bytes(_written(bucket))


def beside(source: str) -> Path | None:
    """The folder in which Python keeps what it compiles of this module."""
    try:
        return Path(cache_from_source(source)).parent
    except NotImplementedError:  # this Python keeps nothing
        return None


def _file(bucket: Bucket) -> str:
    return f"template-{bucket.key}.{sys.implementation.cache_tag}"


def _written(bucket: Bucket) -> bytes:
    code = marshal.dumps(bucket.code)
    return _seal(bucket.checksum, code) + code


def _read(data: bytes, checksum: str) -> CodeType | None:
    """The code; None if a part is missing, or it was made of another source or by another program."""
    code = data[LENGTH:]
    return marshal.loads(code) if data[:LENGTH] == _seal(checksum, code) else None  # noqa: S302  our own file


def _seal(checksum: str, code: bytes) -> bytes:
    return sha256(checksum.encode() + code).digest()
