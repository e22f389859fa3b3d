import type { Id, Members } from "../wire/messages.js";

/** The host's end of a bridge. Messages are as they are on the wire. */
export interface HostEnd {
  onmessage: ((message: Members) => void) | undefined;
  onclose: (() => void) | undefined;
  start(): Promise<void>;
  /** `false`: for now, the host gets no message but those on the streams of its requests. */
  readonly hasStreamBeside?: boolean;
  /**
   * @param about - the host's request that the message belongs to, where that is known
   * @returns nothing if it was written at once
   */
  send(message: Members, about?: Id): Promise<void> | undefined;
  /** Delivers no more messages until it is called with `false`. */
  pause?(isPaused: boolean): void;
  close(): Promise<void>;
}

/** The server's end of a bridge. Messages are as they are on the wire. */
export interface ServerEnd {
  /** @param about - the id of the request on whose own stream the message came, where it has one */
  onmessage: ((message: Members, about?: Id) => void) | undefined;
  /** @param why - what ended it, for the host */
  onclose: ((why?: string) => void) | undefined;
  /** Called when the server has begun anew: it knows nothing of what it has asked, and uses its ids again. */
  onrestart?: (() => void) | undefined;
  /**
   * Called when a stream of the server's has broken off and may go on: the server may have begun anew in the meantime.
   *
   * @param about - the id of its request; `undefined`: it is the stream beside all requests
   */
  onbroken?: ((about: Id | undefined) => void) | undefined;
  /** Called before a request ends without the server's response: the server may still work on it. */
  onlost?: ((id: Id) => void) | undefined;
  /**
   * Whether the server has begun no session in the handshake of 2025. What it then asks never gets an answer, as over
   * stateless HTTP.
   */
  readonly isStateless?: boolean;
  /** Whether it is inferred in which result of 2026-07-28 the server asks. */
  readonly infersCalls?: boolean;
  /** Whether hosts can have a response sent again, as they can by continuing a stream. */
  readonly resends?: boolean;
  /**
   * Whether it takes all messages at once, and refuses itself what are too many: that it has not responded to some is no reason to hold
   * its host back, which may want to give them up.
   */
  readonly takesAll?: boolean;
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
