"""The mails about tournaments: whether each is still worth sending, and what it says."""
