"""The page of the axes of simulated tournaments, from their registry."""

from komandor.simulate.axes import AXES

INTRO = f"""# Simulated tournaments

`komandor simulate -o FILE` writes a whole random tournament as a file, through the same door that people use.
The same `--seed` gives the same bytes on every machine. Every axis below is an option; what is not given is
chosen by the seed. Rates are per mille of the occasions at which the thing could happen; three of four rates
are 0 by chance, so that each axis is also seen alone.

    komandor simulate --game armada --players 40 --structure swiss+single --drops 50 --seed 7 -o e.komandor
    komandor check e.komandor
    komandor verify e.komandor

The whole campaign, each tournament looked at by the independent checker, the verifier of draws and by replay:

    python bench/campaign.py 20000

It prints one line for everything that is not in order and a summary at the end; exit code 1 when there was
anything. `./test` runs a sample of it (`KOMANDOR_CAMPAIGN=2000` makes the sample larger).

## The {len(AXES)} axes

| Option | Values | What it is |
|---|---|---|
"""


def page() -> str:
    rows = (f"| `--{a.name.replace('_', '-')}` | {a.range.replace(' | ', ', ')} | {a.help} |\n" for a in AXES)
    return INTRO + "".join(rows)
