// Before the first paint: the theme that this device chose, else the system's.
document.documentElement.dataset.theme = (() => {
  try {
    const kept = localStorage.getItem("sectors.theme");
    if (kept === "dark" || kept === "light") return kept;
  } catch {
    // storage may be closed to us; the system's choice will do
  }
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
})();
