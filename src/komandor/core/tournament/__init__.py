"""A tournament is its list of events: commands ask, `decide` answers, `evolve` follows."""
