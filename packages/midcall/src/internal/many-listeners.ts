import { setMaxListeners } from "node:events";

/**
 * Lets a signal have any number of listeners without Node's warning of a leak. A signal that is not Node's own, such as that
 * of a simulated browser, is left alone.
 */
export function allowManyListeners(signal: AbortSignal): void {
  try {
    setMaxListeners(0, signal);
  } catch {
    // Only Node's own signals count their listeners.
  }
}
