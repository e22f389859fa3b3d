/** Options of a write: the time to live, and the owner. */
export interface StoreWriteOptions {
  /** How long the value is kept, in milliseconds. Default: until it is deleted. */
  readonly ttlMs?: number;
  /**
   * The user on whose behalf the value is written, or `""` for unauthenticated users. A store with limited space can limit
   * each owner, as `createMemoryStore` does; other stores ignore it.
   */
  readonly owner?: string;
}

/**
 * The contract of every storage engine: string values under string keys, two atomic operations
 * ({@link Store.putIfAbsent} and {@link Store.take}), times to live, and messages between processes.
 *
 * Atomic means: of any number of concurrent callers, in any number of processes, exactly one `putIfAbsent` of a key
 * returns `true`, and exactly one `take` of a value returns it.
 *
 * Test your own adapter with `storeContract` from `midcall/store/contract`.
 */
export interface Store {
  /** Returns the value, or `undefined` if there is none or it has expired. */
  get(key: string): Promise<string | undefined>;
  /** Writes the value, replacing any earlier one. */
  put(key: string, value: string, options?: StoreWriteOptions): Promise<void>;
  /** Writes the value only if there is none; returns whether it did. Atomic. */
  putIfAbsent(key: string, value: string, options?: StoreWriteOptions): Promise<boolean>;
  /** Returns the value and deletes it. Atomic. */
  take(key: string): Promise<string | undefined>;
  /** Deletes the value; returns whether there was one. */
  delete(key: string): Promise<boolean>;
  /** Sends a message to the current subscribers of a channel, in this and other processes. Later subscribers do not get it. */
  publish(channel: string, message: string): Promise<void>;
  /** Subscribes to a channel. Resolves, once the subscription is active, with the function that ends it. */
  subscribe(channel: string, listener: (message: string) => void): Promise<() => Promise<void>>;
}
