"""Every number that the rules have for what positions, actions and events name; numbers.pxd is for the compiler."""

MOST = 40  # signals that a content may have
OVER = -1  # nobody is to act

REASONS = ("yielded",)

YIELD = 0  # the action of that code; others are signals
SHUFFLE = 0  # the chance point

# Events
SENT = 0
YIELDED = 1
