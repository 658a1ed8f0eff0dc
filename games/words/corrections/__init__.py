"""What is corrected: an order, one step of it, or some of its cards."""
