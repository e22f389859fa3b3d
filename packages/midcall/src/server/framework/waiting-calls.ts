/** A request that waits for its user. */
interface WaitingCall {
  readonly channel: { readonly connection: object };
}

/** The requests of this process that are held open for their users and do nothing else. */
export class WaitingCalls {
  /** How many waits each request has. */
  readonly #waits = new Map<WaitingCall, number>();

  /** A request waits from now on. @returns what to call when it does no more */
  enter(call: WaitingCall): () => void {
    this.#waits.set(call, (this.#waits.get(call) ?? 0) + 1);
    return () => {
      const left = this.#waits.get(call)! - 1;
      if (left === 0) this.#waits.delete(call);
      else this.#waits.set(call, left);
    };
  }

  /** How many requests wait, by the connection they came on. */
  byConnection(): ReadonlyMap<object, number> {
    const counts = new Map<object, number>();
    for (const { channel } of this.#waits.keys())
      counts.set(channel.connection, (counts.get(channel.connection) ?? 0) + 1);
    return counts;
  }
}
