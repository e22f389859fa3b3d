import type { StoredMessage } from "./tables.js";

/** Delivers messages in the database to the listeners of this connection. */
export interface Mailbox {
  /** @param from - Id of the last message the listener should not get. @returns the function that removes it */
  add(channel: string, listener: (message: string) => void, from: number): () => void;
  /** Looks for messages immediately. */
  collect(): void;
  close(): void;
}

interface Subscription {
  readonly channel: string;
  readonly listener: (message: string) => void;
  readonly from: number;
  ended: boolean;
}

const BATCH = 256;

/**
 * Looks for new messages every `pollMs` while there are listeners. The timer does not keep the process alive.
 *
 * @param after - Reads the messages after an id; `undefined` when the database is not available at the moment.
 */
export function createMailbox(
  after: (id: number, limit: number) => StoredMessage[] | undefined,
  pollMs: number,
): Mailbox {
  const subscriptions = new Set<Subscription>();
  let last = 0;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = undefined;
    if (subscriptions.size > 0) timer = setTimeout(collect, ms).unref();
  };

  const deliver = ({ id, channel, message }: StoredMessage): void => {
    for (const subscription of subscriptions) {
      if (subscription.channel !== channel || id <= subscription.from) continue;
      queueMicrotask(() => {
        if (!subscription.ended) subscription.listener(message);
      });
    }
  };

  const collect = (): void => {
    if (subscriptions.size === 0) return;
    const found = after(last, BATCH) ?? [];
    for (const message of found) {
      last = message.id;
      deliver(message);
    }
    // A full batch means that there is more. Other work gets its turn in between.
    schedule(found.length === BATCH ? 0 : pollMs);
  };

  return {
    add(channel, listener, from) {
      const subscription = { channel, listener, from, ended: false };
      if (subscriptions.size === 0) last = from;
      subscriptions.add(subscription);
      if (timer === undefined) schedule(pollMs);
      return () => {
        subscription.ended = true;
        subscriptions.delete(subscription);
        if (subscriptions.size === 0) schedule(0);
      };
    },
    collect,
    close() {
      for (const subscription of subscriptions) subscription.ended = true;
      subscriptions.clear();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
