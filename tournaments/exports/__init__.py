"""Tournaments as files for other programs: CSV, JSON, and FIDE's report for two-player Swiss."""
