/* What this device remembers: a name, a theme, how fast bots move, and the seats it holds at tables. */

import { MediaQuery } from "svelte/reactivity";
import { breakpoints } from "../styles/breakpoints";
import { keep, kept, KEY } from "./memory";
import type { Pace } from "./protocol";

class Here {
  name = $state(kept("name", ""));
  theme = $state<"dark" | "light">(document.documentElement.dataset["theme"] === "light" ? "light" : "dark");
  pace = $state<Pace>(kept<Pace>("pace", "normal"));
  switches = $state<Record<string, boolean>>(kept("switches", {}));

  rename(name: string): void {
    this.name = name.trim().slice(0, 40);
    keep("name", this.name);
  }

  turnTheme(): void {
    this.theme = this.theme === "dark" ? "light" : "dark";
    document.documentElement.dataset["theme"] = this.theme;
    try {
      localStorage.setItem(`${KEY}theme`, this.theme);
    } catch {
      // it lasts until the page is left
    }
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    keep("pace", pace);
  }

  isOn(name: string, otherwise: boolean): boolean {
    return this.switches[name] ?? otherwise;
  }

  flip(name: string, otherwise: boolean): void {
    this.switches[name] = !this.isOn(name, otherwise);
    keep("switches", this.switches);
  }
}

export const here = new Here();

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A phone, upright or sideways. */
export const phone = new MediaQuery(breakpoints.handheld);
/** A phone held upright. */
export const upright = new MediaQuery(breakpoints.phone);
