"""The folder in which Komandor keeps its data on this machine, and the secret that lies in it."""

import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path

import platformdirs

KEY_FILE = "secret-key"


def data_folder() -> Path:
    """The user's folder for Komandor as the platform places it, or KOMANDOR_DATA."""
    if named := os.environ.get("KOMANDOR_DATA"):
        return Path(named)
    name = "Komandor" if sys.platform in ("win32", "darwin") else "komandor"
    return platformdirs.user_data_path(name, appauthor=False)


def secret_of(folder: Path) -> str:
    """The site's secret: KOMANDOR_SECRET, or a file that only its owner can read, made at the first start."""
    if given := os.environ.get("KOMANDOR_SECRET"):
        return given
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / KEY_FILE
    with suppress(FileExistsError):
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w") as file:
            file.write(secrets.token_hex(32))
    return path.read_text().strip()
