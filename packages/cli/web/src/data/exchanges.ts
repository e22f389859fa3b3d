import type { WireEntry } from "../../../src/console/views/api-types.js";

/** A request with its response, or a message that has no other half. */
export interface Exchange {
  /** The number of its first message. */
  readonly seq: number;
  readonly first: WireEntry;
  readonly answer?: WireEntry | undefined;
  /** Whether its sender has cancelled it. */
  readonly isCancelled: boolean;
}

/** Identifies the request that a message cancels, as `keyOf` its request; `undefined` for any other message. */
function cancelledBy({ method, direction, body }: WireEntry): string | undefined {
  if (method !== "notifications/cancelled") return undefined;
  try {
    const { params } = JSON.parse(body) as { readonly params?: { readonly requestId?: unknown } };
    return keyOf(direction, params?.requestId);
  } catch {
    return undefined;
  }
}

const keyOf = (direction: WireEntry["direction"], id: unknown): string =>
  JSON.stringify([direction, id]);

/** Puts the two halves of each exchange together, in the order of their first messages. */
export function toExchanges(entries: readonly WireEntry[]): readonly Exchange[] {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const answers = new Map<number, WireEntry>();
  // After a reconnect, the ids begin again: only the latest request of an id is meant.
  const requests = new Map<string, WireEntry>();
  const cancelled = new Set<WireEntry>();
  for (const entry of entries) {
    const request = requests.get(cancelledBy(entry) ?? "");
    if (request) cancelled.add(request);
    if (entry.kind === "request") requests.set(keyOf(entry.direction, entry.id), entry);
    if (entry.kind !== "request" && entry.pair !== undefined && bySeq.has(entry.pair))
      answers.set(entry.pair, entry);
  }
  const paired = new Set(answers.values());
  return entries
    .filter((entry) => !paired.has(entry))
    .map((first) => ({
      seq: first.seq,
      first,
      answer: answers.get(first.seq),
      isCancelled: cancelled.has(first),
    }));
}

export interface ExchangeFilter {
  readonly words: string;
  readonly kind: string;
  readonly direction: string;
}

/** Whether one of the messages fits. */
export const fitsFilter = (
  { first, answer }: Exchange,
  { words, kind, direction }: ExchangeFilter,
): boolean =>
  [first, ...(answer ? [answer] : [])].some(
    (entry) =>
      (kind === "" || entry.kind === kind) &&
      (direction === "" || first.direction === direction) &&
      (words === "" ||
        `${entry.method} ${entry.call?.name ?? ""} ${entry.body}`
          .toLowerCase()
          .includes(words.toLowerCase())),
  );
