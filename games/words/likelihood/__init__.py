"""How likely each order is meant by a text, learnt from what people wrote in positions."""
