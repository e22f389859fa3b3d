/** A message in the database. */
export interface StoredMessage {
  readonly id: number;
  /** The digest of its channel, in hex. */
  readonly channel: string;
  readonly message: string;
}

/** One listener. */
export interface Subscription {
  readonly channel: string;
  readonly listener: (message: string) => void;
  /** Id of the last message that the listener does not get; infinite until it has begun. */
  from: number;
  ended: boolean;
}

/** The listeners of a process, by channel. */
export class Subscriptions {
  readonly #byChannel = new Map<string, Set<Subscription>>();
  #begun = 0;

  /** How many of them get messages. */
  get begun(): number {
    return this.#begun;
  }

  /** Whether a channel has a listener, even one that has not begun. */
  has(channel: string): boolean {
    return this.#byChannel.has(channel);
  }

  add(channel: string, listener: (message: string) => void): Subscription {
    const subscription = { channel, listener, from: Infinity, ended: false };
    this.#byChannel.set(
      channel,
      (this.#byChannel.get(channel) ?? new Set<Subscription>()).add(subscription),
    );
    return subscription;
  }

  begin(subscription: Subscription, from: number): void {
    if (subscription.ended) return;
    subscription.from = from;
    this.#begun += 1;
  }

  end(subscription: Subscription): void {
    if (subscription.ended) return;
    subscription.ended = true;
    if (subscription.from !== Infinity) this.#begun -= 1;
    const listeners = this.#byChannel.get(subscription.channel);
    listeners?.delete(subscription);
    if (listeners?.size === 0) this.#byChannel.delete(subscription.channel);
  }

  endAll(): void {
    for (const subscription of this.#all()) this.end(subscription);
  }

  /** Lets those who have begun get whatever comes after this id. */
  lower(id: number): void {
    for (const subscription of this.#all()) {
      if (subscription.from !== Infinity) subscription.from = Math.min(subscription.from, id);
    }
  }

  deliver({ id, channel, message }: StoredMessage): void {
    for (const subscription of this.#byChannel.get(channel) ?? []) {
      if (id <= subscription.from) continue;
      queueMicrotask(() => {
        if (!subscription.ended) subscription.listener(message);
      });
    }
  }

  #all(): Subscription[] {
    return [...this.#byChannel.values()].flatMap((listeners) => [...listeners]);
  }
}
