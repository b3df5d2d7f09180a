"""Tables: their logs, commands, views and bots."""
