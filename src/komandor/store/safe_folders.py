"""Where a SQLite database may live: on a disk of this machine that nobody else moves files on.

Network file systems break SQLite's locks and shared memory; folders that are
synced to a cloud get copied half-written and swapped underneath us.
"""

import re
import sys
from pathlib import Path

CLOUD = re.compile(
    r"^(dropbox|onedrive|google ?drive|my drive|icloud ?drive|icloud|mobile documents|cloudstorage|"
    r"nextcloud|owncloud|pcloud ?drive|seafile|syncthing)(?![a-z0-9])",
    re.IGNORECASE,
)
NETWORK = frozenset(
    "nfs nfs4 cifs smb smb2 smb3 smbfs 9p afs ceph glusterfs lustre ncpfs davfs gfs2 ocfs2 beegfs".split()
)
LOCAL_FUSE = frozenset({"fuseblk", "fuse.fuse-overlayfs", "fuse.ntfs-3g", "fuse.ntfs", "fuse.exfat"})


class UnsafeFolder(ValueError):
    """A database here could be damaged. Says why and what to do."""


def refuse_unsafe(path: Path, mounts: str | None = None) -> None:
    """Raise UnsafeFolder for a path in a synced folder or on a network file system."""
    for place in dict.fromkeys((path.absolute(), path.resolve())):
        _refuse_cloud(place)
    kind = file_system(path.resolve(), _mounts() if mounts is None else mounts)
    if str(path).startswith(("\\\\", "//")) or is_network(kind):
        raise UnsafeFolder(
            f"{path} is on a network file system ({kind or 'share'}), where SQLite can lose data. "
            "Choose a folder on a disk of this computer, or use PostgreSQL."
        )


def _refuse_cloud(path: Path) -> None:
    for part in path.parts:
        if CLOUD.match(part):
            raise UnsafeFolder(
                f'{path} is inside the synced folder "{part}", where the database could be damaged. '
                "Choose a folder that is not synced; backups may go to a synced one."
            )


def is_network(kind: str) -> bool:
    return kind in NETWORK or (kind.startswith("fuse") and kind not in LOCAL_FUSE)


def file_system(path: Path, mounts: str) -> str:
    """The type of the file system that holds `path`, by the text of /proc/mounts; "" when unknown."""
    mounted = [fields for fields in (line.split(" ") for line in mounts.splitlines()) if len(fields) >= 3]
    kinds = {_unescape(fields[1]): fields[2] for fields in mounted}  # of two at one place the later is seen
    return next((kinds[str(place)] for place in (path, *path.parents) if str(place) in kinds), "")


def _unescape(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda m: chr(int(m[1], 8)), text)


def _mounts() -> str:
    if not sys.platform.startswith("linux"):
        return ""
    return Path("/proc/mounts").read_text(encoding="utf-8", errors="replace")
