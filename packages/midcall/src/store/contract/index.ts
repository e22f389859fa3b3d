/**
 * `midcall/store/contract`: what every store has to do, as test cases for any test runner.
 *
 * @module
 */
import { contractCases } from "./cases.js";
import type { Store } from "../store.js";

/** What the contract needs to try a store. */
export interface StoreContractOptions {
  /** Makes a store with nothing in it. Called once a case. */
  readonly create: () => Store | Promise<Store>;
  /**
   * Opens another connection to the data of a store, as a second process would. With it, contention and
   * messages are tried across both; without it, on the one.
   */
  readonly connect?: (store: Store) => Store | Promise<Store>;
  /** Ends a store that `create` or `connect` made. */
  readonly close?: (store: Store) => void | Promise<void>;
  /** Lets time pass, in milliseconds: advances an injected clock. Default: waits. */
  readonly elapse?: (ms: number) => void | Promise<void>;
  /** Concurrent callers in each contention case. Default 32. */
  readonly callers?: number;
  /** Milliseconds a message may take to arrive. Default 5,000. */
  readonly patienceMs?: number;
}

/** One thing a store has to do. */
export interface StoreCase {
  readonly name: string;
  /** Rejects with an `AssertionError` when the store does not. */
  readonly run: () => Promise<void>;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The contract of {@link Store} as a list of cases, for adapters of your own. Each case makes a store,
 * tries one thing and closes it.
 *
 * @param options - how to make, connect and close a store; times in milliseconds
 * @returns the cases, to be handed to a test runner
 *
 * @example
 * ```ts
 * import { test } from "node:test";
 * import { storeContract } from "midcall/store/contract";
 *
 * for (const { name, run } of storeContract({ create: () => myStore() })) test(name, run);
 * ```
 */
export function storeContract(options: StoreContractOptions): readonly StoreCase[] {
  const { create, connect, close, elapse = wait, callers = 32, patienceMs = 5_000 } = options;
  const until = async (reached: () => boolean): Promise<void> => {
    const last = Date.now() + patienceMs;
    while (!reached() && Date.now() < last) await wait(2);
  };
  return contractCases.map(([name, body]) => ({
    name,
    run: async () => {
      const store = await create();
      const other = connect === undefined ? store : await connect(store);
      try {
        await body({ store, other, elapse, callers, until });
      } finally {
        if (other !== store) await close?.(other);
        await close?.(store);
      }
    },
  }));
}
