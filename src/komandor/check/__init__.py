"""The independent checker: it re-checks the log of a tournament without using the engine that wrote it.

It may import nothing of Komandor but `komandor.core.ids` (import-linter enforces this), because
a checker cannot find a mistake that it shares with the engine.
"""
