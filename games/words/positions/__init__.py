"""Words beside the open position: the orders that they may mean, and what speaks for each."""
