import type { ConsoleState, Hello } from "../../../src/console/views/api-types.js";
import { openStream } from "./event-stream.js";
import type { Exchange } from "./exchange.js";

/**
 * The connection to the console. `lost`: it is being retried. `paused`: other tabs receive the updates until the
 * user returns to this one. `refused`: the program that served this page has ended.
 */
export type ConnectionState = "connecting" | "open" | "lost" | "paused" | "refused";

/** The state of the page. A new object after every change. */
export interface Snapshot extends ConsoleState {
  readonly connection: ConnectionState;
  readonly hello: Hello | undefined;
}

export interface ConsoleStore {
  subscribe(listener: () => void): () => void;
  getSnapshot(): Snapshot;
  close(): void;
}

const INITIAL: Snapshot = {
  connection: "connecting",
  hello: undefined,
  servers: [],
  questions: { showing: [], waiting: [], held: [], links: [] },
  requests: [],
  rules: {},
  calls: [],
  auditSeq: 0,
  kept: [],
};

/** Resolves when the state meets the condition, or after two seconds. */
export function waitForState(
  { subscribe, getSnapshot }: ConsoleStore,
  wanted: (snapshot: Snapshot) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (wanted(getSnapshot())) done();
    };
    const done = (): void => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const timer = setTimeout(done, 2_000);
    const leave = subscribe(look);
    look();
  });
}

/** Keeps the objects of unchanged items, so that only the changed ones are rendered again. */
function reuseUnchanged<T>(before: T, after: T): T {
  if (Array.isArray(before) && Array.isArray(after)) {
    const known = new Map(before.map((item) => [JSON.stringify(item), item as unknown]));
    return after.map((item: unknown) => known.get(JSON.stringify(item)) ?? item) as T;
  }
  return after;
}

export function createConsoleStore(exchange: Exchange): ConsoleStore {
  const listeners = new Set<() => void>();
  let snapshot = INITIAL;
  const become = (part: Partial<Snapshot>): void => {
    snapshot = { ...snapshot, ...part };
    for (const listener of [...listeners]) listener();
  };
  const close = openStream(exchange, {
    event(name, data) {
      if (name === "hello") become({ hello: data as Hello });
      if (name !== "state") return;
      const {
        servers = snapshot.servers,
        calls = snapshot.calls,
        requests = snapshot.requests,
        ...rest
      } = data as Partial<ConsoleState>;
      become({
        ...rest,
        servers: reuseUnchanged(snapshot.servers, servers),
        calls: reuseUnchanged(snapshot.calls, calls),
        requests: reuseUnchanged(snapshot.requests, requests),
        connection: "open",
      });
    },
    ended(how) {
      // Until the first state arrives, it is still the first attempt.
      if (how !== "lost" || snapshot.connection !== "connecting") become({ connection: how });
    },
  });
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    close,
  };
}
