"""Tournaments in words: names, rules, reasons, workings and refusals in the active language."""
