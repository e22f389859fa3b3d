import { createHash, randomUUID } from "node:crypto";
import type { Asker } from "../relay/asker.js";
import { canonical } from "../wire/same-request.js";

/**
 * Headers that differ from request to request and name no account: those of standards, by their whole names. Of the protocol's,
 * `mcp-param-*` repeat arguments of the call, for which an answer is kept anyway.
 */
const OF_REQUEST =
  /^(?:accept(?:-charset|-encoding|-language)?|baggage|cache-control|connection|content-(?:encoding|language|length|type)|host|keep-alive|last-event-id|mcp-(?:method|name|param-.*|protocol-version|session-id)|origin|pragma|sec-(?:ch-.*|fetch-.*)|te|traceparent|tracestate|transfer-encoding|user-agent)$/;

/** Headers that are known to be credentials, or look like some. */
const CREDENTIALS =
  /^(?:cookie2?|(?:.*[-_])?(?:api-?key|apikey|auth|authorization|credentials?|jwt|key|password|secret|token)(?:[-_].*)?)$/;

/** The name of a header with which a host sends credentials of its own; `undefined`: it sends none. */
export function credentialsIn(
  headers: Headers,
  own: Readonly<Record<string, string>>,
): string | undefined {
  const isOwn = (name: string): boolean =>
    Object.keys(own).some((one) => one.toLowerCase() === name);
  return [...headers.keys()].find(
    (name) => CREDENTIALS.test(name) && !OF_REQUEST.test(name) && !isOwn(name),
  );
}

/**
 * The account of a host that sends credentials of its own to the server. It is a digest, and of all headers that might be
 * credentials: those of which nobody knows cost another question at the most.
 */
export class HostAccount {
  #digest: string | undefined;

  get digest(): string | undefined {
    return this.#digest;
  }

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
