"""Composing the mails that go out, from what is true when they are sent. Nothing here acts."""
