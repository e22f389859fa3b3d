import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
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
import { connectAiSdk, StdioMCPTransport } from "../../examples/src/integrations/ai-sdk.js";
import { connectSdkV1 } from "../../examples/src/integrations/sdk-v1.js";
import { isNight } from "../night.js";
import { built, eventually, ownTemp, start } from "./built.js";

type AiSdkTransport = Parameters<typeof connectAiSdk>[1];
type ProtocolVersion = "2025-06-18" | "2025-11-25";

/** A host as its tests see it: what a tool says, or the error of the call. */
interface Host extends AsyncDisposable {
  call(name: string, args?: Record<string, unknown>): Promise<string>;
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
    const client = await connectSdkV1(inbox, transport);
    return {
      call: async (name, given) => textOf(await client.callTool({ name, arguments: given })),
      [Symbol.asyncDispose]: () => client.close(),
    };
  },
  "@ai-sdk/mcp": async (inbox, protocolVersion, args) => {
    const transport = offering<AiSdkTransport>(
      protocolVersion,
      new StdioMCPTransport(node(...args)),
    );
    const client = await connectAiSdk(inbox, transport);
    const tools = await client.tools();
    return {
      call: async (name, given = {}) => {
        return textOf(await tools[name]!.execute(given, { toolCallId: "1", messages: [] }));
      },
      [Symbol.asyncDispose]: () => client.close(),
    };
  },
};

const versions = ["2025-06-18", "2025-11-25"] as const;
const hosts = Object.keys(libraries).flatMap((library) =>
  versions.slice(isNight ? 0 : 1).map((protocolVersion) => ({ library, protocolVersion })),
);

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
  eventually(() => inbox.getSnapshot().showing.length === 0);

const GUEST = { name: "Ada", email: "ada@example.com" };
/** 2025-06-18 has no choice of several: midcall's servers ask option by option there. */
const DAYS = { "2025-06-18": { "days[sat]": true }, "2025-11-25": { days: ["sat"] } };

describe.each(hosts)(
  "the inbox in a host on $library, speaking $protocolVersion",
  ({ library, protocolVersion }) => {
    const connect = async (inbox: Inbox, ...args: string[]): Promise<Host> => {
      const host = await libraries[library]!(inbox, protocolVersion, args);
      opened.push(host);
      return host;
    };
    const guests = (inbox: Inbox, ...args: string[]): Promise<Host> =>
      connect(inbox, built("all.js"), ...args);
    /** One host for what leaves nothing behind in it. */
    let shared: Promise<{ inbox: Inbox; host: Host }> | undefined;
    const share = async (): Promise<{ inbox: Inbox; host: Host }> => {
      const { inbox } = hostInbox();
      return { inbox, host: await guests(inbox) };
    };

    it("shows a form as it was sent, keeps back what it does not allow, and sends what it does", async () => {
      const { inbox, host } = await (shared ??= share());
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
      const { inbox, host } = await (shared ??= share());
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
  },
);

it.each(["sdk-v1", "ai-sdk"])("the example %s runs by itself", async (name) => {
  using example = start(`integrations/${name}.js`, []);
  expect(await example.ended).toBe(0);
  expect(example.stdout()).toContain("Guests asks: Please register.");
  expect(example.stdout()).toContain("Ada comes on sat for 0 workshops.");
});
