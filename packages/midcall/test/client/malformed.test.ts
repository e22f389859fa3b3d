import {
  Client,
  ReadBuffer,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { accept, createInbox } from "midcall/client";
import { readMessage } from "midcall/client/messages";
import { describe, expect, it } from "vitest";
import { until } from "./lab.js";

type Loose = Record<string, unknown>;

/** What a server sends back for a message, as texts: those of the given plan, and else what is sound. */
type Plan = (message: Loose) => readonly string[] | undefined;

const response = (id: unknown, more: string): string =>
  `{"jsonrpc":"2.0","id":${id as string},${more}}`;
const DONE = '"result":{"content":[{"type":"text","text":"done"}]}';
const form = '{"type":"object","properties":{"a":{"type":"string"}}}';
const question = (more: string): string =>
  `{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"M","requestedSchema":${form},${more}}}`;

function soundly({ id, method, params }: Loose): readonly string[] {
  const { protocolVersion } = (params ?? {}) as Loose;
  const info = '"capabilities":{"tools":{}},"serverInfo":{"name":"raw","version":"1"}';
  if (method === "initialize")
    return [response(id, `"result":{"protocolVersion":"${protocolVersion as string}",${info}}`)];
  if (method === "tools/list")
    return [response(id, '"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}')];
  return id === undefined || method === undefined ? [] : [response(id, DONE)];
}

/** A server on a transport; `sent` is what it gets. */
interface Raw {
  readonly transport: Transport;
  readonly sent: Loose[];
}

/** A transport that passes on what it reads, as those of tests and of hosts do. */
function plain(plan: Plan): Raw {
  const sent: Loose[] = [];
  const transport: Transport = {
    async start() {},
    async send(message) {
      sent.push(message as Loose);
      for (const text of plan(message as Loose) ?? soundly(message as Loose))
        setImmediate(() => transport.onmessage?.(JSON.parse(text) as never));
    },
    async close() {
      transport.onclose?.();
    },
  };
  return { transport, sent };
}

/** A transport that reads lines as the SDK's for programs does, in chunks of a few bytes. */
function lines(plan: Plan): Raw {
  const raw = plain(() => []);
  const { transport, sent } = raw;
  const buffer = new ReadBuffer();
  const read = (): void => {
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        transport.onerror?.(error as Error);
      }
    }
  };
  transport.send = async (message) => {
    sent.push(message as Loose);
    const texts = plan(message as Loose) ?? soundly(message as Loose);
    const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
    for (let at = 0; at < bytes.length; at += 7) {
      const chunk = bytes.subarray(at, at + 7);
      setImmediate(() => {
        buffer.append(chunk);
        read();
      });
    }
  };
  return { sent, transport: Object.assign(transport, { _readBuffer: buffer }) };
}

/** The SDK's transport over HTTP. */
function http(isStream: boolean) {
  return (plan: Plan): Raw => {
    const sent: Loose[] = [];
    const answer = async (_: unknown, init?: RequestInit): Promise<Response> => {
      if (init?.method !== "POST") return new Response(null, { status: 405 });
      const message = JSON.parse(init.body as string) as Loose;
      sent.push(message);
      if (message["id"] === undefined || message["method"] === undefined)
        return new Response(null, { status: 202 });
      const texts = plan(message) ?? soundly(message);
      if (!isStream && texts.length === 1)
        return new Response(texts[0]!, { headers: { "content-type": "application/json" } });
      // It stays open, as it does while a server waits for an answer.
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const text of texts)
            controller.enqueue(new TextEncoder().encode(`event: message\ndata: ${text}\n\n`));
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
    const url = new URL("http://127.0.0.1/mcp");
    return { sent, transport: new StreamableHTTPClientTransport(url, { fetch: answer }) };
  };
}

async function connected(open: (plan: Plan) => Raw, plan: Plan) {
  const inbox = createInbox();
  inbox.mount();
  const client = new Client({ name: "host", version: "1" });
  inbox.attach(client, { server: "Raw" });
  const { transport, sent } = open(plan);
  await client.connect(transport);
  const call = (): Promise<string> =>
    client.callTool({ name: "t" }).then(
      (result) => JSON.stringify(result.content),
      (error: Error) => error.message,
    );
  return { inbox, client, sent, call };
}

const wires = [
  ["a transport of the host's own", plain],
  ["lines of a program", lines],
  ["an event stream", http(true)],
] as const;

describe.each([...wires, ["JSON over HTTP", http(false)] as const])("over %s", (_, open) => {
  it.each([
    ["_meta", '"result":{"content":[{"type":"text","text":"done"}],"_meta":null}'],
    ["error beside a result", `${DONE},"error":null`],
    ["a member that no message has", `${DONE},"extra":null`],
    ["error beside null as a result", '"result":null,"error":{"code":1,"message":"it is done"}'],
    ["method and params", `"method":null,"params":null,${DONE}`],
  ])("null as %s of a response is read as absent", async (_name, more) => {
    const { call } = await connected(open, ({ id, method }) =>
      method === "tools/call" ? [response(id, more)] : undefined,
    );
    expect(await call()).toContain("done");
  });

  it("null as _meta of the result of initialize is read as absent", async () => {
    const { call } = await connected(open, (message) =>
      message["method"] === "initialize"
        ? soundly(message).map((text) => text.replace('"result":{', '"result":{"_meta":null,'))
        : undefined,
    );
    expect(await call()).toContain("done");
  });

  it.each([
    ['"result":"done"', /result that is text and not an object/],
    ['"result":null', /result that is null/],
    ['"result":[1]', /result that is a list/],
    ['"result":{"_meta":[]}', /result\._meta that is a list/],
    [`${DONE},"error":{"code":1,"message":"no"}`, /both a result and an error/],
    ['"error":null', /neither a result nor an error/],
    ['"error":"no"', /error that is text/],
  ])("a response with %s ends its request with an error that says so", async (more, why) => {
    const { call } = await connected(open, ({ id, method }) =>
      method === "tools/call" ? [response(id, more)] : undefined,
    );
    expect(await call()).toMatch(why);
  });

  it("an error that names no request is that of the only one", async () => {
    const { call } = await connected(open, ({ method }) =>
      method === "tools/call"
        ? [response("null", '"error":{"code":-32700,"message":"Parse error"}')]
        : undefined,
    );
    expect(await call()).toBe("Parse error");
  });
});

describe.each(wires)("over %s", (_, open) => {
  it.each(['"_meta":null', '"_meta":{"progressToken":null}'])(
    "a question with %s is shown, and answered",
    async (more) => {
      const { inbox, sent, call } = await connected(open, (message) =>
        message["method"] === "tools/call" ? [question(more)] : undefined,
      );
      void call();
      const shown = await until(() => inbox.getSnapshot().showing[0]);
      inbox.respond(shown.id, accept({ a: "x" }));
      const answer = await until(() => sent.find(({ id }) => id === "q"));
      expect(answer["result"]).toEqual({ action: "accept", content: { a: "x" } });
    },
  );

  it.each(['"_meta":[]', '"_meta":"x"'])(
    "a question with %s is answered with an error that says so",
    async (more) => {
      const { sent, call } = await connected(open, (message) =>
        message["method"] === "tools/call" ? [question(more)] : undefined,
      );
      void call();
      const answer = await until(() => sent.find(({ id }) => id === "q"));
      expect(answer["error"]).toMatchObject({
        code: -32_600,
        message: expect.stringMatching(/^The request has a params\._meta that is/) as string,
      });
    },
  );

  it("a response that is malformed ends its own request, and no other", async () => {
    const ids: unknown[] = [];
    const { client } = await connected(open, ({ id, method, params }) => {
      if (method !== "tools/call") return undefined;
      ids.push(id);
      return (params as Loose)["name"] === "bad" ? [response(id, '"result":null')] : [];
    });
    const stop = new AbortController();
    const slow = client.callTool({ name: "slow" }, { signal: stop.signal }).then(
      () => "ended",
      () => "stopped",
    );
    await until(() => ids.length === 1);
    await expect(client.callTool({ name: "bad" })).rejects.toThrow(/result that is null/);
    stop.abort();
    expect(await slow).toBe("stopped");
  });
});

describe("a message nested more than 512 levels deep", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const answerTo = (more: string) =>
    connected(plain, ({ id, method }) =>
      method === "tools/call" ? [response(id, `"result":{${more}}`)] : undefined,
    );

  it("ends its request with an error that says so, where it requires input", async () => {
    for (const type of ['"resultType":"input_required"', '"status":"input_required"']) {
      const { call } = await answerTo(`${type},"inputRequests":{"a":${deep}}`);
      expect(await call()).toMatch(/nested more than 512 levels deep/);
    }
  });

  it("reaches the host as the result of its call", async () => {
    const { call } = await answerTo(`"content":[],"structuredContent":{"a":${deep}}`);
    expect(await call()).toBe("[]");
  });

  it("is refused as a question", async () => {
    const { sent, call } = await connected(plain, ({ method }) =>
      method === "tools/call" ? [question(`"a":${deep}`)] : undefined,
    );
    void call();
    const answer = await until(() => sent.find(({ id }) => id === "q"));
    expect(answer["error"]).toMatchObject({ code: -32_600 });
  });
});

describe("readMessage", () => {
  it("returns a sound message itself", () => {
    for (const message of [
      { jsonrpc: "2.0", id: 0, method: "m", params: { _meta: { progressToken: "t" } }, extra: 1 },
      { jsonrpc: "2.0", method: "m" },
      { jsonrpc: "2.0", id: "x", result: {} },
      { jsonrpc: "2.0", error: { code: 1, message: "" } },
    ])
      expect(readMessage(message)).toEqual({ message, problem: undefined });
    const message = { jsonrpc: "2.0", id: 1, result: { a: null } };
    expect(readMessage(message).message).toBe(message);
  });

  it.each([
    [1, "is not an object"],
    [{ id: 1, result: {} }, 'does not have "2.0" as its jsonrpc'],
    [{ jsonrpc: "2.0", id: 1.5, method: "m" }, "has an id that is a number"],
    [{ jsonrpc: "2.0", id: 1, method: 2 }, "has a method that is a number and not text"],
    [
      { jsonrpc: "2.0", id: 1, method: "m", params: [] },
      "has a params that is a list and not an object",
    ],
    [{ jsonrpc: "2.0", id: {}, result: {} }, "has an id that is an object"],
    [
      { jsonrpc: "2.0", id: 1, error: { message: "" } },
      "has an error without a code that is an integer",
    ],
    [{ jsonrpc: "2.0", id: 1, error: { code: 1 } }, "has an error without a message"],
  ])("says what is wrong with %j", (message, problem) => {
    expect(readMessage(message).problem).toBe(problem);
  });
});
