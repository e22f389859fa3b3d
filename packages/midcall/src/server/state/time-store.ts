import type { Telemetry } from "../../contracts/telemetry.js";
import type { Store } from "../../store/index.js";

/** The store with the duration of its operations observed. */
export function timeStore(store: Store, telemetry: Telemetry): Store {
  const timed = async <T>(operation: keyof Store, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      const result = await work();
      telemetry.storeOperation(operation, performance.now() - startedAt);
      return result;
    } catch (error) {
      telemetry.storeOperation(operation, performance.now() - startedAt, error);
      throw error;
    }
  };
  return {
    get: (key) => timed("get", () => store.get(key)),
    put: (key, value, options) => timed("put", () => store.put(key, value, options)),
    putIfAbsent: (key, value, options) =>
      timed("putIfAbsent", () => store.putIfAbsent(key, value, options)),
    take: (key) => timed("take", () => store.take(key)),
    delete: (key) => timed("delete", () => store.delete(key)),
    publish: (channel, message) => timed("publish", () => store.publish(channel, message)),
    subscribe: (channel, listener) => timed("subscribe", () => store.subscribe(channel, listener)),
  };
}
