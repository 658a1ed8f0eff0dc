"""What is to be told to whom: one class a kind of mail, with all that is known of the kind.

Services make a letter and hand it to the outbox; `games.composing` shows it when its row is sent.
"""

from games.letters import (  # noqa: F401  they register
    absence_outcomes,
    account,
    answers,
    channels,
    invitations,
    matches,
)
