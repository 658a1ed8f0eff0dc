"""Emu Ranchers."""
