"""What can be read off a tournament's state: standings, places, attendance, pairings, lists."""
