"""Matches, ladders, training and fairness: measuring games and bots by letting bots play."""
