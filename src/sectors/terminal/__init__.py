"""Play in a terminal, on the whole screen or in plain lines. Nothing here names a game."""
