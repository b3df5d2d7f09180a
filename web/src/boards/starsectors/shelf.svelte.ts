/* Fleets and maps of one's own: kept on this device, shared as a file or a link. */
import { keep, kept } from "../../lib/memory";
import { problems } from "./editor";
import { type Chart, classOf } from "./types";

export interface OwnFleet {
  name: string;
  ships: string[];
}

class Shelf {
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

  /** Take in what somebody shared; whether it was a fleet or a map. */
  takeIn(text: string): boolean {
    let read: unknown;
    try {
      read = JSON.parse(text);
    } catch {
      return false;
    }
    if (isFleet(read)) this.saveFleet(read);
    else if (isMap(read)) this.saveMap(read);
    else return false;
    return true;
  }

  /** What stands behind # in the address, once. */
  takeFromLink(): boolean {
    const sent = /^#star=(.+)$/.exec(location.hash)?.[1];
    if (!sent) return false;
    history.replaceState(null, "", location.pathname);
    return this.takeIn(decodeURIComponent(sent));
  }
}

export const shelf = new Shelf();

export function isFleet(value: unknown): value is OwnFleet {
  const one = value as OwnFleet | null;
  return typeof one?.name === "string" && Array.isArray(one.ships) && one.ships.every((code) => classOf(code) !== null);
}

export function isMap(value: unknown): value is Chart {
  const one = value as Chart | null;
  if (typeof one?.name !== "string" || typeof one.terrain !== "object" || !Array.isArray(one.wormholes)) return false;
  return problems(one).length === 0;
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
