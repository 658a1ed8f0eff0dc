"""What may still come of a tournament: its rest, played many times by the entrants' strengths."""
