"""The metrics that /metrics exports."""

from __future__ import annotations

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

COMMANDS = Counter("sectors_commands", "Commands carried out or refused", ["command", "answer"])
EVENTS = Counter("sectors_events", "Events written to the logs of tables", ["kind"])
BAD_MESSAGES = Counter("sectors_bad_messages", "Messages and requests that were refused", ["code"])
DROPPED_LINES = Counter("sectors_dropped_log_lines", "Lines of the log that could not be written")
CONNECTIONS = Gauge("sectors_connections", "Open WebSockets")
TABLES = Gauge("sectors_tables", "Tables in memory")
THINKING = Gauge("sectors_bots_thinking", "Bots at work")
BOT_SECONDS = Histogram("sectors_bot_seconds", "How long bots think", buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30))
BOT_FAILURES = Counter("sectors_bot_failures", "Bots that broke down")
COMMITS = Histogram("sectors_commit_seconds", "Writing a group", buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3))
GROUP = Histogram("sectors_commit_group", "Writes that were committed together", buckets=(1, 2, 4, 8, 16, 32, 64, 256))
PLAY_SECONDS = Histogram(
    "sectors_play_seconds", "From a play's arrival to its commit", buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)
)
WAKEUPS = Counter("sectors_wakeups", "What other servers told through Redis", ["what"])
PEER_LAG = Histogram(
    "sectors_wakeup_seconds",
    "From another server's commit to hearing of it",
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 1),
)
PEERS_AWAY = Gauge("sectors_redis_away", "1 while Redis cannot be reached")
QUEUED = Gauge("sectors_thoughts_queued", "Thoughts that wait for a worker", ["lane"])
SLOTS = Gauge("sectors_worker_slots", "Thoughts that all workers together can think at once", ["lane"])
FALLBACKS = Counter("sectors_thoughts_here", "Thoughts that no worker answered, so the server thought itself")
THOUGHT_SECONDS = Histogram(
    "sectors_thought_seconds",
    "From a bot's turn to a worker's answer",
    ["lane"],
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
QUEUE_SECONDS = Histogram(
    "sectors_queue_seconds", "How long thoughts wait in the queue", ["lane"], buckets=(0.001, 0.01, 0.1, 0.3, 1, 3, 10)
)
CAUGHT_UP = Counter("sectors_caught_up", "Events of other servers that were read from the log")
CONFLICTS = Counter("sectors_conflicts", "Writes for a number that another server had taken")


@cache
def done_commands(command: str) -> Counter:
    """Return the counter of carried-out commands of a name."""
    return COMMANDS.labels(command, "done")


@cache
def written_events(kind: str) -> Counter:
    """Return the counter of written events of a kind."""
    return EVENTS.labels(kind)
