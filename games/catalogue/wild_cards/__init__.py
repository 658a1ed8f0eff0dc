"""Wild Cards."""
