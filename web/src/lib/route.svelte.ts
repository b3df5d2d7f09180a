/* Which page is open: the address is the state. */

export type Route =
  | { page: "home" }
  | { page: "tables" }
  | { page: "watch" }
  | { page: "import" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string }
  | { page: "guide"; game: string }
  | { page: "learn"; game: string } // "": the game that was last chosen on this device
  | { page: "lesson"; game: string; id: string }
  | { page: "exercises"; game: string }
  | { page: "exercise"; game: string; id: string }
  | { page: "lost"; path: string };

export function read(path: string): Route {
  const [first = "", second = "", ...rest] = path.replace(/\/+$/, "").split("/").slice(1);
  if (rest.length === 0) {
    if (first === "") return { page: "home" };
    if ((first === "tables" || first === "watch" || first === "import") && !second) return { page: first };
    if (first === "table" && second) return { page: "table", id: second };
    if (first === "replay" && second) return { page: "replay", id: second };
    if (first === "learn" && !second) return { page: first, game: "" };
    if (first === "guide" && second) return { page: "guide", game: second };
    if (first === "learn" && second) return { page: "learn", game: second };
    if (first === "exercises" && second) return { page: "exercises", game: second };
  }
  if (first === "learn" && rest.length === 1 && rest[0]) return { page: "lesson", game: second, id: rest[0] };
  if (first === "exercises" && rest.length === 1 && rest[0]) return { page: "exercise", game: second, id: rest[0] };
  return { page: "lost", path };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody wrote a % that stands for nothing
  }
}

class Router {
  address = $state(location.pathname + location.search + location.hash);
  private readonly url = $derived(new URL(this.address, location.origin));
  route: Route = $derived(read(this.url.pathname));
  /** What stands after the # of the address. */
  readonly hash = $derived(decoded(this.url.hash.slice(1)));

  constructor() {
    addEventListener("popstate", () => this.sync());
    addEventListener("hashchange", () => this.sync());
    document.addEventListener("click", (event) => this.follow(event));
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.sync();
    if (!replace) scrollTo(0, 0);
  }

  private sync(): void {
    this.address = location.pathname + location.search + location.hash;
  }

  /** Links within the page change the address without loading it anew. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
