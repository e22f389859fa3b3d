import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<string>();

/**
 * Runs the work of a call. Everything that it causes can be traced back to the call with {@link callInScope}: its
 * requests and, over HTTP, the messages on their response streams.
 */
export const runInCall = <T>(id: string, work: () => T): T => scope.run(id, work);

/** The id of the call that the running code belongs to, if it belongs to one. */
export const callInScope = (): string | undefined => scope.getStore();
