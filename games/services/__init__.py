"""What may happen: every write to a match, each one transaction."""
