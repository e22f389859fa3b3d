import type { Id, Members } from "../wire/messages.js";

/** The host's end of a bridge. Messages are as they are on the wire. */
export interface HostEnd {
  onmessage: ((message: Members) => void) | undefined;
  onclose: (() => void) | undefined;
  start(): Promise<void>;
  /**
   * @param about - the host's request that the message belongs to, where that is known
   * @returns nothing if it was written at once
   */
  send(message: Members, about?: Id): Promise<void> | undefined;
  /** Reads no more messages until it is called with `false`. */
  pause?(isPaused: boolean): void;
  close(): Promise<void>;
}

/** The server's end of a bridge. Messages are as they are on the wire. */
export interface ServerEnd {
  /** @param about - the id of the request on whose own stream the message came, where it has one */
  onmessage: ((message: Members, about?: Id) => void) | undefined;
  /** @param why - what ended it, for the host */
  onclose: ((why?: string) => void) | undefined;
  /**
   * Whether the server has begun no session in the handshake of 2025. What it then asks never gets an answer, as over
   * stateless HTTP.
   */
  readonly isStateless?: boolean;
  /** Whether it says itself which request of the host a question belongs to, wherever that is certain. */
  readonly attributes?: boolean;
  /** Whether hosts can have a response sent again, as they can by continuing a stream. */
  readonly resends?: boolean;
  /** Whether a request of 2026-07-28 is cancelled by ending its own stream, in place of a notification. */
  readonly hasRequestStreams: boolean;
  start(): Promise<void>;
  /**
   * @param over - ends the stream of the request
   * @param about - the host's id of the request that this message makes
   * @returns nothing if it was written at once
   */
  send(message: Members, over?: AbortSignal, about?: Id): Promise<void> | undefined;
  pause?(isPaused: boolean): void;
  close(): Promise<void>;
}
