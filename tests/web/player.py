"""A person at the page: sees what is lit, and touches it by mouse, finger or keyboard."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import expect

expect.set_options(timeout=60_000)  # what is expected is waited for, on a busy machine too

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
DESKTOP = (1440, 900)
PHONE = (390, 844)
SIDEWAYS = (844, 390)
LIT = (
    ".is-lit[data-thing], g.can[data-thing], .host .can, "
    ".choice:not([aria-disabled=true]), .deed:not([aria-disabled=true])"
)
KEEP = "try { localStorage.setItem('sectors.%s', '%s') } catch {}"
# What the page adds to a deal (16 bytes; an id of a message has 12) is the same each time.
SAME_DEALS = """
  const random = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => (bytes.length === 16 ? bytes.fill(%d) : random(bytes));
"""
HOW = "(() => { const { state, step } = document.querySelector('.table').dataset; return [state, step]; })()"
# The page is shown as soon as the board's own script is there; whoever is asked then has something lit.
READY = """(all) => {
  const table = document.querySelector(".table:not(.unready)");
  return table && (table.dataset.state !== "asked" || document.querySelector(all));
}"""
# One of the lit things by a number from 0 to 1, or the button that plays what a tap has shown, and a place where a
# pointer reaches it.
PICK = """([all, part, focus]) => {
  const ready = document.querySelector(".confirm .btn") ?? document.querySelector(".strip.ready .btn.go");
  const lit = ready?.offsetParent ? [ready] : document.querySelectorAll(all);
  const one = lit[Math.floor(part * lit.length)];
  if (!one) return null;
  if (focus) return one.focus();
  const target = one.querySelector(":scope > .touch") ?? one;
  const narrow = innerWidth <= 760 || innerHeight <= 480; // elsewhere the picture itself is moved, and never its frame
  (narrow ? target : (one.closest(".pic") ?? target)).scrollIntoView({ block: narrow ? "center" : "nearest" });
  const { left, top, width, height } = target.getBoundingClientRect();
  for (const [dx, dy] of [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5], [0.2, 0.2], [0.8, 0.8]]) {
    const x = left + width * dx;
    const y = top + height * dy;
    if (one.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return null;
}"""
# How long each update took until the page showed it, and what jumped without having been touched.
WATCH = """
  window.waits = [];
  window.jumps = 0;
  let heard = 0;
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    set onmessage(hear) {
      super.onmessage = (event) => {
        if (JSON.parse(event.data).type === "update") heard = performance.now();
        hear(event);
      };
    }
  };
  new MutationObserver((changes) => {
    if (heard && changes.some((one) => one.attributeName === "data-step")) {
      waits.push(performance.now() - heard);
      heard = 0;
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-step"] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) jumps += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
Way = Literal["mouse", "finger", "keys"]


class Player:
    def __init__(
        self,
        browser: Any,
        address: str,
        size: tuple[int, int] = DESKTOP,
        theme: str = "dark",
        way: Way = "mouse",
        picture: bool = False,
        seed: int = 1,
        installed: bool = False,
    ) -> None:
        self.address = address
        self.way = way
        self.random = random.Random(seed)
        self.moved = 0
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
            has_touch=way == "finger",
            is_mobile=way == "finger",
            reduced_motion="reduce",
            service_workers="allow" if installed else "block",
        )
        if picture:
            self.context.add_init_script(KEEP % ("switches", '{"picture": true}'))
        self.context.add_init_script(KEEP % ("pace", '"at once"'))
        if not os.environ.get("SECTORS_SOAK"):
            self.context.add_init_script(SAME_DEALS % (seed % 256))
        self.context.set_default_timeout(60_000)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.expected = ("Failed to load resource", "WebSocket connection", "net::ERR")
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        if message.type == "error" and not any(word in message.text for word in self.expected):
            self.complaints.append(message.text)

    # Going somewhere

    def go(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    def press(self, name: str) -> None:
        """A button by its words."""
        button = self.page.get_by_role("button", name=name).locator("visible=true").first
        if self.way == "finger":
            button.tap()
        else:
            button.click()

    def hurry(self) -> None:
        """Try now to connect, unless the page has done so by itself."""
        self.page.evaluate(
            "[...document.querySelectorAll('.note .btn')].find((b) => b.innerText === 'Try now')?.click()"
        )

    def post(self, path: str, body: Any) -> Any:
        """Ask the server as this person, for what takes too long by hand."""
        return self.page.evaluate(
            """async ([path, body]) => {
              const head = { "Content-Type": "application/json" };
              const answer = await fetch("/api/" + path, { method: "POST", headers: head, body: JSON.stringify(body) });
              return answer.json();
            }""",
            [path, body],
        )

    def table(self, game: str, places: list[dict[str, Any]], **more: Any) -> str:
        """A table made by the way; the person sits down at it."""
        if not self.page.locator(".me u").count():
            self.go()
        self.page.locator(".me u", has_text=re.compile(r"\w")).wait_for()
        made = self.post("tables", {"game": game, "places": places, "start": True, "pace": "at once", **more})
        assert "table" in made, made
        self.go(f"/table/{made['table']}")
        return str(made["table"])

    # Playing

    @property
    def state(self) -> str:
        """asked, waits, covered or over."""
        return str(self.page.locator(".table[data-state]").get_attribute("data-state"))

    @property
    def step(self) -> int:
        return int(self.page.locator(".table[data-state]").get_attribute("data-step"))

    def wait(self, *states: str, timeout: float = 60_000) -> str:
        back = self.page.get_by_role("button", name="Back to the game")
        if back.count():  # a click went to the log, where something moved under the pointer
            back.click()
        chosen = ", ".join(f'.table[data-state="{state}"]' for state in states)
        self.page.locator(chosen).wait_for(timeout=timeout, state="attached")
        self.page.wait_for_function(READY, arg=LIT)
        return self.state

    def settled(self, script: str) -> Any:
        """What the script lists once the page has settled, which should be nothing."""
        for _ in range(100):
            if not (found := self.page.evaluate(script)):
                break
            self.page.wait_for_timeout(30)
        return found

    def touch(self) -> None:
        """Touch one of the things that are lit, in this person's way."""
        self.page.wait_for_function(READY, arg=LIT)
        spot = self.page.evaluate(PICK, [LIT, self.random.random(), self.way == "keys"])
        if self.way == "keys":
            self.page.keyboard.press("Enter")
        elif spot and self.way == "finger":
            self.page.touchscreen.tap(*spot)
        elif spot:
            self.page.mouse.click(*spot)
        elif (whole := self.page.locator(".tools .btn:enabled").locator("visible=true").last).count():
            whole.click()  # the thing lies outside the part of the picture that is seen

    def touch_until(self, holds: Callable[[], bool]) -> None:
        """Touch one thing after another until something holds."""
        for _ in range(200):
            if holds():
                return
            self.touch()
            self.page.wait_for_timeout(200)
        raise AssertionError("it never held")

    def move(self) -> None:
        """One whole move: touch lit things until it is played."""
        before = self.step
        for _ in range(40):
            self.touch()
            state, step = self.page.evaluate(HOW)
            if state != "asked" or int(step) != before:
                self.moved += 1
                return
        raise AssertionError("forty touches did not make a move")

    def play(self, most: int = 10_000) -> str:
        """Play until the game is over, or for that many moves; curtains are opened."""
        for _ in range(most):
            state = self.wait("asked", "covered", "over")
            if state == "over":
                break
            if state == "covered":
                self.press("I am ")
                state = self.wait("asked", "over")
            if state == "asked":
                self.move()
        return self.state

    def picture(self, name: str, whole: bool = False) -> None:
        """Keep what is seen, under docs/pictures."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png", full_page=whole)
