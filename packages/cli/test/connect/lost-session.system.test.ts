import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { createInbox, type Inbox } from "midcall/client";
import { afterEach, expect, it, vi } from "vitest";
import { connectServer } from "../../src/connect/connect-server.js";
import { readableMessage } from "../../src/connect/error-message.js";
import type { Connection } from "../../src/connect/connection.js";

interface Message {
  readonly id?: string | number;
  readonly method?: string;
}

type Reply = (response: ServerResponse, message: Message) => void;

let server: Server | undefined;
let connection: Connection | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await connection?.close();
});

const json = (response: ServerResponse, message: object, status = 200): void => {
  const head = { "content-type": "application/json", "mcp-session-id": "one" };
  response.writeHead(status, head).end(JSON.stringify({ jsonrpc: "2.0", ...message }));
};
const stream = (response: ServerResponse, ...events: object[]): void => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) write(response, event);
};
const write = (response: ServerResponse, message: object, id?: string): void => {
  const line = JSON.stringify({ jsonrpc: "2.0", ...message });
  response.write(`${id === undefined ? "" : `id: ${id}\n`}data: ${line}\n\n`);
};
const question = {
  id: "q",
  method: "elicitation/create",
  params: { message: "Name?", requestedSchema: { type: "object", properties: {} } },
};
const result = { content: [{ type: "text", text: "Done." }] };

/** Speaks 2025-11-25 with a session; the rest is up to the test. */
async function connect(
  reply: Partial<Record<string, Reply>>,
): Promise<{ inbox: Inbox; closed: () => boolean; call: () => Promise<string> }> {
  server = createServer((request, response) => void answer(request, response, reply));
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const inbox = createInbox();
  inbox.mount();
  connection = await connectServer({
    target: { kind: "url", url: `http://127.0.0.1:${port}/mcp` },
    server: "s",
    protocolVersion: "auto",
    inbox,
  });
  const { client } = connection;
  let isClosed = false;
  client.onclose = () => void (isClosed = true);
  const call = async (): Promise<string> => {
    try {
      const { content } = (await client.callTool({ name: "t" })) as CallToolResult;
      return JSON.stringify(content);
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { inbox, closed: () => isClosed, call };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Partial<Record<string, Reply>>,
): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const message = (body === "" ? {} : JSON.parse(body)) as Message;
  const { id, method = request.method === "POST" ? "answer" : request.method! } = message;
  if (reply[method]) return reply[method](response, message);
  if (method === "GET" || method === "DELETE") return void response.writeHead(405).end();
  if (method === "initialize") {
    const serverInfo = { name: "s", version: "1" };
    const capabilities = { tools: {} };
    return json(response, {
      id,
      result: { protocolVersion: "2025-11-25", capabilities, serverInfo },
    });
  }
  if (method === "ping") return json(response, { id, result: {} });
  if (id === undefined) return void response.writeHead(202).end();
  json(response, { id, error: { code: -32601, message: "Method not found" } });
}

it("ends the connection, its calls and questions when the server dies in the middle", async () => {
  const { inbox, closed, call } = await connect({
    "tools/call": (response) => stream(response, question),
  });
  const calling = call();
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
  server!.closeAllConnections();
  server!.close();
  expect(await calling).toMatch(/Connection closed/);
  expect(closed()).toBe(true);
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toEqual([]));
});

it("ends a call alone whose stream ends while the server stays", async () => {
  const { closed, call } = await connect({
    "tools/call": (response) => (stream(response), void response.end()),
  });
  expect(await call()).toMatch(/ended its response/);
  expect(closed()).toBe(false);
});

it("leaves a stream alone that can be resumed, and takes its result from there", async () => {
  let asked: string | number | undefined;
  const { closed, call } = await connect({
    "tools/call": (response, { id }) => {
      asked = id;
      stream(response);
      response.write("retry: 10\n");
      write(
        response,
        { method: "notifications/message", params: { level: "info", data: 1 } },
        "e1",
      );
      response.end();
    },
    GET: (response) => {
      if (asked === undefined) return void response.writeHead(405).end();
      stream(response);
      write(response, { id: asked, result }, "e2");
    },
  });
  expect(await call()).toContain("Done.");
  expect(closed()).toBe(false);
});

it.each([
  ["404", 404, "Session not found"],
  ["400", 400, "Bad Request: No valid session ID provided"],
])("is over when the server says %s for its session", async (_, status, message) => {
  const { closed, call } = await connect({
    "tools/call": (response) =>
      json(response, { id: null, error: { code: -32000, message } }, status),
  });
  expect(await call()).toBe(
    `The server does not know this session any more (HTTP ${status}). It may have restarted, or ended the session: connect again for a new one. ` +
      "If several replicas serve this address, they have to share their sessions (with midcall/server: the same secret and store for all), " +
      "or all requests with the same Mcp-Session-Id have to reach the same replica.",
  );
  await vi.waitFor(() => expect(closed()).toBe(true));
});

it("tells the call why it is over when the answer to its question reaches a replica without its session", async () => {
  const { inbox, closed, call } = await connect({
    "tools/call": (response) => stream(response, question),
    answer: (response) =>
      json(response, { id: null, error: { code: -32_001, message: "Session not found" } }, 404),
  });
  const calling = call();
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
  inbox.respond(inbox.getSnapshot().showing[0]!.id, { action: "decline" });
  const told = readableMessage(new Error(await calling));
  expect(told).toMatch(
    /^The server does not know this session any more \(HTTP 404\)\. It may have/,
  );
  await vi.waitFor(() => expect(closed()).toBe(true));
});

it("tells the call why it is over when its stream breaks and another replica gets what follows", async () => {
  const lost: Reply = (response) =>
    json(response, { id: null, error: { code: -32_001, message: "Session not found" } }, 404);
  const { closed, call } = await connect({
    "tools/call": (response) => (stream(response), void response.end()),
    ping: lost,
  });
  expect(await call()).toMatch(/does not know this session any more \(HTTP 404\)/);
  await vi.waitFor(() => expect(closed()).toBe(true));
});

it.each([404, 400])(
  "is not blamed on the address when another process answers %s right after it started",
  async (status) => {
    const lost: Reply = (response) =>
      json(response, { error: { code: -32_001, message: "Session not found" } }, status);
    const connecting = connect({ "notifications/initialized": lost });
    const error = await connecting.then(
      () => undefined,
      (reason: unknown) => reason as Error,
    );
    expect(error?.message).toContain(
      `started a session and does not know it any more (HTTP ${status}). It may have restarted`,
    );
    expect(error?.message).not.toContain("The address often ends in /mcp");
  },
);

it("goes on after a request the server finds wrong", async () => {
  const { closed, call } = await connect({
    "tools/call": (response) =>
      json(response, { id: null, error: { code: -32602, message: "Wrong." } }, 400),
  });
  expect(await call()).toContain("Wrong.");
  expect(closed()).toBe(false);
});

it("is over when an answer cannot be delivered", async () => {
  const { inbox, closed, call } = await connect({
    "tools/call": (response) => stream(response, question),
    answer: (response) => void response.writeHead(500).end(),
  });
  const calling = call();
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
  inbox.respond(inbox.getSnapshot().showing[0]!.id, { action: "decline" });
  expect(await calling).toMatch(/Connection closed/);
  expect(closed()).toBe(true);
});
