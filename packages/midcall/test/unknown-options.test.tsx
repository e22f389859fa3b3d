import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { createLocalIdentity, createOidcIdentity, createPages, serveLoopback } from "midcall/pages";
import { createAuditTrail, createJsonLinesSink, createMemorySink } from "midcall/audit";
import { createFileSink, verifyAuditFiles } from "midcall/audit/file";
import { createInbox, inspectUrl } from "midcall/client";
import { createForm, displayText } from "midcall/form";
import { attach as attachAiSdk } from "midcall/integrations/ai-sdk";
import { attach as attachLangChain } from "midcall/integrations/langchain";
import { attach as attachMastra } from "midcall/integrations/mastra";
import { attach as attachAgents } from "midcall/integrations/openai-agents";
import { attach as attachSdkV1 } from "midcall/integrations/sdk-v1";
import { openPage } from "midcall/open-page";
import { useMcp } from "midcall/react";
import { useElicitation } from "midcall/react/headless";
import { fromStandardSchema, parseRequestedSchema } from "midcall/schema";
import { createElicitation } from "midcall/server";
import { createElicitation as forFastMcp } from "midcall/server/fastmcp";
import { createElicitation as forMcpUse } from "midcall/server/mcp-use";
import { createElicitation as forSdkV1 } from "midcall/server/sdk-v1";
import { createMemoryStore } from "midcall/store";
import { storeContract } from "midcall/store/contract";
import { createPostgresStore, migrate } from "midcall/store/postgres";
import { createRedisStore } from "midcall/store/redis";
import { createSqliteStore, openSqliteStore } from "midcall/store/sqlite";
import { createTelemetry } from "midcall/telemetry";
import { askForm, mountTerminal } from "midcall/terminal";
import * as testing from "midcall/testing";
import { createVault } from "midcall/vault";
import { createLocalVault } from "midcall/vault/file";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createFakePages } from "./server/fake-pages.js";
import { said, SECRET, text, tryOut } from "./server/lab.js";
import { McpServer } from "@modelcontextprotocol/server";

const folder = mkdtempSync(join(tmpdir(), "midcall-options-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Calls a function of JavaScript, which has no types to stop it. */
type Call = (options: never) => unknown;

/** A function, an option of it, how to call it, and what it needs besides. */
type Row = readonly [name: string, option: string, call: Call, rest?: object];
const table = (rows: readonly Row[]): [string, string, Call, object][] =>
  rows.map(([name, option, call, rest = {}]) => [name, option, call, rest]);

const schema = { type: "object", properties: { city: { type: "string" } } } as const;
const store = createMemoryStore();
const vault = createVault({ store, secret: SECRET });
const pagesOptions = {
  baseUrl: "http://127.0.0.1:8123",
  secret: SECRET,
  store,
  vault,
  identify: createLocalIdentity(),
};
const pages = createPages(pagesOptions);
const link = { principal: "local", server: "lab", message: "Which?" };
const oauth = { issuer: "https://auth.example.com", clientId: "lab" };
const inbox = createInbox();
const client = (): never => new Client({ name: "lab", version: "1.0.0" }) as never;
const transport = (): never => ({ start() {}, send() {}, close() {} }) as never;
const Hook = ({ run }: { readonly run: () => void }): null => (run(), null);
const render = (run: () => void): string => renderToStaticMarkup(<Hook run={run} />);
const host = (): Promise<testing.TestHost> =>
  testing.createTestHost({
    protocolVersion: "2025-11-25",
    build: () => new McpServer({ name: "lab", version: "1.0.0" }),
    answers: [],
  });
const withHost = async (run: (host: testing.TestHost) => unknown): Promise<void> => {
  await using one = await host();
  await run(one);
};
const everything = (): boolean => true;

const functions: readonly Row[] = [
  ["./audit createAuditTrail", "maxPending", createAuditTrail, { sink: createMemorySink() }],
  ["./audit createJsonLinesSink", "write", createJsonLinesSink],
  ["./audit createMemorySink", "limit", createMemorySink],
  ["./audit/file createFileSink", "chain", createFileSink, { path: join(folder, "a") }],
  ["./audit/file verifyAuditFiles", "expect", (options) => verifyAuditFiles([], options)],
  ["./schema fromStandardSchema", "limits", (o) => fromStandardSchema(z.object({}), o)],
  ["./schema parseRequestedSchema", "unknown", (o) => parseRequestedSchema(schema, o)],
  ["./form createForm", "timeZoneOffset", (options) => createForm(schema, options)],
  ["./form displayText", "lines", (options) => displayText("a", options)],
  ["./client createInbox", "policy", createInbox],
  ["./client inspectUrl", "allowPrivate", (o) => inspectUrl("https://example.com", o)],
  [
    "./integrations/langchain attach",
    "loadMcpTools",
    (options) => attachLangChain(inbox, client(), options),
    { server: "lab" },
  ],
  [
    "./integrations/openai-agents attach",
    "transport",
    (options) => attachAgents(inbox, client(), options),
    { server: "lab" },
  ],
  [
    "./integrations/sdk-v1 attach",
    "startedBy",
    (options) => attachSdkV1(inbox, client(), options),
    { server: "lab" },
  ],
  [
    "./integrations/ai-sdk attach",
    "startedBy",
    (options) => attachAiSdk(inbox, transport(), options),
    { server: "lab" },
  ],
  [
    "./integrations/mastra attach",
    "startedBy",
    (options) => attachMastra(inbox, { mcpClientsById: new Map() } as never, options),
  ],
  ["./server createElicitation", "fallback", createElicitation],
  ["./server/sdk-v1 createElicitation", "autoDeclineMs", forSdkV1],
  ["./server/mcp-use createElicitation", "fallback", forMcpUse, { serverName: "lab" }],
  ["./server/fastmcp createElicitation", "principal", forFastMcp],
  ["./store createMemoryStore", "maxEntries", createMemoryStore],
  ["./store/contract storeContract", "callers", storeContract, { create: () => store }],
  ["./testing createTestHost", "answers", testing.createTestHost],
  ["./testing never", "returnsAfterMs", testing.never],
  ["./testing drop", "times", (options) => testing.drop(everything, options)],
  ["./testing delay", "times", (options) => testing.delay(everything, 1, options)],
  ["./testing duplicate", "times", (options) => testing.duplicate(everything, options)],
  ["./testing reorder", "chance", (options) => testing.reorder(everything, options)],
  ["./testing truncate", "chance", (options) => testing.truncate(everything, options)],
  ["./testing disconnect", "chance", (options) => testing.disconnect(everything, options)],
  ["./testing injectFaults", "seed", (o) => testing.injectFaults(transport(), [], o)],
  [
    "./testing assertAsked",
    "fields",
    (expected) => testing.assertAsked({ questions: [{} as never] }, expected),
  ],
  ["./react useMcp", "onElicitation", (o) => render(() => useMcp(o)), { url: "https://a.example" }],
  [
    "./react/headless useElicitation",
    "review",
    (o) => render(() => useElicitation({} as never, o)),
  ],
  ["./terminal askForm", "review", (options) => askForm(createForm(schema), options)],
  ["./terminal mountTerminal", "review", (options) => mountTerminal(inbox, options)],
  ["./vault createVault", "prefix", createVault, { store, secret: SECRET }],
  ["./vault/file createLocalVault", "directory", createLocalVault],
  ["./store/sqlite createSqliteStore", "synchronous", createSqliteStore],
  ["./store/sqlite openSqliteStore", "pollMs", (o) => openSqliteStore(join(folder, "s"), o)],
  ["./store/redis createRedisStore", "prefix", createRedisStore],
  ["./store/postgres createPostgresStore", "listen", createPostgresStore],
  [
    "./store/postgres migrate",
    "prefix",
    (options) => migrate({ query: async () => ({}) } as never, options),
  ],
  ["./telemetry createTelemetry", "tracer", createTelemetry],
  ["./open-page openPage", "title", (options) => openPage("https://a.example", options)],
  ["./pages createPages", "identify", createPages, pagesOptions],
  ["./pages createLocalIdentity", "principal", createLocalIdentity],
  ["./pages createOidcIdentity", "principal", createOidcIdentity, oauth],
  ["./pages serveLoopback", "identify", serveLoopback, { secret: SECRET, store, vault }],
];

/** Functions that are exported and take no options of midcall's. */
const WITHOUT_OPTIONS = [
  "./schema fromChoices getDefaults toProtocolVersion readSchema findSecretFields describeIssues validateContent",
  "./hosts trustedModes leavesOutFields isAnsweredByHost",
  "./client acceptWithDefaults applyDefaults getDefaults validate accept answerOrThrow cancel cannotAsk decline reject openWindow",
  "./client/domains registrableDomain",
  "./client/messages endMalformedMessages readMessage",
  "./client/server-name inspectServerName",
  "./integrations/claude-agent attach",
  "./testing accept after cancel cannotAsk decline hostError invalidThen rawResult syntheticDecline invalidContent validContent",
  "./testing isAnswer isQuestion assertAnswersUsedOnce assertDeclinedTruthfully assertNoLeftoverAnswers",
  "./testing forEachProtocolVersion formatTranscript",
  // Components: React ignores props that it does not know.
  "./react ElicitationDialog ElicitationForm ElicitationInbox ElicitationProvider ElicitationQuestion FormFields",
  "./react ServerRule HeldQuestionList OpenedLinks UrlConsent openWindow useElicitations useForm",
  "./terminal acquireInput",
  "./locales chooseLanguage",
  "./open-page hasScreen",
  "./open-page listenAtOwnAddress",
  "./open-page peerUser",
  "./open-page refuseOtherUsers",
  "./pages createCustomIdentity",
].flatMap((line) => {
  const [entry, ...names] = line.split(" ");
  return names.map((name) => `${entry} ${name}`);
});

const elicitation = createElicitation({ secret: SECRET });
const build = (): McpServer => elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
const handler = elicitation.createHandler(build);
const never = (): never => undefined as never;

/** Methods and options within options. */
const methods: readonly Row[] = [
  ["app of createElicitation", "confirm", (app) => createElicitation({ app })],
  ["limits of createElicitation", "rounds", (limits) => createElicitation({ limits })],
  [
    "hostOverrides[0]",
    "versions",
    (one) => createElicitation({ hostOverrides: [one] }),
    { name: "a", does: "cannot-show" },
  ],
  ["elicitation.handler", "task", (options) => elicitation.handler(never, options)],
  ["createHandler", "allowedOrigins", (options) => elicitation.createHandler(build, options)],
  ["drain", "timeoutMs", (options) => handler.drain(options)],
  ["elicitation.complete", "principal", (options) => elicitation.complete("a", options)],
  ["limits of createPages", "perLink", (limits) => createPages({ ...pagesOptions, limits })],
  [
    "providers.a of createPages",
    "clientAuth",
    (a) => createPages({ ...pagesOptions, providers: { a } }),
    oauth,
  ],
  ["pages.secretLink", "plain", (o) => pages.secretLink(o), { ...link, name: "a" }],
  ["pages.connectLink", "scopes", (o) => pages.connectLink(o), { ...link, provider: "a" }],
  ["pages.approvalLink", "endsThere", (o) => pages.approvalLink(o), link],
  ["pages.answerLink", "reason", (o) => pages.answerLink(o), { ...link, requestedSchema: schema }],
  ["pages.follow", "check", (options) => pages.follow("a", options)],
  ["the outcome of pages.complete", "status", (outcome) => pages.complete("a", outcome)],
  ["vault.put", "ttlMs", (o) => vault.put({ principal: "a", server: "b", name: "c" }, "secret", o)],
  ["policy of createInbox", "secrets", (policy) => createInbox({ policy })],
  ["urlSafety of createInbox", "allowPrivate", (urlSafety) => createInbox({ urlSafety })],
  ["inbox.attach", "maxRounds", (o) => inbox.attach(client(), o), { server: "lab" }],
  ["chain of createFileSink", "writer", (chain) => createFileSink({ path: "a", chain })],
  ["limits of a schema", "fields", (limits) => parseRequestedSchema(schema, { limits })],
  ["exitActions of askForm", "decline", (o) => askForm(createForm(schema), { exitActions: o })],
  ["the tools/call of a test host", "signal", (o) => withHost((one) => one.callTool("a", {}, o))],
  ["the prompts/get of a test host", "signal", (o) => withHost((one) => one.getPrompt("a", {}, o))],
  [
    "the resources/read of a test host",
    "signal",
    (o) => withHost((one) => one.readResource("a", o)),
  ],
];

/** What a method of `ctx` rejects with. */
const withCtx =
  (call: (ctx: Ctx, options: never) => unknown): Call =>
  async (options) => {
    let error: unknown;
    await tryOut(
      { protocolVersion: "2025-11-25" },
      async (ctx) => {
        try {
          await call(ctx, options);
        } catch (caught) {
          error = caught;
        }
      },
      [],
      { pages: createFakePages().pages },
    );
    throw error;
  };
type Ctx = Parameters<Parameters<typeof tryOut>[1]>[0];

const ofCtx: readonly Row[] = [
  ["ctx.elicit", "human", withCtx((ctx, o) => ctx.elicit("Which?", schema, o))],
  [
    "ctx.elicit",
    "completed",
    withCtx((ctx, o) => ctx.elicit("Go", new URL("https://a.example"), o)),
  ],
  ["ctx.confirm", "typed", withCtx((ctx, o) => ctx.confirm("Delete?", o))],
  ["ctx.secret", "renew", withCtx((ctx, o) => ctx.secret("stripe", o))],
  ["ctx.connect", "scopes", withCtx((ctx, o) => ctx.connect("github", o))],
  ["ctx.step", "onInterrupted", withCtx((ctx, o) => ctx.step("a", () => 1, o))],
];

/** What a call of JavaScript is refused with. */
async function refusal(call: Call, options: unknown): Promise<{ code?: string; message: string }> {
  try {
    await call(options as never);
  } catch (error) {
    return error as Error;
  }
  return { message: "It was accepted." };
}

const nameOf = (name: string): string => name.split(" ").at(-1)!;

describe("an option that does not exist is refused, with the nearest one", () => {
  it.each(table(functions))("%s", async (name, option, call, rest) => {
    const misspelt = option.slice(0, -1);
    const error = await refusal(call, { ...rest, [misspelt]: true });
    expect(error).toMatchObject({ code: "ERR_MIDCALL_OPTION" });
    expect(error.message).toContain(` has no option "${misspelt}". Did you mean ${option}?`);
    if (!name.endsWith("assertAsked")) expect(error.message).toContain(nameOf(name));
  });

  it.each(table([...methods, ...ofCtx]))("%s, %s", async (name, option, call, rest) => {
    const misspelt = option.slice(0, -1);
    expect(await refusal(call, { ...rest, [misspelt]: true })).toMatchObject({
      code: "ERR_MIDCALL_OPTION",
      message: `${name} has no option "${misspelt}". Did you mean ${option}?`,
    });
  });

  it.each([
    ["midcall/server/sdk-v1", forSdkV1()],
    ["midcall/server/mcp-use", forMcpUse({ serverName: "lab" })],
    ["midcall/server/fastmcp", forFastMcp()],
  ])("handler of %s, which has none", async (_, made) => {
    const withOptions = made.handler as (fn: unknown, options: unknown) => unknown;
    expect(await refusal((o) => withOptions(never, o), { task: true })).toMatchObject({
      message: 'elicitation.handler has no option "task". It has none.',
    });
  });

  it("names some where none is near", async () => {
    expect((await refusal(createElicitation, { colour: 1 })).message).toMatch(
      /^createElicitation has no option "colour"\. It has secret, principal, .*, …$/,
    );
  });

  it("takes one from a prototype for none", async () => {
    expect(await refusal(createElicitation, { toString: 1 })).toMatchObject({
      code: "ERR_MIDCALL_OPTION",
    });
  });
});

describe("options that are no object are refused", () => {
  it.each(table([...functions, ...methods, ...ofCtx]))("%s", async (name, _, call) => {
    // An expectation may be a text.
    const values = name.endsWith("assertAsked") ? [null, true] : [null, true, "typed", ["typed"]];
    for (const options of values)
      expect(await refusal(call, options)).toMatchObject({ code: "ERR_MIDCALL_OPTION" });
  });
});

describe("an option of another type is refused where it decides about consent or protection", () => {
  const cases: readonly (readonly [string, Call, object])[] = [
    ["pages: true", createElicitation, { pages: true }],
    ["pages of another kind", createElicitation, { pages: {} }],
    ["no store", createElicitation, { store: null }],
    ["no audit", createElicitation, { audit: false }],
    ["a principal that is a name", createElicitation, { principal: "alice" }],
    ["a time that is a text", createElicitation, { timeoutMs: "600" }],
    ["a way that is no list", createElicitation, { fallback: "native" }],
    ["development as a text", createElicitation, { development: "false" }],
    [
      "an override of another mode",
      createElicitation,
      { hostOverrides: [{ name: "a", does: "cannot-show", mode: "forms" }] },
    ],
    [
      "origins that are no list",
      (o) => elicitation.createHandler(build, o),
      { allowedOrigins: "" },
    ],
    ["hosts that are none", (o) => elicitation.createHandler(build, o), { allowedHosts: null }],
    [
      "sessions of another kind",
      (o) => elicitation.createHandler(build, o),
      { sessions: "Shared" },
    ],
    [
      "a body limit that is a text",
      (o) => elicitation.createHandler(build, o),
      { maxRequestBodySize: "1mb" },
    ],
    [
      "a body limit below one",
      (o) => elicitation.createHandler(build, o),
      { maxRequestBodySize: -1 },
    ],
    ["human: yes", withCtx((ctx, o) => ctx.elicit("Which?", schema, o)), { human: "yes" }],
    ["human: true", withCtx((ctx, o) => ctx.elicit("Which?", schema, o)), { human: true }],
    [
      "unsolicited as a text",
      withCtx((ctx, o) => ctx.elicit("Which?", schema, o)),
      { key: "a", unsolicited: "no" },
    ],
    [
      "allowSensitive: true",
      withCtx((ctx, o) => ctx.elicit("Which?", schema, o)),
      { allowSensitive: true },
    ],
    [
      "a time of a question that is a text",
      withCtx((ctx, o) => ctx.confirm("Which?", o)),
      { timeoutMs: "600" },
    ],
    [
      "completed: true",
      withCtx((ctx, o) => ctx.elicit("Go", "https://a.example", o)),
      { completed: true },
    ],
    ["check: true", withCtx((ctx, o) => ctx.secret("a", o)), { check: true }],
    ["renew as a text", withCtx((ctx, o) => ctx.connect("a", o)), { renew: "false" }],
    ["scopes in one text", withCtx((ctx, o) => ctx.connect("a", o)), { scopes: "repo user" }],
    ["prefer of another kind", withCtx((ctx, o) => ctx.secret("a", o)), { prefer: "errors" }],
    [
      "onInterrupted of another kind",
      withCtx((ctx, o) => ctx.step("a", () => 1, o)),
      { onInterrupted: "run" },
    ],
    ["writes as a text", withCtx((ctx, o) => ctx.step("a", () => 1, o)), { writes: "yes" }],
    ["a secret's way to be sent", createOidcIdentity, { ...oauth, clientAuth: "posts" }],
    ["an end that does not exist", (o) => pages.complete("a", o), { status: "approved" }],
    ["no end", (o) => pages.complete("a", o), {}],
    ["endsThere: false", (o) => pages.approvalLink(o), { ...link, endsThere: false }],
    ["a policy of another rule", createInbox, { policy: { rule: "asks" } }],
    ["a callback that is none", createInbox, { onElicitation: true }],
    ["a storage that cannot save", createInbox, { persistence: { load() {} } }],
    ["an audit of a host that is none", createInbox, { audit: {} }],
    ["domains that are loaded already", createInbox, { urlSafety: { domains: Promise.resolve() } }],
    ["tasks as a text", (o) => inbox.attach(client(), o), { server: "lab", tasks: "no" }],
    ["a review of another kind", (o) => mountTerminal(inbox, o), { review: "allways" }],
    [
      "a review of another kind, asked",
      (o) => askForm(createForm(schema), o),
      { review: "allways" },
    ],
    [
      "a review of another kind, in React",
      (o) => render(() => useElicitation({} as never, o)),
      { review: "allways" },
    ],
    ["a chain: true", createFileSink, { path: "a", chain: true }],
    ["a chain that is null", createFileSink, { path: "a", chain: null }],
    ["entries to expect that are no list", (o) => verifyAuditFiles([], o), { expect: {} }],
  ];
  it.each(cases)("%s", async (_, call, options) => {
    expect(await refusal(call, options)).toMatchObject({ code: "ERR_MIDCALL_OPTION" });
  });

  it.each(["whenUnavailable", "fallback", "key", "maxAttempts"])(
    "%s of a question",
    async (name) => {
      const call = withCtx((ctx, o) => ctx.elicit("Which?", schema, o));
      expect(await refusal(call, { [name]: "" })).toMatchObject({ code: "ERR_MIDCALL_QUESTION" });
    },
  );

  it("typed: true asks nobody", async () => {
    const call = withCtx((ctx, o) => ctx.confirm("Delete?", o));
    expect(await refusal(call, { typed: true })).toMatchObject({ code: "ERR_MIDCALL_QUESTION" });
  });

  it("names no value that may be a secret", async () => {
    const error = await refusal(createOidcIdentity, { ...oauth, timeoutMs: "hunter2" });
    expect(error.message).toBe("timeoutMs of createOidcIdentity must be a number, not a string.");
  });
});

describe("ctx.canElicit", () => {
  it.each(["forms", "Form", "link", undefined, true])("refuses %s", async (mode) => {
    const error = await refusal(
      withCtx((ctx) => ctx.canElicit(mode as never)),
      undefined,
    );
    expect(error).toMatchObject({ code: "ERR_MIDCALL_OPTION" });
    expect(error.message).toContain('takes "form" or "url"');
  });
});

it("a misspelt option of ctx.confirm ends the call before anything is deleted", async () => {
  let deleted = false;
  const result = await tryOut(
    { protocolVersion: "2026-07-28" },
    async (ctx) => {
      if (await ctx.confirm("Delete?", { type: "delete" } as never)) deleted = true;
      return said(text("Done."));
    },
    [],
  );
  expect(result).toBe('error: ctx.confirm has no option "type". Did you mean typed?');
  expect(deleted).toBe(false);
});

it("this list has every exported function", async () => {
  const manifest = new URL("../package.json", import.meta.url);
  const { exports } = JSON.parse(readFileSync(manifest, "utf8")) as {
    exports: Record<string, { types?: string; default: string }>;
  };
  const exported: string[] = [];
  for (const [entry, target] of Object.entries(exports)) {
    if (target.types === undefined || entry.endsWith(".css")) continue;
    const source = target.default.replace("./dist/", "../src/").replace(/\.js$/, ".ts");
    const module = (await import(source)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === "function" && !String(value).startsWith("class"))
        exported.push(`${entry} ${name}`);
    }
  }
  const listed = [...functions.map(([name]) => name), ...WITHOUT_OPTIONS];
  expect(exported.sort()).toEqual(listed.sort());
});
