import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import {
  accept,
  cancel,
  createInbox,
  decline,
  type Inbox,
  type InboxOptions,
  type OpenQuestion,
} from "midcall/client";
import { afterAll, describe, expect, it } from "vitest";
import {
  connectAiSdk,
  StdioMCPTransport,
  toolsOf,
} from "../../examples/src/integrations/ai-sdk.js";
import { hearing } from "../../examples/src/integrations/hearing.js";
import { callTool, connectSdkV1 } from "../../examples/src/integrations/sdk-v1.js";
import { built, eventually, ownTemp, start } from "./built.js";

type AiSdkTransport = Parameters<typeof connectAiSdk>[2];
type ProtocolVersion = "2025-06-18" | "2025-11-25";

/** A host as its tests see it: what a tool says, or the error of the call. */
interface Host extends AsyncDisposable {
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<string>;
}

const opened: Host[] = [];
afterAll(() => Promise.all(opened.map((host) => host[Symbol.asyncDispose]())));

/** Both libraries offer the newest protocol version they know; this has them offer another. */
function offering<T extends Transport | AiSdkTransport>(
  protocolVersion: ProtocolVersion,
  transport: T,
): T {
  const send = transport.send.bind(transport) as (...args: unknown[]) => Promise<void>;
  const offer = (message: { method?: string; params?: object }, ...rest: unknown[]) =>
    send(
      message.method === "initialize"
        ? { ...message, params: { ...message.params, protocolVersion: protocolVersion } }
        : message,
      ...rest,
    );
  return Object.assign(transport, { send: offer });
}

const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content.map(({ text }) => text).join("\n");

const node = (...args: string[]): { command: string; args: string[] } => ({
  command: process.execPath,
  args,
});

const libraries: Record<
  string,
  (inbox: Inbox, protocolVersion: ProtocolVersion, args: string[]) => Promise<Host>
> = {
  "@modelcontextprotocol/sdk 1.x": async (inbox, protocolVersion, args) => {
    const transport = offering(protocolVersion, new StdioClientTransport(node(...args)));
    const client = await connectSdkV1(inbox, "Guests", transport);
    return {
      call: async (name, given, signal) =>
        textOf(await callTool(client, inbox, "Guests", name, given, signal)),
      [Symbol.asyncDispose]: () => client.close(),
    };
  },
  "@ai-sdk/mcp": async (inbox, protocolVersion, args) => {
    const transport = offering<AiSdkTransport>(
      protocolVersion,
      new StdioMCPTransport(node(...args)),
    );
    const client = await connectAiSdk(inbox, "Guests", transport);
    const tools = await toolsOf(client, inbox, "Guests");
    return {
      call: async (name, given = {}, abortSignal) => {
        const options = { toolCallId: "1", messages: [], abortSignal };
        return textOf(await tools[name]!.execute(given, options));
      },
      [Symbol.asyncDispose]: () => client.close(),
    };
  },
};

const hosts = Object.keys(libraries).flatMap((library) =>
  (["2025-06-18", "2025-11-25"] as const).map((protocolVersion) => ({ library, protocolVersion })),
);

const OTHER_SERVER = fileURLToPath(new URL("./other-server.mjs", import.meta.url));

/** An inbox with a UI mounted, and a page opener that only notes. */
function hostInbox(options: InboxOptions = {}): { inbox: Inbox; pages: string[] } {
  const pages: string[] = [];
  const inbox = createInbox({ open: (url) => void pages.push(url), ...options });
  inbox.mount();
  return { inbox, pages };
}

/** The next question, once it is there. */
async function question(inbox: Inbox): Promise<OpenQuestion> {
  expect(await eventually(() => inbox.getSnapshot().showing.length > 0)).toBe(true);
  return inbox.getSnapshot().showing[0]!;
}

const nothingOpen = (inbox: Inbox): Promise<boolean> =>
  eventually(() => inbox.getSnapshot().showing.length === 0, 5_000);

const GUEST = { name: "Ada", email: "ada@example.com" };
/** 2025-06-18 has no choice of several: midcall's servers ask option by option there. */
const DAYS = { "2025-06-18": { "days[sat]": true }, "2025-11-25": { days: ["sat"] } };

describe.each(hosts)(
  "the inbox in a host on $library, speaking $era",
  ({ library, protocolVersion }) => {
    const connect = async (inbox: Inbox, ...args: string[]): Promise<Host> => {
      const host = await libraries[library]!(inbox, protocolVersion, args);
      opened.push(host);
      return host;
    };
    const guests = (inbox: Inbox, ...args: string[]): Promise<Host> =>
      connect(inbox, built("all.js"), ...args);

    it("shows a form as it was sent, keeps back what it does not allow, and sends what it does", async () => {
      const { inbox } = hostInbox();
      const host = await guests(inbox);
      const said = host.call("every_field");
      const shown = await question(inbox);
      expect(shown).toMatchObject({ server: "Guests", mode: "form", message: "Please register." });
      if (shown.mode !== "form") return;
      expect(shown.schema.fields.map(({ kind }) => kind)).not.toContain("unsupported");
      expect(
        inbox.respond(shown.id, accept({ ...GUEST, ...DAYS[protocolVersion], email: "ada" })),
      ).toMatchObject({
        ok: false,
        issues: [{ field: "email", code: "format" }],
      });
      expect(
        inbox.respond(shown.id, accept({ ...GUEST, ...DAYS[protocolVersion], children: 0.5 })),
      ).toMatchObject({
        ok: false,
      });
      expect(inbox.getSnapshot().showing).toHaveLength(1);
      const answer = { ...GUEST, children: 0, vegetarian: false, height: 1.7, size: "l" };
      expect(inbox.respond(shown.id, accept({ ...answer, ...DAYS[protocolVersion] }))).toEqual({
        ok: true,
      });
      const [summary, data] = (await said).split("\n");
      expect(summary).toBe("Ada comes on sat for 0 workshops.");
      expect(JSON.parse(data!)).toEqual({ ...answer, days: ["sat"] });
    });

    it.each([
      ["decline", decline("Not today.")],
      ["cancel", cancel()],
    ])("sends a %s as what it is", async (action, result) => {
      const { inbox } = hostInbox();
      const host = await guests(inbox);
      const said = host.call("every_field");
      inbox.respond((await question(inbox)).id, result);
      expect(await said).toBe(`Nobody was registered (${action}).`);
    });

    it("takes a question away when the server's time for it is over", async () => {
      const { inbox } = hostInbox();
      const host = await guests(inbox, "--timeout", "1");
      const said = host.call("every_field");
      await question(inbox);
      expect(await said).toBe("Nobody was registered (unanswered).");
      expect(await nothingOpen(inbox)).toBe(true);
    });

    it("takes a question away when the server withdraws it, and when the server is gone", async () => {
      const { inbox } = hostInbox();
      const host = await connect(inbox, OTHER_SERVER);
      const params = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };
      const said = host.call("ask", { params, withdrawAfterMs: 300 });
      await question(inbox);
      expect(await nothingOpen(inbox)).toBe(true);
      expect(await said).toMatch(/^error/);

      const lost = host.call("ask", { params }).catch(() => "lost");
      await question(inbox);
      await host[Symbol.asyncDispose]();
      expect(await nothingOpen(inbox)).toBe(true);
      expect(await lost).toBe("lost");
    });

    it("takes a question away when the host stops the call", async () => {
      const { inbox } = hostInbox();
      const host = await guests(inbox);
      const stop = new AbortController();
      const said = host.call("every_field", {}, stop.signal).catch(() => "stopped");
      await question(inbox);
      stop.abort();
      expect(await said).toBe("stopped");
      expect(await nothingOpen(inbox)).toBe(true);
    });

    it("lets the server wait for longer than a call without progress may take", async () => {
      const host = await connect(hostInbox().inbox, OTHER_SERVER);
      const { meta } = JSON.parse(await host.call("declared")) as { meta: object };
      expect(meta).toHaveProperty("progressToken");
    });

    it("declares what the inbox can do, and nothing where nobody can answer", async () => {
      const capability = async (inbox: Inbox): Promise<unknown> => {
        const host = await connect(inbox, OTHER_SERVER);
        return (JSON.parse(await host.call("declared")) as { capability?: unknown }).capability;
      };
      expect(await capability(hostInbox().inbox)).toEqual({ form: {}, url: {} });
      expect(await capability(hostInbox({ open: undefined }).inbox)).toEqual({ form: {} });
      expect(await capability(createInbox())).toBeUndefined();
    });

    it("does not open what it did not declare", async () => {
      const { inbox } = hostInbox({ open: undefined });
      const host = await connect(inbox, OTHER_SERVER);
      const url = { mode: "url", message: "Go.", url: "https://example.com", elicitationId: "1" };
      const said = await host.call("ask", { params: url });
      // The AI SDK has no way to answer with an error code of one's own; what nobody answered has this one.
      expect(said).toMatch(library === "@ai-sdk/mcp" ? /^error -32603/ : /^error -32602/);
      expect(inbox.getSnapshot().showing).toEqual([]);
    });

    it("opens a page after consent, where the protocol version has pages", async () => {
      using temp = ownTemp();
      const { inbox, pages } = hostInbox();
      const host = await guests(inbox, "--root", temp.path);
      const said = host.call("link_account", { service: "Mail" });
      if (protocolVersion === "2025-06-18") {
        expect(await said).toContain("this host has no way to offer one");
        return;
      }
      const shown = await question(inbox);
      expect(shown).toMatchObject({ mode: "url", link: { parts: { highlight: "127.0.0.1" } } });
      expect(pages).toEqual([]);
      expect(inbox.respond(shown.id, accept())).toEqual({ ok: true });
      expect(pages).toEqual([shown.mode === "url" && shown.link.url]);
      await fetch(pages[0]!, { method: "POST", body: new URLSearchParams({ account: "ada" }) });
      expect(await said).toBe("Your Mail account is linked.");
      expect(temp.left()).toEqual(["linked-account.json"]);
    });

    it("goes back to a call that was refused until a page is visited", async () => {
      const { inbox, pages } = hostInbox();
      const host = await connect(inbox, OTHER_SERVER);
      const said = host.call("private_data");
      const shown = await question(inbox);
      expect(shown).toMatchObject({ mode: "url", call: { name: "private_data" }, opened: false });
      inbox.respond(shown.id, accept());
      expect(pages).toEqual(["https://login.example.com/start"]);
      expect(inbox.getSnapshot().showing).toMatchObject([{ opened: true }]);
      await host.call("sign_in");
      expect(await said).toBe("private, after 2 calls");
      expect(inbox.getSnapshot().showing).toEqual([]);
    });

    it("leaves a refused call refused when the person does not want to visit the page", async () => {
      const { inbox, pages } = hostInbox();
      const host = await connect(inbox, OTHER_SERVER);
      const said = host.call("private_data").catch((error: { code?: number }) => error.code);
      inbox.respond((await question(inbox)).id, decline());
      expect(await said).toBe(-32042);
      expect(pages).toEqual([]);
    });
  },
);

/** Shapes real servers send, and what the typed handler of the SDK 1.x makes of each. */
const SHAPES: Record<string, { sent: object; typed: object | "refused"; kind: string }> = {
  pattern: {
    sent: { type: "string", pattern: "^[a-z]+$" },
    typed: { type: "string" },
    kind: "text",
  },
  uniqueItems: {
    sent: { type: "array", items: { type: "string", enum: ["a"] }, uniqueItems: true },
    typed: { type: "array", items: { type: "string", enum: ["a"] } },
    kind: "multi-select",
  },
  "a choice of numbers": {
    sent: { type: "integer", enum: [1, 2] },
    typed: { type: "integer" },
    kind: "select",
  },
  "titles with anyOf": {
    sent: { type: "string", anyOf: [{ const: "a", title: "A" }] },
    typed: { type: "string" },
    kind: "select",
  },
  "an unknown format": {
    sent: { type: "string", format: "uuid" },
    typed: "refused",
    kind: "text",
  },
  "oneOf in a multi-select": {
    sent: { type: "array", items: { oneOf: [{ const: "a", title: "A" }] } },
    typed: "refused",
    kind: "multi-select",
  },
  "a text or null": { sent: { type: ["string", "null"] }, typed: "refused", kind: "text" },
};

describe.each(Object.entries(SHAPES))("a form with %s", (_, { sent, typed, kind }) => {
  const requestedSchema = { type: "object", properties: { it: sent } };
  const ask = { name: "ask", arguments: { params: { message: "?", requestedSchema } } };

  it("comes through the typed handler of the SDK 1.x changed or not at all", async () => {
    const client = new Client(
      { name: "typed", version: "1" },
      { capabilities: { elicitation: {} } },
    );
    let seen: unknown;
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      seen = "requestedSchema" in params && params.requestedSchema.properties["it"];
      return { action: "cancel" };
    });
    await client.connect(new StdioClientTransport(node(OTHER_SERVER)));
    const said = textOf(await client.callTool(ask, CallToolResultSchema));
    await client.close();
    if (typed === "refused") expect(said).toMatch(/^error -32603/);
    else expect(seen).toEqual(typed);
  });

  it.each(Object.keys(libraries))("reaches the person in a host on %s", async (library) => {
    const { inbox } = hostInbox();
    await using host = await libraries[library]!(inbox, "2025-11-25", [OTHER_SERVER]);
    const said = host.call("ask", ask.arguments);
    const shown = await question(inbox);
    expect(shown.mode === "form" && shown.requestedSchema.properties["it"]).toEqual(sent);
    expect(shown.mode === "form" && shown.schema.fields).toMatchObject([{ kind }]);
    inbox.respond(shown.id, cancel());
    expect(await said).toBe('{"action":"cancel"}');
  });
});

it.each(["sdk-v1", "ai-sdk"])("the example %s runs by itself", async (name) => {
  using example = start(`integrations/${name}.js`, []);
  expect(await example.ended).toBe(0);
  expect(example.stdout()).toContain("Guests asks: Please register.");
  expect(example.stdout()).toContain("Ada comes on sat for 0 workshops.");
});

it("drops the result of a call the host has stopped, which the AI SDK would throw at its transport", async () => {
  const sent: object[] = [];
  const inner: AiSdkTransport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => void sent.push(message),
  };
  const { transport } = hearing(inner, () => {});
  const heard: unknown[] = [];
  transport.onmessage = (message) => void heard.push("id" in message && message.id);
  await transport.start();
  const stop = new AbortController();
  const call = { jsonrpc: "2.0", method: "tools/call", params: { name: "x" } } as const;
  await transport.send({ ...call, id: 1 }, { signal: stop.signal });
  await transport.send({ ...call, id: 2 });
  stop.abort();
  expect(sent.at(-1)).toMatchObject({
    method: "notifications/cancelled",
    params: { requestId: 1 },
  });
  for (const id of [1, 2]) inner.onmessage?.({ jsonrpc: "2.0", id, result: {} });
  expect(heard).toEqual([2]);
});
