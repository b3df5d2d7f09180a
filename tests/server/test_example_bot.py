"""The bot of docs/examples, as a stranger would run it."""

import random
import re
import subprocess
import sys
import threading
from pathlib import Path

from tests.server.people import MakePerson, Running

BOT = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"


def test_the_example_joins_a_table_over_the_network_and_plays_to_the_end(person: MakePerson, server: Running) -> None:
    ana = person("Ana")
    table = ana.make()
    bot = subprocess.Popen(
        [sys.executable, str(BOT), server.url, table["table"], table["key"]], stdout=subprocess.PIPE, text=True
    )
    live = ana.live(table["table"]).until(lambda one: one.state)
    live.until(lambda one: one.state["seats"][1]["kind"] == "person", timeout=30)
    assert live.state["seats"][1]["name"] == "Random walker"
    ana.do(table["table"], "start")
    over = threading.Event()

    def play() -> None:
        source = random.Random(1)
        while not over.is_set() and ana.play_on(table["table"], source, seats=(0,))["status"] != "over":
            over.wait(0.01)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        said, _ = bot.communicate(timeout=60)
    finally:
        over.set()
        bot.kill()
        thread.join()
    assert re.fullmatch(r"\[[\d., ]+\]\n", said)
    assert str(ana.state(table["table"])["ending"]["result"]) == said.strip()


def test_the_example_is_forty_lines() -> None:
    assert len(BOT.read_text().splitlines()) <= 40
