import type { AttachableClient } from "./types.js";
import { CLOSED } from "./multi-round-trip.js";
import { rpcError } from "./results.js";

/**
 * Tracks the connections of a client.
 *
 * @param onConnect - called before each connect
 * @returns a signal of the latest connection, aborted with a {@link CLOSED} error when it is lost
 */
export function watchConnection(
  client: AttachableClient,
  onConnect: () => void,
): () => AbortSignal {
  let gone: AbortSignal;
  const connect = client.connect.bind(client);
  client.connect = async (...args) => {
    onConnect();
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
  return () => gone;
}
