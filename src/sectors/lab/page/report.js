"use strict";
const dialog = document.querySelector("dialog");
const part = (name) => dialog.querySelector(`[data-part="${name}"]`);
const root = document.documentElement;
let game = null, at = 0, address = "";

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function show(place) {
  at = Math.max(0, Math.min(game.frames.length - 1, place));
  const frame = game.frames[at];
  URL.revokeObjectURL(address);
  address = URL.createObjectURL(new Blob([frame.svg], { type: "image/svg+xml" }));
  part("picture").src = address;
  part("picture").alt = frame.title;
  part("title").textContent = `${game.title}: ${frame.title}`;
  part("lines").textContent = frame.lines.join(" · ");
  part("back").disabled = at === 0;
  part("on").disabled = at === game.frames.length - 1;
}

if (dialog) {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-game]");
    if (!link) return;
    event.preventDefault();
    game = await unpack(document.getElementById(`game-${link.dataset.game}`).textContent);
    show(0);
    dialog.showModal();
  });
  part("back").addEventListener("click", () => show(at - 1));
  part("on").addEventListener("click", () => show(at + 1));
  part("close").addEventListener("click", () => dialog.close());
  part("save").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(game.record)], { type: "application/json" }));
    link.download = `${game.title.toLowerCase().replaceAll(" ", "-")}.json`;
    link.click();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") show(at - 1);
    if (event.key === "ArrowRight") show(at + 1);
  });
}
document.querySelector("[data-part=theme]").addEventListener("click", () => {
  const dark = getComputedStyle(root).colorScheme === "dark";
  root.dataset.theme = dark ? "light" : "dark";
});
