import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { accept, createInbox } from "midcall/client";
import { afterEach, expect, it, vi } from "vitest";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import { connectServer } from "../../src/connect/connect-server.js";
import type { Connection } from "../../src/connect/connection.js";

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly result?: unknown;
}

let server: Server | undefined;
let connection: Connection | undefined;
afterEach(async () => {
  await connection?.close();
  connection = undefined;
  server?.closeAllConnections();
  server?.close();
});

const question = {
  id: "q",
  method: "elicitation/create",
  params: {
    message: "Name?",
    requestedSchema: { type: "object", properties: { a: { type: "string" } } },
  },
};

/** A server with the HTTP+SSE transport of 2024 at /sse, which asks in every call. */
async function start(): Promise<{ url: string; breakOff: () => void; streams: ServerResponse[] }> {
  const streams: ServerResponse[] = [];
  const send = (message: object): unknown =>
    streams.at(-1)!.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
  const received = ({ id, method, result }: Message): void => {
    const serverInfo = { name: "old", version: "1" };
    if (method === "initialize") {
      const capabilities = { tools: {} };
      send({ id, result: { protocolVersion: "2025-06-18", capabilities, serverInfo } });
    } else if (method === "tools/list") {
      send({ id, result: { tools: [{ name: "t", inputSchema: { type: "object" } }] } });
    } else if (method === "tools/call") send(question);
    else if (method === undefined) {
      const content = [{ type: "text", text: JSON.stringify(result) }];
      send({ id: 2, result: { content } });
      send({ id: 1, result: { content } });
    }
  };
  server = createServer((request, response) => {
    if (request.method === "GET" && request.url === "/sse") {
      streams.push(response);
      response.writeHead(200, { "content-type": "text/event-stream" });
      return void response.write("event: endpoint\ndata: /messages?s=1\n\n");
    }
    if (request.method !== "POST" || request.url?.startsWith("/messages") !== true)
      return void response.writeHead(request.method === "POST" ? 405 : 404).end();
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      response.writeHead(202).end("Accepted");
      received(JSON.parse(body) as Message);
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    streams,
    breakOff: () => streams.at(-1)!.destroy(),
  };
}

async function connect(url: string) {
  const inbox = createInbox();
  inbox.mount();
  const target = { kind: "url", url } as const;
  connection = await connectServer({ target, server: "s", protocolVersion: "auto", inbox });
  const call = connection.client.callTool({ name: "t" }).then(
    ({ content }) => JSON.stringify(content),
    (error: Error) => error.message,
  );
  const shown = await vi.waitUntil(() => inbox.getSnapshot().showing[0]);
  return { inbox, call, shown };
}

it("calls a tool of a server that only speaks the transport of 2024, and answers it", async () => {
  const { url } = await start();
  const { inbox, call, shown } = await connect(`${url}/sse`);
  inbox.respond(shown.id, accept({ a: "x" }));
  expect(await call).toContain("accept");
});

it("ends its calls when its one stream breaks off", async () => {
  const { url, breakOff, streams } = await start();
  const { inbox, call } = await connect(`${url}/sse`);
  breakOff();
  expect(await call).toMatch(/closed/i);
  await vi.waitUntil(() => inbox.getSnapshot().showing.length === 0);
  expect(streams).toHaveLength(1);
});

it("cannot be bridged, and the bridge says so", async () => {
  const { url } = await start();
  const onError = (): void => {};
  const bridged = new HttpServer({ url: new URL(`${url}/sse`), transport: {}, onError });
  await bridged.start();
  await expect(bridged.send({ jsonrpc: "2.0", id: 1, method: "initialize" })).rejects.toThrow(
    /transport of 2024 cannot be bridged/,
  );
  await bridged.close();
});

it("says what it found first where there is no such server either", async () => {
  const { url } = await start();
  await expect(connect(`${url}/other`)).rejects.toThrow(/no MCP server at .*\/other \(HTTP 405\)/);
});
