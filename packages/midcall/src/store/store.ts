/** How long a value may live, and for whom it is. */
export interface StoreWriteOptions {
  /** Milliseconds until the value may be forgotten; without it the value stays until deleted. */
  readonly ttlMs?: number;
  /**
   * On whose behalf it is written: a person's name, `""` for people nobody has verified. A store whose room is bounded
   * may refuse one of them more than a share, as `createMemoryStore` does; others have no use for it.
   */
  readonly owner?: string;
}

/**
 * The one contract every storage engine fulfils: string values under string keys, two atomic
 * operations ({@link Store.putIfAbsent} and {@link Store.take}), a time to live, and messages
 * between processes.
 *
 * Atomic means: of any number of concurrent callers, in any number of processes, exactly one
 * `putIfAbsent` of a key returns `true`, and exactly one `take` of a value returns it.
 *
 * Check an adapter of your own with `storeContract` from `midcall/store/contract`.
 */
export interface Store {
  /** The value, or `undefined` when there is none or it has expired. */
  get(key: string): Promise<string | undefined>;
  /** Writes the value, replacing what was there. */
  put(key: string, value: string, options?: StoreWriteOptions): Promise<void>;
  /** Writes the value only where there is none; tells whether it did. Atomic. */
  putIfAbsent(key: string, value: string, options?: StoreWriteOptions): Promise<boolean>;
  /** Returns the value and deletes it, as one step. Atomic. */
  take(key: string): Promise<string | undefined>;
  /** Deletes the value; tells whether there was one. */
  delete(key: string): Promise<boolean>;
  /** Sends a message to the present subscribers of a channel, in this and other processes. Not kept for later ones. */
  publish(channel: string, message: string): Promise<void>;
  /** Listens to a channel. Resolves, once messages will arrive, with the function that ends it. */
  subscribe(channel: string, listener: (message: string) => void): Promise<() => Promise<void>>;
}
