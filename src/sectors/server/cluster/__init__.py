"""What servers on one database share through Redis: wake-ups, presence, limits and the queue of bot thoughts."""
