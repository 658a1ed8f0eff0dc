"""Conditions: what they claim, whether it is so, and what is ordered in each case."""
