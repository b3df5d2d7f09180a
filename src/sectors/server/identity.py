"""Players' identities: a 128-bit id in a signed cookie, and a nickname."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from functools import lru_cache

COOKIE = "sectors"
YEARS = 5
ADJECTIVES = ("Amber", "Bold", "Calm", "Distant", "Early", "Fair", "Grey", "High", "Inner", "Lone", "Merry", "North")
NOUNS = ("Comet", "Drifter", "Falcon", "Gunner", "Lander", "Marine", "Navigator", "Pilot", "Ranger", "Scout", "Tug")


class Signer:
    """Creates and reads cookies. The secret belongs to the database, so it survives restarts."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def sign(self, player: str) -> str:
        return f"{player}.{self._mac(player)}"

    def read(self, cookie: str | None) -> str | None:
        """Return the player, or None if the cookie is not one of ours."""
        player, _, mac = (cookie or "").partition(".")
        fits = hmac.compare_digest(mac.encode("utf-8", "replace"), self._mac(player).encode())
        return player if fits and player else None

    def _mac(self, text: str) -> str:
        return hmac.new(self._secret, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:32]

    def secret_for(self, text: str) -> str:
        """Return an unpredictable but reproducible value for a text, such as a bot's seed."""
        return hmac.new(self._secret, b"derived " + text.encode(), hashlib.sha256).hexdigest()


def new_player() -> str:
    return secrets.token_hex(16)


@lru_cache(10_000)
def made_up_name(player: str) -> str:
    """Return a name for a player who has not chosen one."""
    number = int.from_bytes(hashlib.sha256(player.encode()).digest()[:4], "big")
    return f"{ADJECTIVES[number % len(ADJECTIVES)]} {NOUNS[number // 16 % len(NOUNS)]}"
