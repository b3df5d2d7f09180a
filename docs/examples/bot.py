"""A bot for a Sectors server: it sits down at a table and plays at random.

python bot.py http://localhost:8219 TABLE KEY
"""

import json
import random
import sys

import httpx
from websockets.sync.client import connect


def play(server: str, table: str, key: str) -> list[float]:
    """Sit in the first open seat and play to the end; the result of each seat."""
    web = httpx.Client(base_url=server)
    web.post("/api/me", json={"name": "Random walker"})
    state = web.post(f"/api/tables/{table}/enter", json={"key": key}).json()
    seat = next(place["seat"] for place in state["seats"] if place["kind"] == "open")
    web.post(f"/api/tables/{table}/sit", json={"seat": seat}).raise_for_status()

    cookie = {"Cookie": f"sectors={web.cookies['sectors']}"}
    with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{table}/live", additional_headers=cookie) as live:
        live.send(json.dumps({"do": "hello", "seat": seat, "moves": "texts"}))
        while True:
            message = json.loads(live.recv())
            news = message.get("state", message)  # a whole state, or an update of the same fields
            if news.get("ending"):
                return news["ending"]["result"]
            sight = news.get("sight")
            if sight and sight["your_turn"]:
                number = news["number"]  # as id it makes sure that the move is made once, whatever arrives twice
                play = {"do": "play", "seat": seat, "text": random.choice(sight["moves"]), "number": number}
                live.send(json.dumps({**play, "id": f"move {number}"}))


if __name__ == "__main__":
    print(play(*sys.argv[1:4]))
