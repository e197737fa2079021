"""What anybody may look at."""
