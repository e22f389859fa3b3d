import type { WireEntry } from "../../../src/console/views/api-types.js";

/** A request with its response, or a message that has no other half. */
export interface Exchange {
  /** The number of its first message. */
  readonly seq: number;
  readonly first: WireEntry;
  readonly answer?: WireEntry | undefined;
}

/** Puts the two halves of each exchange together, in the order of their first messages. */
export function toExchanges(entries: readonly WireEntry[]): readonly Exchange[] {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const answers = new Map<number, WireEntry>();
  for (const entry of entries) {
    if (entry.kind !== "request" && entry.pair !== undefined && bySeq.has(entry.pair))
      answers.set(entry.pair, entry);
  }
  const paired = new Set(answers.values());
  return entries
    .filter((entry) => !paired.has(entry))
    .map((first) => ({ seq: first.seq, first, answer: answers.get(first.seq) }));
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
