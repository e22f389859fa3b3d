import type { AttachableClient } from "./types.js";
import { CLOSED, rpcError } from "./results.js";

/**
 * Tracks the connections of a client.
 *
 * @param onConnect - called before each connect, which waits for it
 * @param onFirst - called after that, the first time
 * @returns a signal of the latest connection, aborted with a {@link CLOSED} error when it is lost
 */
export function watchConnection(
  client: AttachableClient,
  onConnect: (transport: Parameters<AttachableClient["connect"]>[0]) => Promise<void>,
  onFirst: () => void,
): () => AbortSignal {
  let gone: AbortSignal | undefined;
  const connect = client.connect.bind(client);
  client.connect = async (...args) => {
    await onConnect(args[0]);
    if (!gone) onFirst();
    const connection = new AbortController();
    gone = connection.signal;
    await connect(...args);
    const [transport] = args;
    const before = transport.onclose;
    transport.onclose = () => {
      try {
        // The client's own handler runs first: it informs the host and ends its requests.
        before?.();
      } finally {
        connection.abort(rpcError(CLOSED, "Connection closed"));
      }
    };
  };
  // There is one as soon as something can be called.
  return () => gone!;
}
