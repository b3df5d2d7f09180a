/* Asking the server: every failure is a Failed with the server's own sentence. */
import { keep, kept } from "./memory";
import type { Failure } from "./protocol";

export class Failed extends Error {
  constructor(
    readonly failure: Failure,
    readonly status: number,
  ) {
    super(failure.text);
  }
  get code(): string {
    return this.failure.code;
  }
}

const UNREACHABLE: Failure = {
  code: "unreachable",
  text: "The server cannot be reached. Nothing is lost: your tables are kept there. Try again in a moment.",
};

/** The first answer of all brings the cookie that says who we are. Several first requests at once would bring several,
 *  and the last would win: so a device that was never here asks one question before all others. */
let introduced: Promise<unknown> | null = null;

export function introduce(): Promise<unknown> {
  introduced ??= kept("met", false)
    ? Promise.resolve()
    : fetch("/api/me").then(
        (answer) => answer.ok && keep("met", true),
        () => (introduced = null),
      );
  return introduced;
}

async function ask<T>(address: string, init?: RequestInit): Promise<T> {
  await introduce();
  let answer: Response;
  try {
    answer = await fetch(`/api/${address}`, { ...init, headers: { Accept: "application/json", ...init?.headers } });
  } catch {
    throw new Failed(UNREACHABLE, 0);
  }
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body as T;
  const failure = (body as { error?: Failure } | null)?.error;
  if (failure) throw new Failed(failure, answer.status);
  throw new Failed(
    answer.status >= 500 ? { ...UNREACHABLE, code: `status-${answer.status}` } : UNREACHABLE,
    answer.status,
  );
}

export function get<T>(address: string): Promise<T> {
  return ask<T>(address);
}

export function post<T>(address: string, body: unknown): Promise<T> {
  return ask<T>(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** An address with the parameters that are given. */
export function query(
  address: string,
  parameters: Record<string, string | number | boolean | null | undefined>,
): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return given.length
    ? `${address}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
    : address;
}

const answers = new Map<string, Promise<unknown>>();

/** The same, asked only once while the page is open: for what does not change. */
export function once<T>(address: string): Promise<T> {
  let answer = answers.get(address);
  if (!answer) {
    answer = get<T>(address);
    answer.catch(() => answers.delete(address));
    answers.set(address, answer);
  }
  return answer as Promise<T>;
}
