"""Learns how likely orders are meant, from what people wrote."""
