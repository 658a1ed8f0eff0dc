"""Reading mail that people write: pure functions of its bytes, without the database.

`parsed_mail` says all that is read of a mail; it runs in a process of its own (`sandbox`).
`reply_parser` keeps what the writer added, and `intents` says what that asks for.
"""
