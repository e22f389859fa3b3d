import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createSide, type Side } from "./both-ways.js";
import { requests, type Sent, STATE } from "./requests.js";

/** The calls of handlers that were direct. */
const calls = vi.hoisted(() => ({ direct: 0 }));

vi.mock("../../../src/server/direct/direct-context.js", async (importOriginal) => {
  const original =
    await importOriginal<typeof import("../../../src/server/direct/direct-context.js")>();
  const createDirectContext: typeof original.createDirectContext = (...args) => {
    calls.direct += 1;
    return original.createDirectContext(...args);
  };
  return { ...original, createDirectContext };
});

const AUTH = {
  none: undefined,
  user: { token: "t", clientId: "c", scopes: ["more"], extra: { sub: "ada" } },
  other: { token: "u", clientId: "c", scopes: [], extra: { sub: "bob" } },
};

const sdk = createSide({ direct: false });
const direct = createSide({});
const reused = createSide({ reuse: true }, true);
const sdkForReused = createSide({ direct: false }, true);

afterAll(() =>
  Promise.all([sdk, direct, reused, sdkForReused].map(({ handler }) => handler.close())),
);
// What is said once is said before anything is compared.
beforeAll(async () => {
  for (const side of [sdk, direct, reused, sdkForReused]) {
    await send(side, {
      ...callOf("plain"),
      headers: [...callOf("plain").headers, ["origin", "http://x.y"]],
    });
    await send(side, callOf("ask"));
    side.takeSeen();
  }
});

function callOf(name: string, given: unknown = { topic: "t" }, auth: Sent["auth"] = "none"): Sent {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "host", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {}, url: {} } },
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

function send({ handler }: Side, { method, headers, body, auth }: Sent): Promise<Response> {
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

/** The states of calls, and the key of their first question. They are good for any number of requests: there is no store. */
const asked = new Map<string, Promise<Asked | undefined>>();

function askedBy({ call, auth }: Pick<Sent, "call" | "auth">): Promise<Asked | undefined> {
  const id = JSON.stringify([call, auth]);
  const known = asked.get(id);
  if (known !== undefined) return known;
  const asking = (async () => {
    const response = await send(sdk, callOf(call.name, call.arguments, auth));
    const { result } = (await response.json()) as {
      result?: { requestState?: string; inputRequests?: object };
    };
    if (result?.requestState === undefined) return undefined;
    return { state: result.requestState, key: Object.keys(result.inputRequests ?? {})[0] ?? "" };
  })();
  asked.set(id, asking);
  return asking;
}

async function withState(sent: Sent): Promise<Sent> {
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
}

/** What a client and the author see of a response. Sealed states differ every time. */
async function outcomeOf(side: Side, sent: Sent): Promise<unknown> {
  const response = await send(side, sent);
  const text = (await response.text()).replace(
    /"requestState":"mc2\.[\w-]+"/g,
    '"requestState":"…"',
  );
  return { status: response.status, headers: [...response.headers], text, seen: side.takeSeen() };
}

describe("a request that is answered directly", () => {
  it(
    "is answered as the SDK answers it, by one server and by a new one",
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(requests, async (made) => {
          const sent = await withState(made);
          sdk.takeSeen();
          const before = calls.direct;
          const bySdk = [await outcomeOf(sdk, sent), await outcomeOf(sdkForReused, sent)];
          expect(calls.direct).toBe(before);
          expect([await outcomeOf(direct, sent), await outcomeOf(reused, sent)]).toEqual(bySdk);
        }),
        { numRuns: 1_200 },
      );
      // Otherwise nothing is compared: about half of the requests, on either side.
      expect(calls.direct).toBeGreaterThan(800);
    },
  );
});
