"""What is described and not named: "my lowest trump", "the second one from the left"."""
