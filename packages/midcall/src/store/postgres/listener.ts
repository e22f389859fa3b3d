import { createId } from "../../internal/create-id.js";
import { withTimeout } from "../../internal/timeout.js";
import { unref } from "../../internal/unref.js";
import { StoreClosedError, StoreListenError } from "../errors.js";
import type { PostgresClient, PostgresNotification, PostgresPool } from "./pool.js";

/** What a {@link createListener} works with. */
export interface ListenerOptions {
  readonly pool: PostgresPool;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Called when it listens, for the first time and again after the connection was lost. */
  readonly onListening: () => void;
  readonly onError: (error: unknown) => void;
}

/** One connection that listens. */
export interface Listener {
  /** Resolves when it listens. Rejects when that is not possible now; the next call tries again. */
  listening(): Promise<void>;
  close(): void;
}

/** How long the server may take to reply on the connection that listens, in milliseconds. */
const REPLY_MS = 10_000;
/** How long an announcement may take, in milliseconds. */
const ARRIVAL_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
/** A connection that a network has dropped silently looks like one on which nothing happens. */
const CHECK_EVERY_MS = 30_000;
/** Starts the payload by which a listener sees that announcements reach it. No digest of a channel starts with it. */
const TEST = "test ";

export function createListener(options: ListenerOptions): Listener {
  const { pool, channel, onNotification, onListening, onError } = options;
  const tests = new Map<string, () => void>();
  let current: Promise<void> | undefined;
  let end: () => void = () => {};
  let closed = false;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  const hear = (notification: PostgresNotification): void => {
    if (notification.channel !== channel) return;
    const payload = notification.payload ?? "";
    if (payload.startsWith(TEST)) tests.get(payload)?.();
    else onNotification(payload);
  };

  /** Sends an announcement on another connection. Behind a pooler by transactions it arrives nowhere. */
  const test = async (): Promise<void> => {
    const payload = TEST + createId();
    try {
      const arrived = new Promise<void>((resolve) => tests.set(payload, resolve));
      await pool.query("SELECT pg_notify($1, $2)", [channel, payload]);
      await withTimeout(arrived, ARRIVAL_MS, () => {
        throw new StoreListenError(ARRIVAL_MS);
      });
    } finally {
      tests.delete(payload);
    }
  };

  const ask = (client: PostgresClient, text: string): Promise<unknown> =>
    withTimeout(client.query(text), REPLY_MS, () => {
      throw new Error(`The database did not reply to ${text} within ${REPLY_MS} ms.`);
    });

  const open = async (): Promise<void> => {
    const client = await pool.connect();
    let checks: ReturnType<typeof setInterval> | undefined = undefined;
    let over = false;
    /** Returns false if it was over already. */
    const finish = (): boolean => {
      if (over) return false;
      over = true;
      clearInterval(checks);
      client.release(true);
      return true;
    };
    const lose = (error: unknown): void => {
      if (!finish() || closed) return;
      current = undefined;
      onError(error);
      tryAgain();
    };
    let interrupt: (error: unknown) => void = () => {};
    const interrupted = new Promise<never>((_, reject) => (interrupt = reject));
    interrupted.catch(() => {});
    const onLoss = (error: unknown): void => (checks ? lose(error) : interrupt(error));
    // Without a listener, an error of the connection would end the process.
    client.on("error", onLoss);
    client.on("end", () => onLoss(new Error("The connection that listens has ended.")));
    client.on("notification", hear);
    try {
      if (closed) throw new StoreClosedError();
      end = finish;
      await Promise.race([ask(client, `LISTEN ${channel}`).then(test), interrupted]);
      if (closed) throw new StoreClosedError();
    } catch (error) {
      finish();
      throw error;
    }
    failures = 0;
    checks = setInterval(() => void ask(client, "SELECT 1").catch(lose), CHECK_EVERY_MS);
    unref(checks);
    onListening();
  };

  const listening = (): Promise<void> => {
    if (closed) return Promise.reject(new StoreClosedError());
    current ??= open().catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return current;
  };

  const tryAgain = (): void => {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
    clearTimeout(again);
    again = setTimeout(() => {
      if (closed) return;
      listening().catch((error: unknown) => {
        if (closed) return;
        failures += 1;
        onError(error);
        tryAgain();
      });
    }, pauseMs);
    unref(again);
  };

  return {
    listening,
    close() {
      closed = true;
      clearTimeout(again);
      end();
    },
  };
}
