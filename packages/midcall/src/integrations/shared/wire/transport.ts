import type { WireMessage } from "./message.js";

/** A transport as all client libraries have one, without the types of any. */
export interface WireTransport {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onclose?: (() => void) | undefined;
}

/** The same, as it is used here. */
export interface UntypedTransport {
  start(): Promise<void>;
  send(message: WireMessage, options?: object): Promise<void>;
  onmessage?: ((message: WireMessage, extra?: unknown) => void) | undefined;
  onclose?: (() => void) | undefined;
}
