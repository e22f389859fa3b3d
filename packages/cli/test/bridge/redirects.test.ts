import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import { UrlFront } from "../../src/bridge/http/url-front.js";
import { signedFetch } from "../../src/bridge/sign-in.js";
import { envelopeOf } from "../../src/bridge/translate/envelope.js";
import type { Members, Request as Asked } from "../../src/bridge/wire/messages.js";
import type { SignIn } from "../../src/connect/oauth/sign-in.js";
import { LONG_MS } from "./lab.js";
import { call, elicit, initialize, modern, slowUser } from "./relay-lab.js";

interface Got {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly key: unknown;
  readonly body: string;
}

/** A server of HTTP that keeps what it gets. */
async function listening(
  respond: (message: Members, request: IncomingMessage, response: ServerResponse) => void,
) {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { method, url: path, headers } = request;
    got.push({ method, path, key: headers["x-api-key"], body });
    respond(body === "" ? {} : (JSON.parse(body) as Members), request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { got, origin: `http://127.0.0.1:${port}` };
}

const reply = (response: ServerResponse, message: Members): void => {
  response.writeHead(200, { "content-type": "application/json", "mcp-session-id": "s" });
  response.end(JSON.stringify({ jsonrpc: "2.0", ...message }));
};
const redirect = (response: ServerResponse, status: number, location: string): void => {
  response.writeHead(status, { location });
  response.end("elsewhere");
};
const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };

/** A sign-in with a token. */
const signedIn = (origin: string) =>
  ({
    server: origin,
    authProvider: { token: async () => "t" },
    fetch: (url: URL, init: RequestInit) => fetch(url, init),
  }) as unknown as SignIn;

function frontOf(origin: string, signIn?: SignIn) {
  const { questions, asker } = slowUser();
  const front = new UrlFront({
    connect: () => {
      throw new Error("Nothing is to be translated.");
    },
    ...{ asker, onError: () => {}, idleMs: LONG_MS, url: new URL(`${origin}/mcp`) },
    headers: { "X-Api-Key": "top secret" },
    fetch: signedFetch(signIn),
  });
  onTestFinished(() => front.close());
  const send = (method: string, message: Members | undefined): Promise<Response> => {
    const headers = { "content-type": "application/json", "mcp-session-id": "s" };
    return front.serveSession(
      new Request("http://127.0.0.1/mcp", { method, headers }),
      message && { jsonrpc: "2.0", ...message },
    );
  };
  const sendModern = (message: Members): Promise<Response> => {
    const { method, params } = message as { method: string; params: Members };
    const headers = { "content-type": "application/json", "mcp-method": method };
    const http = new Request("http://127.0.0.1/mcp", { method: "POST", headers });
    const asked = { jsonrpc: "2.0", ...message } as unknown as Asked;
    return front.serveModern(http, asked, envelopeOf(params)!);
  };
  return { post: (message: Members) => send("POST", message), send, sendModern, questions };
}

/** Whoever is not to get anything. */
const evil = () => listening(({ id }, _, response) => reply(response, { id, result: { evil: 1 } }));

describe.each([301, 302, 303, 307, 308])("a server that redirects with %i", (status) => {
  it.each([
    ["without a sign-in", false],
    ["with a sign-in", true],
  ])("to another origin gets nothing there, %s", async (_, isSignedIn) => {
    const other = await evil();
    const at = await listening((_message, _request, response) =>
      redirect(response, status, `${other.origin}/mcp`),
    );
    const { post, send, sendModern } = frontOf(
      at.origin,
      isSignedIn ? signedIn(at.origin) : undefined,
    );
    const responses = [
      await post(initialize({})),
      await post(call(1)),
      await sendModern(call(2, modern({}))),
      await send("GET", undefined),
      await send("DELETE", undefined),
    ];
    for (const response of responses) {
      expect(response.status).toBe(502);
      expect(await response.text()).toContain(`another place (${other.origin})`);
    }
    expect(other.got).toEqual([]);
    expect(new Set(at.got.map(({ method }) => method))).toEqual(new Set(["POST", "GET", "DELETE"]));
  });
});

it("a redirect of an answer takes it nowhere", async () => {
  const other = await evil();
  const at = await listening((message, request, response) => {
    if (message["method"] === undefined && request.method === "POST")
      return redirect(response, 307, `${other.origin}/mcp`);
    if (message["method"] === "initialize") return reply(response, { id: message["id"], result });
    response.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": "s" });
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...elicit("q") })}\n\n`);
  });
  const { post, questions } = frontOf(at.origin);
  await (await post(initialize({}))).text();
  const called = post(call(1));
  await expect.poll(() => questions).toHaveLength(1);
  questions[0]!.answer({ action: "accept", content: {} });
  expect(await (await called).text()).toContain('"error":{"code":-32603');
  expect(at.got.at(-1)!.body).toContain('"action":"accept"');
  expect(other.got).toEqual([]);
});

it.each([307, 308])("a redirect with %i to the same origin is followed", async (status) => {
  const at = await listening(({ id }, request, response) =>
    request.url === "/mcp" ? redirect(response, status, "/mcp/") : reply(response, { id, result }),
  );
  const { post } = frontOf(at.origin);
  expect(await (await post(initialize({}))).json()).toMatchObject({ id: "init", result });
  expect(at.got.map(({ method, path, key }) => [method, path, key])).toEqual([
    ["POST", "/mcp", "top secret"],
    ["POST", "/mcp/", "top secret"],
  ]);
});

it.each([301, 302, 303])("a redirect with %i makes no other request", async (status) => {
  const at = await listening((_, request, response) =>
    request.url === "/mcp" ? redirect(response, status, "/private") : response.end("private"),
  );
  const { post } = frontOf(at.origin);
  const response = await post(initialize({}));
  expect(response.status).toBe(502);
  expect(await response.text()).toContain(`with the status ${status}`);
  expect(at.got).toHaveLength(1);
});

it.each([
  ["a user name", "http://user:pw@HOST/mcp/"],
  ["another scheme", "ftp://HOST/mcp"],
  ["no URL", "http://[/"],
])("a redirect to an address with %s is not followed", async (_, location) => {
  const at = await listening((_message, { headers }, response) =>
    redirect(response, 307, location.replace("HOST", headers.host!)),
  );
  const { post } = frontOf(at.origin);
  expect((await post(initialize({}))).status).toBe(502);
  expect(at.got).toHaveLength(1);
});

it("redirects without an end are given up", async () => {
  const at = await listening((_, __, response) => redirect(response, 307, "/mcp"));
  const { post } = frontOf(at.origin);
  expect(await (await post(initialize({}))).text()).toContain("more than 5 times");
  expect(at.got).toHaveLength(6);
});

it("a host on stdio has nothing of it sent to another origin", async () => {
  const other = await evil();
  const at = await listening((_message, _request, response) =>
    redirect(response, 307, `${other.origin}/mcp`),
  );
  const headers = { "X-Api-Key": "top secret" };
  const url = new URL(`${at.origin}/mcp`);
  const server = new HttpServer({
    ...{ url, transport: { requestInit: { headers } }, onError: () => {} },
  });
  await server.start();
  await expect(server.send({ jsonrpc: "2.0", ...call(1) })).rejects.toThrow("not followed");
  expect([at.got.length, other.got]).toEqual([1, []]);
});
