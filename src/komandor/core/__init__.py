"""The rules of tournament play as plain values and functions.

Nothing here reads a clock, a file, a database or a random source, and nothing
here speaks a language: time, lots and data come in as arguments, and what goes
out are values with codes and rule IDs that `komandor.texts` turns into words.
"""
