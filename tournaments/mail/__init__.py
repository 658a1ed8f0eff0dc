"""What is asked of tournaments by mail, and the answers to what they offer."""
