import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { HostEnd } from "../ends/ends.js";
import type { Id, Members } from "../wire/messages.js";

/** A host of 2025 with a session at an HTTP endpoint. */
export class SessionHost implements HostEnd {
  onmessage: ((message: Members) => void) | undefined;
  onclose: (() => void) | undefined;
  /** The streams beside all requests that are open. */
  beside = 0;
  readonly #transport: WebStandardStreamableHTTPServerTransport;

  constructor(transport: WebStandardStreamableHTTPServerTransport) {
    this.#transport = transport;
    transport.onmessage = (message) => this.onmessage?.(message as unknown as Members);
    transport.onclose = () => this.onclose?.();
  }

  start(): Promise<void> {
    return this.#transport.start();
  }

  get hasStreamBeside(): boolean {
    return this.beside > 0;
  }

  send(message: Members, about?: Id): Promise<void> {
    return this.#transport.send(
      message as unknown as JSONRPCMessage,
      about === undefined ? {} : { relatedRequestId: about },
    );
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}
