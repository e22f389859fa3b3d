import { createHash, randomUUID } from "node:crypto";
import type { Asker } from "../relay/asker.js";
import { canonical } from "../wire/same-request.js";

/** Headers that differ from request to request and name no account. */
const OF_REQUEST =
  /^(?:accept(?:-.*)?|baggage|cache-control|connection|content-.*|host|keep-alive|last-event-id|mcp-.*|origin|pragma|sec-.*|te|traceparent|tracestate|transfer-encoding|user-agent)$/;

/**
 * The account of a host that sends credentials of its own to the server. It is a digest, and of all headers that might be
 * credentials: those of which nobody knows cost another question at the most.
 */
export class HostAccount {
  #digest: string | undefined;

  /** Reads the headers of a request. If they change within a session, what is kept from then on is for nobody. */
  read(headers: Headers): void {
    const own = [...headers].filter(([name]) => !OF_REQUEST.test(name));
    const digest = createHash("sha256").update(canonical(own)).digest("hex");
    if (this.#digest === undefined) this.#digest = digest;
    else if (this.#digest !== digest) this.#digest = randomUUID();
  }

  /** The same asker, which says for which account the user is asked. */
  bind(asker: Asker): Asker {
    return {
      ask: (params, about) => asker.ask(params, { ...about, account: this.#digest }),
      complete: (elicitationId) => asker.complete(elicitationId),
    };
  }
}
