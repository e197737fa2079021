"""The headless engine: JSON on standard input, JSON on standard output, no database.

Other programs can use these commands as chess programs use bbpPairings.  Each command is one
module; the shapes of its input are the typed records in `shapes`, from which both the checks
and the published JSON Schema are made.
"""
