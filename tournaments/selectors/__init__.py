"""What may be seen of tournaments and ratings: every read that a page, a mail or a file makes."""
