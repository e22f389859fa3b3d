import type { CallView } from "../../../src/console/views/api-types.js";
import { callOfQuestion } from "./call-of-question.js";

type Known = Pick<CallView, "id" | "server" | "state" | "resumed" | "questions">;

/** The calls that the user has started or answered in this tab since it was loaded. */
const own = new Set<string>();
const MOST = 500;
/** Calls that are being started: their questions may come before their ids. */
let starting = 0;

function add(call: string): void {
  own.add(call);
  if (own.size > MOST) own.delete(own.values().next().value!);
}

/** Sends a request of the user: what servers ask meanwhile counts as caused by it. */
export async function causeHere<T>(request: () => Promise<T>): Promise<T> {
  starting += 1;
  try {
    return await request();
  } finally {
    starting -= 1;
  }
}

/** Remembers the call that a request of the user starts. */
export const startOwnCall = <T extends { readonly id: string }>(
  request: () => Promise<T>,
): Promise<T> =>
  causeHere(async () => {
    const started = await request();
    add(started.id);
    return started;
  });

/** The user answers a question here: what its call asks next is expected. */
export function answerOwn(question: string, calls: readonly CallView[]): void {
  const call = callOfQuestion(question, calls);
  if (call) add(call.id);
}

/** Whether the user has caused what this call asks, in this tab and since it was loaded. */
export const isOwnCall = ({ id, resumed }: Pick<Known, "id" | "resumed">): boolean =>
  own.has(id) || (starting > 0 && !resumed);

/**
 * Whether the user has caused a question. One that was open when the page was loaded, or whose call another tab has
 * started, comes by itself here.
 *
 * @param of - the question, and the user's name for its server
 */
export function isCausedHere(
  { id, server }: { readonly id: string; readonly server: string },
  calls: readonly CallView[],
): boolean {
  const call = callOfQuestion(id, calls);
  if (call) return isOwnCall(call);
  // Of several calls, it is not known which one asks.
  return (
    starting > 0 ||
    calls.some((one) => one.server === server && one.state === "running" && own.has(one.id))
  );
}
