"""Matches, ladders, fitting and fairness: what bots can tell about a game, and about each other."""
