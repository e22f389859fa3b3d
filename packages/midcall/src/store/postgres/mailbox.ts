import { unref } from "../../internal/unref.js";
import { StoreClosedError } from "../errors.js";
import { Subscriptions, type StoredMessage, type Subscription } from "./subscriptions.js";

/** Reads the table of messages, in which a higher id never becomes visible before a lower one. */
export interface MessageSource {
  /** The id of the latest message; 0 if there is none. */
  lastId(): Promise<number>;
  after(id: number, limit: number): Promise<readonly StoredMessage[]>;
}

/** Delivers the messages in the table to the listeners of this process. */
export interface Mailbox {
  /** @param channel - the digest, in hex. @returns the function that removes the listener */
  add(channel: string, listener: (message: string) => void): Promise<() => void>;
  isWanted(channel: string): boolean;
  /** Reads what is new, now or right after what is being read. */
  wake(): void;
  /** The same after a time in which messages may have come unannounced, or the table may have been emptied. */
  wakeAfterLoss(): void;
  close(): void;
}

interface Joining {
  readonly subscription: Subscription;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const BATCH = 256;
const RETRY_MS = 1000;

export function createMailbox(source: MessageSource, onError: (error: unknown) => void): Mailbox {
  const subscriptions = new Subscriptions();
  let joining: Joining[] = [];
  /** Id of the last message that was read. */
  let last = 0;
  let isWoken = false;
  let isUncertain = false;
  let isRunning = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  /** Lets those who joined begin with what comes after the latest message; one statement for all of them. */
  const join = async (): Promise<void> => {
    const joined = joining;
    joining = [];
    try {
      const from = await source.lastId();
      if (subscriptions.begun === 0) {
        last = from;
        isUncertain = false;
      }
      for (const { subscription, resolve } of joined) {
        subscriptions.begin(subscription, from);
        resolve();
      }
    } catch (error) {
      for (const { subscription, reject } of joined) {
        subscriptions.end(subscription);
        reject(error);
      }
    }
  };

  /** After a crash or on another server the table may be empty, and the ids lower than those that were read. */
  const resynchronize = async (): Promise<void> => {
    isUncertain = false;
    last = Math.min(last, await source.lastId());
    subscriptions.lower(last);
  };

  const collect = async (): Promise<void> => {
    isWoken = false;
    if (subscriptions.begun === 0) return;
    try {
      if (isUncertain) await resynchronize();
      const found = await source.after(last, BATCH);
      for (const message of found) {
        last = message.id;
        subscriptions.deliver(message);
      }
      // A full batch means that there is more.
      if (found.length === BATCH) isWoken = true;
    } catch (error) {
      if (error instanceof StoreClosedError) return;
      isUncertain = true;
      clearTimeout(retry);
      retry = setTimeout(wake, RETRY_MS);
      unref(retry);
      onError(error);
    }
  };

  /** One thing after the other, so that nobody joins between a message and its delivery. */
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      while (joining.length > 0 || isWoken) {
        if (joining.length > 0) await join();
        if (isWoken) await collect();
      }
    } finally {
      isRunning = false;
    }
  };

  const wake = (): void => {
    isWoken = true;
    void run();
  };

  return {
    add(channel, listener) {
      const subscription = subscriptions.add(channel, listener);
      return new Promise((resolve, reject) => {
        const joined = (): void => resolve(() => subscriptions.end(subscription));
        joining.push({ subscription, resolve: joined, reject });
        void run();
      });
    },
    isWanted: (channel) => subscriptions.has(channel),
    wake,
    wakeAfterLoss() {
      isUncertain = true;
      wake();
    },
    close() {
      subscriptions.endAll();
      clearTimeout(retry);
    },
  };
}
