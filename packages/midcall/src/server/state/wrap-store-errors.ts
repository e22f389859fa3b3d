import type { Store } from "../../store/index.js";
import { errorText } from "../../internal/error-text.js";
import { withTimeout } from "../../internal/timeout.js";
import { StoreFailedError } from "../errors.js";

/** How long one operation of a store may take, in milliseconds. One that gives no answer at all must not hold a request for ever. */
const LONGEST_MS = 10_000;

/**
 * The store with its errors wrapped, so that hosts do not see internal addresses and names in them, and with a limit to the time of
 * each operation. One that took too long may have got through.
 */
export function wrapStoreErrors(store: Store): Store {
  const late = (): never => {
    throw new Error(`The store gave no answer within ${LONGEST_MS / 1_000} seconds.`);
  };
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await withTimeout(work(), LONGEST_MS, late);
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
    async subscribe(channel, listener) {
      let isHeard = true;
      const subscribed = store.subscribe(channel, (message) => {
        if (isHeard) listener(message);
      });
      try {
        return await guard(() => subscribed);
      } catch (error) {
        isHeard = false;
        // Nobody else ends one that comes too late.
        subscribed.then((stop) => stop()).catch(() => {});
        throw error;
      }
    },
  };
}

/** The cause of an error, for the log. Does not throw, whatever was thrown. */
export function describeCause(error: unknown): string {
  const cause = error instanceof StoreFailedError ? error.cause : error;
  try {
    return describe(cause);
  } catch {
    return errorText(cause);
  }
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error) || cause.message !== "") return errorText(cause);
  const reasons = new Set<string>();
  collectReasons(cause, reasons);
  const name = cause.name === "Error" ? cause.constructor.name : cause.name;
  return `${name}: ${[...reasons].join(", ") || "no message"}`;
}

const MOST_REASONS = 5;

/**
 * What says why, for an error that has no message: its code, and the same of its causes. Drivers report an address with
 * several IP addresses by an `AggregateError` without a message, one error in it for each.
 */
function collectReasons(error: unknown, reasons: Set<string>, depth = 0): void {
  const { code, message, cause, errors } = Object(error) as Error & {
    readonly code?: unknown;
    readonly errors?: unknown;
  };
  if (depth > 0 && message) reasons.add(message);
  if (message || depth > MOST_REASONS) return;
  if (typeof code === "string") reasons.add(code);
  for (const one of [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])]) {
    if (reasons.size < MOST_REASONS && one !== undefined) collectReasons(one, reasons, depth + 1);
  }
}
