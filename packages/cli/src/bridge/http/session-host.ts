import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { HostEnd } from "../ends/ends.js";
import type { Id, Members } from "../wire/messages.js";
import type { HostStream } from "./host-stream.js";

/** A host of 2025 with a session at an HTTP endpoint. */
export class SessionHost implements HostEnd {
  onmessage: ((message: Members) => void) | undefined;
  onclose: (() => void) | undefined;
  /** The streams beside all requests that are open. */
  beside = 0;
  /** The streams that it reads. */
  readonly streams = new Set<HostStream>();
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

  async send(message: Members, about?: Id): Promise<void> {
    await this.#transport.send(
      message as unknown as JSONRPCMessage,
      about === undefined ? {} : { relatedRequestId: about },
    );
    // Until the streams have it.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([...this.streams].map(({ flushed }) => flushed));
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}
