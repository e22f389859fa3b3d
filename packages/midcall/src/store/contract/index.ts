/**
 * `midcall/store/contract`: the requirements every store has to meet, as test cases for any test runner.
 *
 * @module
 */
import { contentionCases } from "./cases/contention.js";
import { assertOptions } from "../../internal/assert-options.js";
import { expiryCases } from "./cases/expiry.js";
import { messageCases } from "./cases/messages.js";
import { stringCases } from "./cases/strings.js";
import { valueCases } from "./cases/values.js";
import type { Store } from "../store.js";

/** Options of {@link storeContract}. */
export interface StoreContractOptions {
  /** Creates an empty store. Called once per case. */
  readonly create: () => Store | Promise<Store>;
  /**
   * Opens another connection to the data of a store, as a second process would. If given, contention and messages are
   * tested across both connections, otherwise on one.
   */
  readonly connect?: (store: Store) => Store | Promise<Store>;
  /** Closes a store that `create` or `connect` returned. */
  readonly close?: (store: Store) => void | Promise<void>;
  /** Lets time pass, in milliseconds, for example by advancing an injected clock. Default: waits. */
  readonly elapse?: (ms: number) => void | Promise<void>;
  /** Concurrent callers in each contention case. Default 32. */
  readonly callers?: number;
  /** How long a message may take to arrive, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

/** One requirement of the contract. */
export interface StoreCase {
  readonly name: string;
  /** Rejects with an `AssertionError` if the store does not meet it. */
  readonly run: () => Promise<void>;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The contract of {@link Store} as a list of test cases, for your own adapters. Each case creates a store, tests one
 * requirement, and closes it.
 *
 * @param options - how to create, connect and close a store
 * @returns the cases, to pass to a test runner
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
  assertOptions<StoreContractOptions>("storeContract", options, {
    create: "function",
    connect: "function",
    close: "function",
    elapse: "function",
    callers: "number",
    timeoutMs: "number",
  });
  const { create, connect, close, elapse = wait, callers = 32, timeoutMs = 5_000 } = options;
  const until = async (reached: () => boolean): Promise<void> => {
    const giveUpAt = Date.now() + timeoutMs;
    while (!reached() && Date.now() < giveUpAt) await wait(2);
  };
  const cases = [
    ...valueCases,
    ...expiryCases,
    ...contentionCases,
    ...stringCases,
    ...messageCases,
  ];
  return cases.map(([name, body]) => ({
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
