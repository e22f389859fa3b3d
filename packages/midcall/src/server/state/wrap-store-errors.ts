import type { Store } from "../../store/index.js";
import { StoreFailedError } from "../errors.js";

/** The store with its errors wrapped, so that hosts do not see internal addresses and names in them. */
export function wrapStoreErrors(store: Store): Store {
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw new StoreFailedError(cause);
    }
  };
  return {
    get: (key) => guard(() => store.get(key)),
    put: (key, value, options) => guard(() => store.put(key, value, options)),
    putIfAbsent: (key, value, options) => guard(() => store.putIfAbsent(key, value, options)),
    take: (key) => guard(() => store.take(key)),
    delete: (key) => guard(() => store.delete(key)),
    publish: (channel, message) => guard(() => store.publish(channel, message)),
    subscribe: (channel, listener) => guard(() => store.subscribe(channel, listener)),
  };
}

/** The cause of an error, for the log. */
export function describeCause(error: unknown): string {
  return String(error instanceof StoreFailedError ? error.cause : error);
}
