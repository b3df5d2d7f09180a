/* Fleets and maps that the player made: kept on this device, shared as a file or a link. */
import { keep, kept } from "../../lib/memory";
import { problemOf } from "./editor";
import { type Chart, classOf } from "./types";

export interface OwnFleet {
  name: string;
  ships: string[];
}

class Saved {
  fleets = $state.raw<OwnFleet[]>(kept("star.fleets", []));
  maps = $state.raw<Chart[]>(kept("star.maps", []));

  saveFleet(fleet: OwnFleet): void {
    this.fleets = [...this.fleets.filter((one) => one.name !== fleet.name), fleet];
    keep("star.fleets", this.fleets);
  }

  saveMap(map: Chart): void {
    this.maps = [...this.maps.filter((one) => one.name !== map.name), map];
    keep("star.maps", this.maps);
  }

  dropFleet(name: string): void {
    this.fleets = this.fleets.filter((one) => one.name !== name);
    keep("star.fleets", this.fleets);
  }

  dropMap(name: string): void {
    this.maps = this.maps.filter((one) => one.name !== name);
    keep("star.maps", this.maps);
  }

  /** Take in what somebody shared; what is wrong with it, null when it is saved. */
  async takeIn(text: string): Promise<string | null> {
    let read: unknown;
    try {
      read = JSON.parse(text);
    } catch {
      return "That is neither a fleet nor a map.";
    }
    if (isFleet(read)) this.saveFleet(read);
    else if (isMap(read)) {
      const problem = await problemOf(read);
      if (problem) return problem;
      this.saveMap(read);
    } else return "That is neither a fleet nor a map.";
    return null;
  }

  /** What stands behind # in the address, once; what is to be said of it. */
  async takeFromLink(): Promise<string> {
    const sent = /^#star=(.+)$/.exec(location.hash)?.[1];
    if (!sent) return "";
    history.replaceState(null, "", location.pathname);
    return (await this.takeIn(decodeURIComponent(sent))) ?? "The fleet or map from the link is in your list now.";
  }
}

export const saved = new Saved();

export function isFleet(value: unknown): value is OwnFleet {
  const one = value as OwnFleet | null;
  return typeof one?.name === "string" && Array.isArray(one.ships) && one.ships.every((code) => classOf(code) !== null);
}

export function isMap(value: unknown): value is Chart {
  const one = value as Chart | null;
  return typeof one?.name === "string" && typeof one.terrain === "object" && Array.isArray(one.wormholes);
}

export function link(value: OwnFleet | Chart): string {
  return `${location.origin}/#star=${encodeURIComponent(JSON.stringify(value))}`;
}

/** Save as a file. */
export function download(value: OwnFleet | Chart): void {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([JSON.stringify(value, null, 1)], { type: "application/json" }));
  anchor.download = `${value.name}.json`;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}
