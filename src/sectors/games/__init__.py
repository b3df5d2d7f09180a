"""The games: one folder each, the same files in each. A game imports only the kit."""
