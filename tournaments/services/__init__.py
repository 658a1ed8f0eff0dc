"""What may be done to a tournament, and the run of it."""
