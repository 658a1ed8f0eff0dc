"""Drills of what may go wrong: real processes, real servers, counted and held against a promise.

Each module has drills of one kind. A drill breaks something on purpose, as often as it is told,
on a database of the benchmark's own, and then counts what was lost, doubled or late.
"""
