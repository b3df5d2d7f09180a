"""Play in a terminal: a screen for people, plain lines where there is none. Nothing here names a game."""
