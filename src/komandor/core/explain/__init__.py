"""Why this opponent, this bye, this place, this seed: asked by players, answered as reasons.

`why_rank` and `why_seed` read a table and a cut; `why_opponent`, `why_place` and
`why_seeded` read a whole tournament.
"""

from komandor.core.explain.opponents import why_opponent
from komandor.core.explain.places import why_place, why_seeded
from komandor.core.explain.tables import why_rank, why_seed

__all__ = ["why_opponent", "why_place", "why_rank", "why_seed", "why_seeded"]
