"""Random sessions of people who have nothing but a mailbox."""
