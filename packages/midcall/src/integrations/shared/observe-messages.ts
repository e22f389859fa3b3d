/** The handler for messages that clients and transports of the official SDKs have in common. */
export interface MessageSource {
  onmessage?: ((message: never, extra?: never) => void) | undefined;
}

/**
 * Observes what a server sends, in front of a client of the official SDKs, which calls a handler that a transport already
 * has. To be called before the client connects.
 */
export function observeMessages(
  transport: MessageSource,
  onMessage: (message: unknown) => void,
): void {
  const before = transport.onmessage as ((...args: unknown[]) => void) | undefined;
  transport.onmessage = (...args: unknown[]) => {
    onMessage(args[0]);
    before?.(...args);
  };
}
