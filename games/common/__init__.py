"""What every layer may use: the clock, refusals, signals, links and the way to the task queue."""
