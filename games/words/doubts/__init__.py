"""What makes an order doubtful or none: words left unread, what is kept, put off, told."""
