"""Tournaments as drawings: brackets and timelines, as SVG text styled by `tournaments.css`.

Nothing here knows the database or a language: names and labels are given.
"""
