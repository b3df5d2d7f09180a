"""The server: tables for games online, on one shared screen, and against bots."""
