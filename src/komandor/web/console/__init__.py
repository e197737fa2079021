"""The organiser's console: a laptop, a keyboard, and the one next step."""
