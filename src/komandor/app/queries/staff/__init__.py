"""What organisers, marshals and judges look at."""
