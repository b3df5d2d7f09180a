import { beforeEach, describe, expect, it, vi } from "vitest";
import { Pointer } from "./pointer";

const at = (pointerId: number, clientX: number, clientY: number) => ({ pointerId, clientX, clientY });

describe("the pointer on a picture", () => {
  const frame = { fits: false, scale: 2, zoom: vi.fn(), move: vi.fn() };
  let pointer: Pointer;
  beforeEach(() => {
    vi.clearAllMocks();
    frame.fits = false;
    pointer = new Pointer(frame, (event) => ({ x: event.clientX, y: event.clientY }));
  });
  it("only passes over while nothing is held", () => {
    expect(pointer.move(at(1, 5, 5))).toBe(false);
  });
  it("touches, even if the finger slips a little", () => {
    pointer.down(at(1, 0, 0));
    expect(pointer.move(at(1, 3, 4))).toBe(true);
    expect(pointer.dragged).toBe(false);
    expect(frame.move).not.toHaveBeenCalled();
  });
  it("drags the sheet by as much as it moves, in units of the picture", () => {
    pointer.down(at(1, 0, 0));
    pointer.move(at(1, 20, 10));
    expect(pointer.dragged).toBe(true);
    expect(frame.move).toHaveBeenCalledWith(10, 5);
  });
  it("drags nothing that fits", () => {
    frame.fits = true;
    pointer.down(at(1, 0, 0));
    pointer.move(at(1, 20, 10));
    expect(frame.move).not.toHaveBeenCalled();
  });
  it("zooms with two fingers by how far they spread", () => {
    pointer.down(at(1, 0, 0));
    pointer.down(at(2, 100, 0));
    pointer.move(at(2, 200, 0));
    expect(frame.zoom).toHaveBeenCalledWith(2, { x: 200, y: 0 });
  });
  it("is a drag until the next press, so that its click touches nothing", () => {
    pointer.down(at(1, 0, 0));
    pointer.move(at(1, 20, 10));
    pointer.up(at(1, 20, 10));
    expect(pointer.dragged).toBe(true);
    pointer.down(at(1, 0, 0));
    expect(pointer.dragged).toBe(false);
  });
});
