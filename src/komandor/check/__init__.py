"""The independent checker: it re-checks a tournament's log and knows nothing of the engine that wrote it.

Nothing here may import anything of Komandor but `komandor.core.ids` (held by import-linter).
A shared mistake is the one thing a checker cannot find.
"""
