/* What a player must be told besides the game: a list, the most urgent first. */
import type { Seat, State } from "./protocol";

export interface Notice {
  id: string;
  bad: boolean;
  icon?: "link";
  /** What happened, and what follows from it. */
  title: string;
  text: string;
  actions: { label: string; run: () => void }[];
}

/** What the notices are about. */
export interface Circumstances {
  table: Pick<State, "status" | "seats" | "yours">;
  link: "connecting" | "open" | "lost";
  retry: number;
  /** Whether a command of ours is still to be answered. */
  waiting: boolean;
  fault: string;
  complaint: string;
  taken: Seat | null;
  missed: number;
}

/** What can be done about them. */
export interface Remedies {
  hurry: () => void;
  refresh: () => void;
  dismissComplaint: () => void;
  dismissTaken: () => void;
  replaceBot: (seat: Seat) => void;
  sit: (seat: Seat) => void;
  showMissed: () => void;
}

export function notices(about: Circumstances, can: Remedies): Notice[] {
  if (about.link !== "open") return [lost(about, can)];
  const found: Notice[] = [];
  if (about.fault) found.push(faulty(about.fault, can));
  if (about.complaint && about.table.status === "playing") {
    const actions = [{ label: "Got it", run: can.dismissComplaint }];
    found.push({ id: "complaint", bad: true, title: "", text: about.complaint, actions });
  }
  for (const seat of about.table.seats.filter((one) => one.failed)) {
    const actions = about.table.yours.length ? [{ label: "Another bot", run: () => can.replaceBot(seat) }] : [];
    const title = `${seat.name} stopped working.`;
    found.push({ id: `failed ${seat.seat}`, bad: true, title, text: "The game is safe.", actions });
  }
  if (about.taken) found.push(taken(about.taken, can));
  if (about.missed > 0) {
    const text = `${about.missed === 1 ? "1 move was" : `${about.missed} moves were`} made while you were away.`;
    const actions = [{ label: "Show them", run: can.showMissed }];
    found.push({ id: "missed", bad: false, title: "Welcome back.", text, actions });
  }
  return found;
}

function lost(about: Circumstances, can: Remedies): Notice {
  const safe = about.waiting ? "Your last move is kept and will be sent." : "Everything so far is safe.";
  const text = `${safe} Trying again${about.retry ? ` in ${about.retry} s` : ""}.`;
  const actions = [{ label: "Try now", run: can.hurry }];
  return { id: "lost", bad: true, icon: "link", title: "Connection lost.", text, actions };
}

function faulty(fault: string, can: Remedies): Notice {
  const actions = [{ label: "Try now", run: can.refresh }];
  const text = `${fault} The game is safe; the page will try again.`;
  return { id: "fault", bad: true, title: "The server could not show what happened.", text, actions };
}

function taken(seat: Seat, can: Remedies): Notice {
  const close = { label: "Got it", run: can.dismissTaken };
  const notice = { id: "taken", bad: true, actions: [close] };
  if (seat.kind === "person") {
    const text = "You are watching. To come back, copy the link for another device from the Table menu there.";
    return { ...notice, title: "Another device has your seat now.", text };
  }
  if (seat.kind === "bot") {
    const text = "You are watching.";
    const actions = seat.back ? [{ label: "Come back", run: () => can.sit(seat) }, close] : [close];
    return { ...notice, title: `You were away, and ${seat.name} plays in your seat now.`, text, actions };
  }
  const actions = [{ label: "Sit here", run: () => can.sit(seat) }, close];
  return { ...notice, title: "You were away, and your seat was opened.", text: "It is still free.", actions };
}
