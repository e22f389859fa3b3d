import { StoreClosedError } from "../errors.js";

/** The part of a client of the `redis` package that is used for subscriptions. */
export interface RedisSubscriber {
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  unsubscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  connect(): Promise<unknown>;
  on(event: "error", listener: (error: unknown) => void): unknown;
  destroy(): unknown;
  /** False once it has been closed. */
  readonly isOpen: boolean;
  /** Also false while it is reconnecting. */
  readonly isReady: boolean;
}

/** Subscriptions on one connection. */
export interface RedisChannels {
  subscribe(channel: string, listener: (message: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * @param given - The caller's connection, if there is one.
 * @param duplicate - Otherwise creates a connection on first use, which `close` ends.
 */
export function createRedisChannels(
  given: RedisSubscriber | undefined,
  duplicate: () => RedisSubscriber,
  onError: (error: unknown) => void,
): RedisChannels {
  const leaving = new Set<() => Promise<void>>();
  let own: RedisSubscriber | undefined;
  let connecting: Promise<RedisSubscriber> | undefined;

  const connect = async (): Promise<RedisSubscriber> => {
    const made = duplicate();
    // Without a listener, an error of the connection would end the process.
    made.on("error", onError);
    own = made;
    try {
      await made.connect();
      return made;
    } catch (error) {
      made.destroy();
      throw error;
    }
  };

  const connection = (): Promise<RedisSubscriber> => {
    if (given !== undefined) return Promise.resolve(given);
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };

  return {
    async subscribe(channel, listener) {
      const subscriber = await connection();
      // On a closed client, both subscribing and unsubscribing would wait forever.
      if (!subscriber.isOpen) throw new StoreClosedError();
      let ended = false;
      // A wrapper, so that the same function can subscribe twice and unsubscribe once.
      const heard = (message: string): void => {
        if (!ended) listener(message);
      };
      await subscriber.subscribe(channel, heard);
      const leave = async (): Promise<void> => {
        ended = true;
        if (!leaving.delete(leave) || !subscriber.isOpen) return;
        const unsubscribed = subscriber.unsubscribe(channel, heard);
        if (subscriber.isReady) await unsubscribed;
        else unsubscribed.catch(() => {});
      };
      leaving.add(leave);
      return leave;
    },
    async close() {
      if (given !== undefined) await Promise.allSettled([...leaving].map((leave) => leave()));
      leaving.clear();
      await connecting?.catch(() => {});
      own?.destroy();
      own = undefined;
    },
  };
}
