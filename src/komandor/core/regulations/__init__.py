"""What the documents say about a whole event: level, structure, round times, staff who play, the cut."""
