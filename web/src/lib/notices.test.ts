import { describe, expect, it, vi } from "vitest";
import { type Circumstances, notices, type Remedies } from "./notices";
import type { Seat } from "./protocol";

const seat = (more: Partial<Seat>): Seat => ({ seat: 1, kind: "person", name: "Bo", failed: false, ...more }) as Seat;
const QUIET: Circumstances = {
  table: { status: "playing", seats: [seat({})], yours: [0] },
  link: "open",
  retry: 0,
  waiting: false,
  fault: "",
  complaint: "",
  taken: null,
  missed: 0,
};
const remedies = (): Remedies => ({
  hurry: vi.fn(),
  refresh: vi.fn(),
  dismissComplaint: vi.fn(),
  dismissTaken: vi.fn(),
  replaceBot: vi.fn(),
  sit: vi.fn(),
  showMissed: vi.fn(),
});
const ids = (about: Partial<Circumstances>): string[] =>
  notices({ ...QUIET, ...about }, remedies()).map((notice) => notice.id);

describe("notices", () => {
  it("are none while all is well", () => expect(ids({})).toEqual([]));
  it("tell only of a lost connection while it is lost", () => {
    expect(ids({ link: "lost", missed: 3, complaint: "No." })).toEqual(["lost"]);
    const [lost] = notices({ ...QUIET, link: "lost", waiting: true, retry: 4 }, remedies());
    expect(lost!.text).toBe("Your last move is kept and will be sent. Trying again in 4 s.");
  });
  it("stand together, the most urgent first", () => {
    const about = { fault: "That was our fault.", complaint: "No.", missed: 1 };
    expect(ids(about)).toEqual(["fault", "complaint", "missed"]);
  });
  it("offer another bot to those who sit", () => {
    const can = remedies();
    const broken = seat({ kind: "bot", name: "Altair", failed: true });
    const [notice] = notices({ ...QUIET, table: { ...QUIET.table, seats: [broken] } }, can);
    notice!.actions[0]!.run();
    expect(can.replaceBot).toHaveBeenCalledWith(broken);
    const [seen] = notices({ ...QUIET, table: { status: "playing", seats: [broken], yours: [] } }, can);
    expect(seen!.actions).toEqual([]);
  });
  it.each([
    ["person", "Another device has your seat now.", ["Got it"]],
    ["bot", "You were away, and Altair plays in your seat now.", ["Got it"]],
    ["open", "You were away, and your seat was opened.", ["Sit here", "Got it"]],
  ] as const)("say what became of a seat: %s", (kind, title, labels) => {
    const [notice] = notices({ ...QUIET, taken: seat({ kind, name: "Altair" }) }, remedies());
    expect(notice!.title).toBe(title);
    expect(notice!.actions.map((action) => action.label)).toEqual(labels);
  });
  it("count what was missed", () => {
    expect(notices({ ...QUIET, missed: 1 }, remedies())[0]!.text).toBe("1 move was made while you were away.");
    expect(notices({ ...QUIET, missed: 2 }, remedies())[0]!.text).toBe("2 moves were made while you were away.");
  });
});
