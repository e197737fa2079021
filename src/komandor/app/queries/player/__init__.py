"""What one player sees of the event on their own phone."""
