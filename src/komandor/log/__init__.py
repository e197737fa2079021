"""The tournament as a chain of records, and the one file that carries it."""
