"""What servers on one database share besides it: wake-ups, presence, limits and the queue of bot thoughts, in Redis."""
