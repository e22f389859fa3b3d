import { allowManyListeners } from "../../internal/many-listeners.js";

/** The part of an SDK's server that connects it. */
export interface Connectable<T extends { onclose?: (() => void) | undefined }> {
  connect(transport: T): Promise<void>;
}

/**
 * Returns the function that gives the signal of the current connection; it aborts when the connection ends.
 *
 * @param onConnect - called with each transport before the server is connected to it
 * @param onConnected - the same, after it is connected: the SDKs read each message then, whatever is set before
 */
export function watchConnection<T extends { onclose?: (() => void) | undefined }>(
  protocol: Connectable<T>,
  onConnect?: (transport: T) => void,
  onConnected?: (transport: T) => void,
): () => AbortSignal {
  let current = new ConnectionController();
  const connect = protocol.connect.bind(protocol);
  const watched = async (transport: T): Promise<void> => {
    const end = new ConnectionController();
    current = end;
    onConnect?.(transport);
    const before = transport.onclose?.bind(transport);
    const onclose = (): void => {
      end.abort();
      before?.();
    };
    // The SDKs call this function when the transport closes.
    transport.onclose = onclose;
    await connect(transport);
    onConnected?.(transport);
  };
  protocol.connect = watched;
  return () => current.signal;
}

/** The end of one connection, with a signal that is made on first use. */
class ConnectionController {
  #controller: AbortController | undefined;
  #hasEnded = false;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      // Every waiting call may add a listener.
      allowManyListeners(this.#controller.signal);
      if (this.#hasEnded) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  abort(): void {
    this.#hasEnded = true;
    this.#controller?.abort();
  }
}
