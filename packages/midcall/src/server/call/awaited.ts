/** How many turns of the microtask queue `Promise.all` and an `async` function need until they wait for a promise. */
const TURNS = 3;

/**
 * A promise that knows whether anyone waits for it. Who writes `if (ctx.confirm(…))` gets a promise, which is always true:
 * nobody may act on that.
 */
export class AwaitedPromise<T> extends Promise<T> {
  /** What waits for it is an ordinary promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  isAwaited = false;

  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isAwaited = true;
    return super.then(onFulfilled, onRejected);
  }
}

/** What a handler was given to wait for in one run. */
export class Awaited {
  #given: { readonly call: string; readonly promise: AwaitedPromise<unknown> }[] = [];

  /**
   * The promise as a handler gets it.
   *
   * @param call - the `ctx` call that it is of, in words
   */
  give<T>(call: string, work: Promise<T>): Promise<T> {
    const promise = new AwaitedPromise<T>((resolve, reject) => void work.then(resolve, reject));
    // One that is rejected and that nobody waits for ends the call, and not the process.
    Promise.prototype.then.call(promise, undefined, () => {});
    this.#given.push({ call, promise });
    return promise;
  }

  /** The first call that nobody waits for, in words; `undefined` if there is none. */
  forgotten(): string | undefined {
    this.#given = this.#given.filter(({ promise }) => !promise.isAwaited);
    return this.#given[0]?.call;
  }

  /** The same, once everything that is given to `Promise.all` now, or returned, is waited for. */
  async forgottenSoon(): Promise<string | undefined> {
    for (let turn = 0; turn < TURNS; turn++) await undefined;
    return this.forgotten();
  }

  /** Forgets everything, for a run from the start. */
  rewind(): void {
    this.#given = [];
  }
}
