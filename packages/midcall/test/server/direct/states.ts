/** Sends requests, with states of calls that the server has begun. */
import type { Side } from "./both-ways.js";
import { type Sent, STATE } from "./requests.js";

/** What has verified the token of a request. */
export const AUTH = {
  none: undefined,
  user: { token: "t", clientId: "c", scopes: ["more"], extra: { sub: "ada" } },
  other: { token: "u", clientId: "c", scopes: [], extra: { sub: "bob" } },
};

/** A call with nothing unusual in it. */
export function callOf(
  name: string,
  given: unknown = { topic: "t" },
  auth: Sent["auth"] = "none",
  capabilities: unknown = { elicitation: { form: {}, url: {} } },
): Sent {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "host", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  return {
    method: "POST",
    headers: [
      ["content-type", "application/json"],
      ["mcp-protocol-version", "2026-07-28"],
      ["mcp-method", "tools/call"],
      ["mcp-name", name],
    ],
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name, arguments: given, _meta },
    }),
    auth,
    state: "none",
    call: { name, arguments: given },
  };
}

/** Sends a request as a web `Request`. */
export function send({ handler }: Side, { method, headers, body, auth }: Sent): Promise<Response> {
  const request = new Request("http://localhost:3000/mcp", {
    method,
    headers: headers as [string, string][],
    ...(body !== undefined && { body }),
  });
  const authInfo = AUTH[auth];
  return handler(request, authInfo && { authInfo });
}

interface Asked {
  readonly state: string;
  readonly key: string;
}

/**
 * Puts states into requests that are to have one. States are good for any number of requests, because there is no store.
 *
 * @param side - begins the calls
 */
export function createStates(side: Side): (sent: Sent) => Promise<Sent> {
  const asked = new Map<string, Promise<Asked | undefined>>();

  function askedBy({ call, auth }: Pick<Sent, "call" | "auth">): Promise<Asked | undefined> {
    const id = JSON.stringify([call, auth]);
    const known = asked.get(id);
    if (known !== undefined) return known;
    const asking = (async () => {
      const response = await send(side, callOf(call.name, call.arguments, auth));
      const { result } = (await response.json()) as {
        result?: { requestState?: string; inputRequests?: object };
      };
      if (result?.requestState === undefined) return undefined;
      return { state: result.requestState, key: Object.keys(result.inputRequests ?? {})[0] ?? "" };
    })();
    asked.set(id, asking);
    return asking;
  }

  return async (sent) => {
    const { state, call, auth, body } = sent;
    if (state === "none" || body === undefined) return sent;
    const from = state === "of another call" ? { name: "ask", arguments: { topic: "zz" } } : call;
    const found = ["ask", "confirm", "visit"].includes(from.name)
      ? await askedBy({ call: from, auth })
      : undefined;
    const sealed = found?.state ?? "mc2.unknown";
    const used =
      state === "foreign"
        ? "other.state"
        : state === "tampered"
          ? `${sealed.slice(0, -2)}xx`
          : sealed;
    return {
      ...sent,
      body: body.replace(STATE, used).replaceAll('"KEY"', JSON.stringify(found?.key ?? "k")),
    };
  };
}
