"""Wizard."""
