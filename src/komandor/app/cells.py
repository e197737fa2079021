"""Cells of tables that people open in a spreadsheet: none of them may begin a formula."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What spreadsheets take for the start of one, full-width signs included."""


def safe_cell(text: str) -> str:
    """The text as it is, with an apostrophe before it where it would be computed."""
    return f"'{text}" if text.startswith(FORMULA) else text
