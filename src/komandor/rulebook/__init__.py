"""The rule register: every rule of the five documents in our words, with its ID, tag and source.

The texts live in `data/*.toml`, one file per document; `docs/rules` is printed from them
(tools/print_documents.py). Code and tests name a rule by its ID and nothing else.
"""

from komandor.rulebook.finding import near, search
from komandor.rulebook.register import Ambiguity, Rule, ambiguities, ambiguity, rule, rules

__all__ = ["Ambiguity", "Rule", "ambiguities", "ambiguity", "near", "rule", "rules", "search"]
