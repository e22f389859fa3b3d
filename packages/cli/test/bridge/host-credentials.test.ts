import { describe, expect, it, onTestFinished } from "vitest";
import { UrlFront } from "../../src/bridge/http/url-front.js";
import type { Members, Request as Asked } from "../../src/bridge/wire/messages.js";
import { LONG_MS } from "./lab.js";
import { call, fakeServer, initialize, modern } from "./relay-lab.js";

/** A bridge in front of a URL whose server speaks one version, with a header of its own. */
function front(speaks: "2025" | "2026") {
  const toServer: Members[] = [];
  const reply = ({ id, method }: Members): Members => {
    if (method === "initialize" && speaks === "2025")
      return { id, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} } };
    if (method === "server/discover" && speaks === "2026")
      return { id, result: { supportedVersions: ["2026-07-28"], capabilities: {} } };
    if (method === "tools/call") return { id, result: { content: [] } };
    return { id, error: { code: -32_601, message: "No." } };
  };
  const server = fakeServer((message) => {
    toServer.push(message);
    if (message["id"] !== undefined) server.onmessage!({ jsonrpc: "2.0", ...reply(message) });
  });
  const url = new URL("http://127.0.0.1:1/mcp");
  const made = new UrlFront({
    ...{ connect: () => server, asker: undefined, onError: () => {}, idleMs: LONG_MS, url },
    headers: { "X-Given-Key": "of the bridge" },
    fetch: async (_, { body }) =>
      Response.json({ jsonrpc: "2.0", ...reply(JSON.parse(body as string) as Members) }),
  });
  onTestFinished(() => made.close());
  const http = (headers: Readonly<Record<string, string>>): Request =>
    new Request("http://127.0.0.1/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
    });
  const calls = (): number => toServer.filter(({ method }) => method === "tools/call").length;
  return { front: made, http, calls };
}

const asked = call(1, modern({})) as Asked;
const envelope = { clientInfo: undefined, capabilities: {} };
const MODERN = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "pick",
};

describe("a host of 2026-07-28 in front of a server of 2025", () => {
  it.each(["authorization", "cookie", "x-api-key", "x-auth-token", "apikey"])(
    "is refused with credentials of its own: %s",
    async (name) => {
      const { front: at, http, calls } = front("2025");
      const response = await at.serveModern(http({ ...MODERN, [name]: "alice" }), asked, envelope);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        {
          id: 1,
          error: { message: expect.stringContaining(`The header ${name} would not`) as string },
        },
      ]);
      expect(calls()).toBe(0);
    },
  );

  it("is served with other headers, and with one in whose place the bridge sends its own", async () => {
    const { front: at, http, calls } = front("2025");
    const headers = { ...MODERN, "x-request-id": "1", "x-given-key": "of the host" };
    const response = await at.serveModern(http(headers), asked, envelope);
    expect(response.status).toBe(200);
    expect(calls()).toBe(1);
  });
});

it("a host of 2025 in front of a server of 2026-07-28 is refused with credentials of its own, in a session, too", async () => {
  const { front: at, http } = front("2026");
  const begin = (headers: Readonly<Record<string, string>>): Promise<Response> =>
    at.serveSession(http(headers), { jsonrpc: "2.0", ...initialize({}) });
  expect((await begin({ authorization: "Bearer alice" })).status).toBe(400);
  const session = (await begin({})).headers.get("mcp-session-id")!;
  const headers = { "mcp-session-id": session, authorization: "Bearer alice" };
  const refused = await at.serveSession(http(headers), { jsonrpc: "2.0", ...call(1) });
  expect(refused.status).toBe(400);
});
