import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { SessionIdentity } from "../session-identity.js";
import type { Fleet } from "./fleet.js";

type RequestId = string | number;

/** A request that waits for its response. */
interface Sent {
  /** Its id for the host. */
  readonly id: string;
  readonly over: AbortController;
}

/**
 * The requests that the SDK's server sends to the host by itself, as a handler does with `ctx.mcpReq.send`. For the host they
 * have ids that nobody can guess, and their responses may come to any replica.
 */
export class SentRequests {
  readonly #fleet: Fleet;
  readonly #session: SessionIdentity;
  readonly #deliver: (message: JSONRPCMessage) => void;
  readonly #sent = new Map<RequestId, Sent>();

  /** @param deliver - gives the SDK's server a response */
  constructor(fleet: Fleet, session: SessionIdentity, deliver: (message: JSONRPCMessage) => void) {
    this.#fleet = fleet;
    this.#session = session;
    this.#deliver = deliver;
  }

  /** The message as the host gets it. Waits for the response, where it is a request. */
  rename(message: JSONRPCMessage): JSONRPCMessage {
    const { id, method, params } = message as {
      readonly id?: RequestId;
      readonly method?: string;
      readonly params?: { readonly requestId?: RequestId };
    };
    if (method === "notifications/cancelled") {
      const sent = this.#sent.get(params?.requestId ?? "");
      if (sent === undefined) return message;
      sent.over.abort(new Error("The request was cancelled."));
      return { ...message, params: { ...params, requestId: sent.id } } as JSONRPCMessage;
    }
    if (method === undefined || id === undefined) return message;
    const name = this.#session.ids.createRequest(this.#fleet.presence.replica);
    const sent = { id: name, over: new AbortController() };
    this.#sent.set(id, sent);
    void this.#wait(id, sent).finally(() => this.#sent.delete(id));
    return { ...message, id: name } as JSONRPCMessage;
  }

  /** Notes for the other replicas that a request is about to be sent, before it is. */
  async noted(message: JSONRPCMessage): Promise<void> {
    const { id, method } = message as { readonly id?: string; readonly method?: string };
    if (id === undefined || method === undefined) return;
    await this.#fleet.answers.open(id, this.#session).catch((error: unknown) => {
      // A response that comes here is taken all the same.
      this.#fleet.warn("a request could not be noted for other replicas", error);
    });
  }

  /** Whether a request that was sent by this replica or another one waits for its response. */
  async isOpen(id: string): Promise<boolean> {
    for (const sent of this.#sent.values()) if (sent.id === id) return true;
    return this.#fleet.answers.isOpen(id, this.#session.name);
  }

  /** Nothing is waited for any more. */
  close(): void {
    for (const { over } of this.#sent.values()) over.abort(new Error("The session has ended."));
  }

  async #wait(id: RequestId, { id: name, over }: Sent): Promise<void> {
    const { answers } = this.#fleet;
    const session = this.#session.name;
    try {
      const answer = await answers.wait({ id: name, session, signal: over.signal });
      this.#deliver({ jsonrpc: "2.0", id, ...answer } as JSONRPCMessage);
      await answers.close(name, session);
      await answers.forget(name, session);
    } catch {
      // It was cancelled, or its response expires by itself.
      await answers.close(name, session).catch(() => {});
    }
  }
}
