"""Comparing two folders of screenshots names every picture that changed, came or went."""

from pathlib import Path

from tools.screenshots import differing


def test_changed_new_and_lost_pictures_are_named(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    for folder, pictures in ((before, {"same": b"1", "other": b"1", "lost": b"1"}),
                             (after, {"same": b"1", "other": b"2", "new": b"1"})):  # fmt: skip
        folder.mkdir()
        for name, content in pictures.items():
            (folder / f"{name}.png").write_bytes(content)
    assert differing(before, after) == ["lost.png", "new.png", "other.png"]
