import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { accept, createInbox, type Inbox } from "midcall/client";
import { describe, expect, it } from "vitest";
import { until } from "./lab.js";

type Loose = Record<string, unknown>;

const info = { capabilities: { tools: {} }, serverInfo: { name: "raw", version: "1" } };
const question = {
  jsonrpc: "2.0",
  id: "q",
  method: "elicitation/create",
  params: {
    message: "Deploy?",
    requestedSchema: { type: "object", properties: { a: { type: "string" } } },
  },
};

/** A server of 2025 over HTTP that asks in its call, and what becomes of its connections. */
async function asking(answered: () => Response | Promise<Response>) {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const answer = async (_: unknown, init?: RequestInit): Promise<Response> => {
    if (init?.method !== "POST") return new Response(null, { status: 405 });
    const { id, method, params } = JSON.parse(init.body as string) as Loose;
    if (method === undefined) return answered();
    if (id === undefined) return new Response(null, { status: 202 });
    const { protocolVersion } = (params ?? {}) as Loose;
    if (method === "initialize")
      return Response.json({ jsonrpc: "2.0", id, result: { protocolVersion, ...info } });
    if (method !== "tools/call")
      return Response.json({ jsonrpc: "2.0", id, result: { tools: [] } });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(question)}\n\n`));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  const inbox = createInbox();
  inbox.mount();
  const client = new Client({ name: "host", version: "1" });
  inbox.attach(client, { server: "Raw" });
  const url = new URL("http://127.0.0.1/mcp");
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: answer }));
  const call = client.callTool({ name: "t" }).then(
    () => "done",
    (error: Error) => error.message,
  );
  await until(() => inbox.getSnapshot().showing[0]);
  return { inbox, call, stream: stream! };
}

const respond = (inbox: Inbox): unknown =>
  inbox.respond(inbox.getSnapshot().showing[0]!.id, accept({ a: "x" }));

describe("a server of 2025 over HTTP that is gone while it asks", () => {
  it.each([
    ["breaks off", (stream: ReadableStreamDefaultController) => stream.error(new Error("reset"))],
    ["ends", (stream: ReadableStreamDefaultController) => stream.close()],
  ])(
    "ends its call when the stream of the call %s, and its question is withdrawn",
    async (_, end) => {
      const { inbox, call, stream } = await asking(() => new Response(null, { status: 202 }));
      end(stream);
      expect(await call).toMatch(/closed before the server responded/);
      await until(() => inbox.getSnapshot().showing.length === 0);
    },
  );

  it.each([
    ["there is no connection", () => Promise.reject(new TypeError("fetch failed"))],
    ["the session is not known", () => new Response(null, { status: 404 })],
    ["it is not, in other words", () => new Response("No valid session ID", { status: 400 })],
    ["the server has failed", () => new Response(null, { status: 502 })],
  ])("ends its call with the answer that could not be sent, because %s", async (_, answered) => {
    const { inbox, call } = await asking(answered);
    respond(inbox);
    expect(await call).toMatch(/answer to a question of the server could not be sent/);
  });

  it("goes on where it refuses an answer that came too late for it", async () => {
    const { inbox, call, stream } = await asking(() => new Response(null, { status: 400 }));
    respond(inbox);
    await until(() => inbox.getSnapshot().showing.length === 0);
    const result = { jsonrpc: "2.0", id: 2, result: { content: [] } };
    const ids = [1, 2, 3].map((id) => `data: ${JSON.stringify({ ...result, id })}\n\n`);
    stream.enqueue(new TextEncoder().encode(ids.join("")));
    expect(await call).toBe("done");
  });
});
