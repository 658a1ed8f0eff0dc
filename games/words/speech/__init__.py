"""What a text does, clause by clause: greet, order, correct, take back, give a reason, ask."""
