import { createInbox, decline } from "midcall/client";
import { attach } from "midcall/integrations/ai-sdk";
import { expect, it, vi } from "vitest";
import { createFakeTransport, type FakeTransport, type Message } from "./fake-transport.js";

const params = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };

interface Attached {
  readonly inbox: ReturnType<typeof createInbox>;
  readonly transport: FakeTransport;
  /** What the library gets to see. */
  readonly heard: Message[];
}

/** An attached transport, as a library has started it. */
async function started(options: { startedBy?: "user" | "model" } = {}): Promise<Attached> {
  const inbox = createInbox();
  inbox.mount();
  const transport = createFakeTransport();
  const sendRaw = transport.send;
  expect(attach(inbox, transport, { server: "Fake", ...options })).toBe(transport);
  expect(transport.send).not.toBe(sendRaw);
  const heard: Message[] = [];
  transport.onmessage = (message) => void heard.push(message);
  await transport.start();
  return { inbox, transport, heard };
}

const call = (id: number, signal?: AbortSignal): [Message, object] => [
  { jsonrpc: "2.0", id, method: "tools/call", params: { name: "ask" } },
  { signal },
];

/** The ids of the calls as they were sent. */
const sentCalls = ({ sent }: FakeTransport): (string | number)[] =>
  sent.flatMap(({ id, method }) => (method === "tools/call" ? [id!] : []));

it("refuses a description of a transport, and says what to pass", () => {
  const inbox = createInbox();
  const described = { type: "http", url: "https://example.com" } as unknown as FakeTransport;
  expect(() => attach(inbox, described, { server: "Fake" })).toThrow(
    /StreamableHTTPClientTransport of the official SDK/,
  );
});

it("refuses a transport that is attached", async () => {
  const { inbox, transport } = await started();
  expect(() => attach(inbox, transport, { server: "Fake" })).toThrow("already has an inbox");
});

it("refuses a transport that a client is connected with", () => {
  const transport = createFakeTransport();
  transport.onmessage = () => {};
  expect(() => attach(createInbox(), transport, { server: "Fake" })).toThrow(
    /is connected with this transport already/,
  );
});

it("reads null as absent, and ends a call whose response is malformed with an error that says so", async () => {
  const { inbox, transport, heard } = await started();
  await transport.send({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
  void transport.send(...call(2));
  const [id] = await vi.waitUntil(() => sentCalls(transport).length > 0 && sentCalls(transport));
  transport.receive({
    id: "q",
    method: "elicitation/create",
    params: { message: "M", requestedSchema: { type: "object", properties: {} }, _meta: null },
  });
  await vi.waitUntil(() => inbox.getSnapshot().showing.length === 1);
  transport.receive({ id: id!, result: null as never });
  const ended = await vi.waitUntil(() => heard.find((message) => message.id === 2));
  expect(JSON.stringify(ended.error)).toMatch(/result that is null/);
});

it("shows no question that a server of 2026-07-28 sends as a request, and says so", async () => {
  const { inbox, transport } = await started();
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  await transport.send({ id: 1, method: "tools/list", params: { _meta } });
  transport.receive({ id: 6, method: "elicitation/create", params });
  await vi.waitFor(() => expect(transport.sent).toHaveLength(2));
  expect(transport.sent[1]).toMatchObject({ id: 6, error: { code: -32601 } });
  expect(inbox.getSnapshot().showing).toEqual([]);
});

it("declares the capability of the inbox in place of the library's own, on both handshakes", async () => {
  const { transport } = await started();
  const capabilities = { elicitation: { applyDefaults: true }, extensions: { "a/b": {} } };
  const ours = { elicitation: { form: {} }, extensions: { "a/b": {} } };
  await transport.send({ id: 0, method: "initialize", params: { capabilities } });
  expect(transport.paramsOf("initialize")).toEqual({ capabilities: ours });
  const name = "io.modelcontextprotocol/clientCapabilities";
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", [name]: capabilities };
  await transport.send({ id: 1, method: "tools/list", params: { _meta } });
  expect(transport.paramsOf("tools/list")["_meta"]).toMatchObject({ [name]: ours });
});

it("drops the result of a call that the library has stopped, and cancels it at the server", async () => {
  const { transport, heard } = await started();
  const stop = new AbortController();
  const stopped = transport.send(...call(1, stop.signal));
  const other = transport.send(...call(2));
  stop.abort();
  await stopped;
  const [first, second] = sentCalls(transport);
  expect(transport.paramsOf("notifications/cancelled")).toEqual({ requestId: first });
  for (const id of [first!, second!]) transport.receive({ id, result: { content: [] } });
  await other;
  expect(heard).toEqual([{ jsonrpc: "2.0", id: 2, result: { content: [] } }]);
});

it("drops a result that comes in the moment in which the library stops the call", async () => {
  const { transport, heard } = await started();
  const stop = new AbortController();
  const stopped = transport.send(...call(1, stop.signal));
  transport.receive({ id: sentCalls(transport)[0]!, result: { content: [] } });
  stop.abort();
  await stopped;
  expect(heard).toEqual([]);
});

it("cancels a call at the server that the library cancels with a notification", async () => {
  const { transport, heard } = await started();
  const stopped = transport.send(...call(1));
  await transport.send({ method: "notifications/cancelled", params: { requestId: 1 } });
  await stopped;
  const [id] = sentCalls(transport);
  expect(transport.paramsOf("notifications/cancelled")).toEqual({ requestId: id });
  expect(heard).toEqual([]);
});

it("passes errors of the server on as they are, and a failure to send as one", async () => {
  const { transport, heard } = await started();
  const refused = transport.send(...call(1));
  const error = { code: -32001, message: "No.", data: { why: "x" } };
  transport.receive({ id: sentCalls(transport)[0]!, error });
  await refused;
  expect(heard).toEqual([{ jsonrpc: "2.0", id: 1, error }]);

  const inner = createFakeTransport();
  inner.send = async () => Promise.reject(new Error("offline"));
  attach(createInbox({ onElicitation: () => ({ action: "cancel" }) }), inner, { server: "Fake" });
  await inner.start();
  await expect(inner.send(...call(2))).rejects.toThrow("offline");
});

it("leaves other requests and notifications to the library, and no message about a question", async () => {
  const { inbox, transport, heard } = await started();
  const theirs: Message[] = [
    { id: 5, method: "roots/list" },
    { method: "notifications/tools/list_changed" },
    { method: "notifications/cancelled", params: { requestId: 5 } },
    { method: "notifications/progress", params: { progressToken: 3 } },
  ];
  for (const message of theirs) transport.receive(message);
  transport.receive({ id: 6, method: "elicitation/create", params });
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
  for (const _ of ["once", "again"])
    transport.receive({ method: "notifications/cancelled", params: { requestId: 6 } });
  transport.receive({ method: "notifications/elicitation/complete", params: {} });
  transport.receive({ method: "notifications/progress", params: { progressToken: "midcall:0" } });
  expect(heard).toEqual(theirs.map((message) => ({ jsonrpc: "2.0", ...message })));
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toEqual([]));
  transport.receive({ id: 7, method: "elicitation/create", params });
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
  inbox.respond(inbox.getSnapshot().showing[0]!.id, decline());
  await vi.waitFor(() => expect(transport.sent).not.toEqual([]));
  expect(transport.sent).toEqual([{ jsonrpc: "2.0", id: 7, result: { action: "decline" } }]);
});

it("ends its calls and questions with the connection", async () => {
  const { inbox, transport } = await started();
  const lost = transport.send(...call(1));
  transport.receive({ id: 6, method: "elicitation/create", params });
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
  transport.onclose?.();
  await expect(lost).rejects.toThrow("Connection closed");
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toEqual([]));
});

it("says that the user starts the calls by hand, with startedBy", async () => {
  for (const startedBy of ["user", "model"] as const) {
    const { inbox, transport } = await started({ startedBy });
    void transport.send(...call(1)).catch(() => {});
    transport.receive({ id: 6, method: "elicitation/create", params });
    await vi.waitFor(() =>
      expect(inbox.getSnapshot().showing).toMatchObject([{ ownCall: startedBy === "user" }]),
    );
    transport.onclose?.();
  }
});
