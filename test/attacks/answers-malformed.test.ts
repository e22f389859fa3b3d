import { PassThrough } from "node:stream";
import { InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { ElicitationContext } from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { afterEach, describe, expect, it } from "vitest";
import { createLab, type Lab } from "../../packages/midcall/test/server/lab.js";
import { tally } from "./tally.js";

/** A 2025 host answers a question with what is no JSON-RPC response: the question ends at once. */

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: { readonly content?: readonly { readonly text: string }[] };
}

/** One host, speaking by hand. */
interface Wire {
  send(message: object): Promise<void>;
  /** The next message of the server's. */
  next(): Promise<Message>;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function queue(): { push: (message: Message) => void; next: () => Promise<Message> } {
  const waiting: ((message: Message) => void)[] = [];
  const come: Message[] = [];
  return {
    push: (message) => {
      const first = waiting.shift();
      if (first === undefined) come.push(message);
      else first(message);
    },
    next: () => {
      const first = come.shift();
      return first === undefined
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(first);
    },
  };
}

function pipes(open: (transport: StdioServerTransport, lab: Lab) => unknown) {
  return (lab: Lab): Wire => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { push, next } = queue();
    let rest = "";
    output.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) push(JSON.parse(line) as Message);
    });
    void open(new StdioServerTransport(input, output), lab);
    closing.push(() => input.end());
    return {
      next,
      send: async (message) => void input.write(`${JSON.stringify(message)}\n`),
    };
  };
}

function memory(lab: Lab): Wire {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const { push, next } = queue();
  here.onmessage = (message) => push(message as Message);
  void lab.build().connect(there);
  closing.push(() => here.close());
  return { next, send: (message) => here.send(message as JSONRPCMessage) };
}

function http(lab: Lab, sessions: "local" | "shared" = "local"): Wire {
  const handler = lab.elicitation.createHandler(lab.build, { sessions });
  const { push, next } = queue();
  let session: string | undefined;
  closing.push(() => handler.close());
  const read = async (response: Response): Promise<void> => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines)
        if (line.startsWith("data: {")) push(JSON.parse(line.slice(6)) as Message);
    }
  };
  return {
    next,
    async send(message) {
      const response = await handler.fetch(
        new Request("http://localhost/mcp", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...(session !== undefined && { "mcp-session-id": session }),
          },
          body: JSON.stringify(message),
        }),
      );
      session ??= response.headers.get("mcp-session-id") ?? undefined;
      void read(response);
    },
  };
}

type Open = (lab: Lab) => Wire;

const wires: readonly (readonly [string, Open, (() => Store) | undefined])[] = [
  ["stdio", pipes((transport, lab) => serveStdio(lab.build, { transport })), undefined],
  [
    "stdio, connected by hand",
    pipes((transport, lab) => lab.build().connect(transport)),
    undefined,
  ],
  ["a transport that checks nothing", memory, undefined],
  ["HTTP", (lab) => http(lab), undefined],
  ["HTTP, in sessions that are shared", (lab) => http(lab, "shared"), createMemoryStore],
];

async function start(open: (lab: Lab) => Wire, lab: Lab, protocolVersion: string): Promise<Wire> {
  const wire = open(lab);
  const capabilities = { elicitation: {} };
  const clientInfo = { name: "by hand", version: "1" };
  const params = { protocolVersion: protocolVersion, capabilities, clientInfo };
  await wire.send({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  await wire.next();
  await wire.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  await wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "run" } });
  return wire;
}

/** Two minutes for an answer: a test that passes has not waited for it. */
const lab = (handler: (ctx: ElicitationContext) => unknown, store?: () => Store): Lab =>
  createLab(handler, { timeoutMs: 120_000, ...(store && { store: store() }) });

const said = (message: Message): unknown => JSON.parse(message.result!.content![0]!.text);

const malformed = [
  ["null", { result: null }],
  ["a text", { result: "accept" }],
  ["a list", { result: [{ action: "accept", content: { value: "yes" } }] }],
  ["a number", { result: 1 }],
  ["true", { result: true }],
  ["nothing", {}],
  ["an error that is a text", { error: "no" }],
  ["an error without a code", { error: { message: "no" } }],
  ["a result and an error", { result: {}, error: { code: 1, message: "no" } }],
] as const;

describe.each(["2025-06-18", "2025-11-25"])("a host of %s", (protocolVersion) => {
  describe.each(wires)("over %s", (_, open, store) => {
    it.each(malformed)("whose response is %s ends the question at once", async (_, body) => {
      const wire = await start(
        open,
        lab((ctx) => ctx.elicit("Go?", ["yes"]), store),
        protocolVersion,
      );
      const { id, method } = await wire.next();
      expect(method).toBe("elicitation/create");
      await wire.send({ jsonrpc: "2.0", id, ...body });
      expect(said(await wire.next())).toMatchObject({
        action: "unanswered",
        reason: "invalid",
        error: { code: -32600, message: expect.stringMatching(/malformed/) as string },
      });
      tally("malformed responses", 1);
    });

    it("whose response to one of two questions is malformed keeps the answer to the other", async () => {
      const wire = await start(
        open,
        lab((ctx) => Promise.all([ctx.elicit("One?", ["a"]), ctx.elicit("Two?", ["b"])]), store),
        protocolVersion,
      );
      const [one, two] = [await wire.next(), await wire.next()];
      await wire.send({ jsonrpc: "2.0", id: one.id, result: null });
      const result = { action: "accept", content: { value: "b" } };
      await wire.send({ jsonrpc: "2.0", id: two.id, result });
      expect(said(await wire.next())).toMatchObject([
        { action: "unanswered", reason: "invalid" },
        { action: "accept", data: "b" },
      ]);
      tally("malformed responses", 1);
    });

    it("that sends other rubbish keeps its question", async () => {
      const wire = await start(
        open,
        lab((ctx) => ctx.elicit("Go?", ["yes"]), store),
        protocolVersion,
      );
      const { id } = await wire.next();
      // No responses: a request and a notification that are malformed, and no message at all.
      for (const message of [
        { jsonrpc: "2.0", id: 7, method: "tools/call", params: 5 },
        { jsonrpc: "2.0", method: "notifications/progress", params: [] },
        { jsonrpc: "1.0", id: 8, method: "ping" },
        {},
      ])
        await wire.send(message);
      const result = { action: "accept", content: { value: "yes" } };
      await wire.send({ jsonrpc: "2.0", id, result });
      let message = await wire.next();
      while (message.id !== 1) message = await wire.next();
      expect(said(message)).toMatchObject({ action: "accept", data: "yes" });
    });
  });
});
