import fc from "fast-check";
import type { Store } from "midcall/store";
import { FORGED, MARK, type Truth } from "./truth.js";

/** One thing that the writer to the store does, after so many operations of others. What `on` and `from` name depends on what was seen. */
export interface Act {
  readonly after: number;
  readonly do:
    | "write"
    | "swap"
    | "cut"
    | "roll-back"
    | "copy"
    | "delete"
    | "publish"
    | "publish-made-up";
  readonly on: number;
  readonly from: number;
}

export const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    after: fc.nat(160),
    do: fc.constantFrom<Act["do"]>(
      "write",
      "swap",
      "cut",
      "roll-back",
      "copy",
      "delete",
      "publish",
      "publish-made-up",
      "publish-made-up",
    ),
    on: fc.nat(1_000),
    from: fc.nat(1_000),
  }),
  { maxLength: 14 },
);

/** Everything of one kind lies under keys that begin with these two words. */
const kindOf = (key: string): string => key.split(":").slice(0, 2).join(":");

const text = `${FORGED} text`;
/** Messages that a version of midcall might take for its own. */
const MADE_UP: readonly unknown[] = [
  { jsonrpc: "2.0", id: 7, result: { content: [{ type: "text", text }] } },
  {
    ...{ jsonrpc: "2.0", id: "forged", method: "elicitation/create" },
    params: { message: text, requestedSchema: { type: "object", properties: {} } },
  },
  {
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: 1, progress: 9, message: text },
  },
  { answer: "forged", reads: "forged", session: "forged", ended: "forged", by: "forged" },
  { action: "accept", content: { value: text } },
  { message: { jsonrpc: "2.0", id: 7, result: { content: [{ type: "text", text }] } }, end: true },
];
const MADE_UP_TEXTS: readonly string[] = [
  ...MADE_UP.map((one) => JSON.stringify(one)),
  ...[
    "",
    "1",
    "{}",
    "null",
    "changed",
    "ended",
    "answered",
    "claimed",
    "claimed:x",
    "mc2.",
    "9e15 forged",
  ],
];

/**
 * A store that somebody else reads and writes to, besides those who use it. They see every key, value and message, and do what they do
 * right after an operation of the others.
 */
export function withWriter(
  store: Store,
  planned: readonly Act[],
  truth: Truth,
): { readonly store: Store; readonly isBusy: () => boolean } {
  const keys: string[] = [];
  const values: string[] = [];
  const history = new Map<string, string[]>();
  const channels: string[] = [];
  const messages: string[] = [];
  const due = [...planned].sort((one, other) => one.after - other.after);
  let operations = 0;

  /** Nothing of anybody's is in it, as it stands or encoded. */
  const read = (what: string, seen: string): void => {
    const encoded = seen.replace(/^mcp?\d\./, "");
    const shown = [seen, Buffer.from(encoded, "base64").toString("latin1")];
    truth.must(
      !shown.some((one) => one.includes(MARK)),
      `plain text in a ${what}: ${seen.slice(0, 300)}`,
    );
  };
  const see = (key: string, value: string): void => {
    read("key", key);
    read("value", value);
    if (!history.has(key)) keys.push(key);
    history.set(key, [...(history.get(key) ?? []), value]);
    values.push(value);
  };

  const one = <T>(list: readonly T[], at: number): T | undefined =>
    list[at % Math.max(1, list.length)];
  const act = async ({ do: what, on, from }: Act): Promise<void> => {
    const key = one(keys, on);
    if (what === "publish" || what === "publish-made-up") {
      // A channel is as likely as the key of a record, which may be one, too.
      const channel = one(
        [...channels, ...keys.map((at) => `${at.replace(/:\d+$/, "")}:news`)],
        on,
      );
      const message =
        what === "publish" ? one([...messages, ...values], from) : one(MADE_UP_TEXTS, from);
      if (channel !== undefined && message !== undefined) await store.publish(channel, message);
      return;
    }
    if (key === undefined) return;
    const own = history.get(key)!;
    const alike = keys.filter((other) => other !== key && kindOf(other) === kindOf(key));
    const other = one(alike, from);
    const ttlMs = 600_000;
    switch (what) {
      case "write":
        return store.put(key, one(MADE_UP_TEXTS, from)!, { ttlMs });
      case "cut":
        return store.put(key, own.at(-1)!.slice(0, -1 - (from % 40)), { ttlMs });
      case "roll-back":
        return store.put(key, one(own, from)!, { ttlMs });
      case "copy":
        return store.put(key, one(values, from)!, { ttlMs });
      case "delete":
        return void (await store.delete(key));
      case "swap": {
        if (other === undefined) return;
        const [here, there] = [await store.get(key), await store.get(other)];
        if (there !== undefined) await store.put(key, there, { ttlMs });
        if (here !== undefined) await store.put(other, here, { ttlMs });
      }
    }
  };

  let running = 0;
  /** An operation of those who use the store, after which the writer does what is due. */
  const operate = async <T>(work: () => Promise<T>): Promise<T> => {
    running += 1;
    try {
      const result = await work();
      operations += 1;
      while (due.length > 0 && due[0]!.after <= operations) await act(due.shift()!);
      return result;
    } finally {
      running -= 1;
    }
  };
  const hear = (channel: string): void => {
    if (!channels.includes(channel)) channels.push(channel);
  };
  const used: Store = {
    get: (key) => operate(() => store.get(key)),
    put: (key, value, options) => (see(key, value), operate(() => store.put(key, value, options))),
    putIfAbsent: (key, value, options) => (
      see(key, value),
      operate(() => store.putIfAbsent(key, value, options))
    ),
    take: (key) => operate(() => store.take(key)),
    delete: (key) => operate(() => store.delete(key)),
    publish(channel, message) {
      read("channel", channel);
      read("message", message);
      hear(channel);
      messages.push(message);
      return operate(() => store.publish(channel, message));
    },
    subscribe: (channel, listener) => (
      hear(channel),
      operate(() => store.subscribe(channel, listener))
    ),
  };
  return { store: used, isBusy: () => running > 0 };
}
