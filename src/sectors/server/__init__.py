"""The server: tables on which games are played online, on one screen, and against bots."""
