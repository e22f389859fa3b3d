import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import * as fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import { scaled } from "../../../../../test/night.js";
import { turns } from "../virtual-time.js";
import { createSide, type Side } from "./both-ways.js";

/** In a session of 2025, a usual message takes a shorter way, and nobody can tell. */

const sdk = createSide({ direct: false, sessions: "local" });
const direct = createSide({ sessions: "local" });
afterAll(() => Promise.all([sdk, direct].map(({ handler }) => handler.close())));

const bySdk = vi.spyOn(WebStandardStreamableHTTPServerTransport.prototype, "handleRequest");

type Headers = Readonly<Record<string, string | undefined>>;

const USER = { token: "t", clientId: "host", scopes: ["some"], expiresAt: 9_999_999_999 };

const USUAL = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
};

function post(side: Side, body: unknown, headers: Headers): Promise<Response> {
  const sent = Object.entries({ ...USUAL, ...headers }).filter(([, value]) => value !== undefined);
  const init = { method: "POST", headers: sent as [string, string][], body: JSON.stringify(body) };
  return side.handler.fetch(new Request("http://127.0.0.1/mcp", init), { authInfo: USER });
}

/** Opens a session of each side. Returns what sends a message to it. */
async function open(
  side: Side,
  version: string,
): Promise<(body: unknown, headers?: Headers) => Promise<Response>> {
  const params = {
    protocolVersion: version,
    capabilities: { elicitation: version === "2025-11-25" ? { form: {}, url: {} } : {} },
    clientInfo: { name: "host", version: "1" },
  };
  const opened = await post(side, { jsonrpc: "2.0", id: 0, method: "initialize", params }, {});
  await opened.text();
  const session = {
    "mcp-session-id": opened.headers.get("mcp-session-id")!,
    "mcp-protocol-version": version,
  };
  const send = (body: unknown, headers: Headers = {}): Promise<Response> =>
    post(side, body, { ...session, ...headers });
  await send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return send;
}

const text = fc.constantFrom("a", "", "two words");
const call = fc.record({
  method: fc.constant("tools/call"),
  params: fc.record({
    name: fc.constantFrom(
      ...["plain", "throws", "refuses", "fails", "has_meta", "extra", "image", "no_content"],
      ...["nothing", "structured", "structured_wrong", "unstructured", "big", "notifies", "logs"],
      ...["reports", "through_server", "region", "scoped", "bare", "disabled", "unknown"],
      ...["ask", "ask", "ask", "confirm", "tells", "visit", "pushes"],
    ),
    arguments: fc.oneof(
      { weight: 4, arbitrary: fc.record({ topic: text }) },
      fc.constantFrom<unknown>(undefined, {}, { topic: 1 }, [], "text", null),
    ),
  }),
});
const other = fc.constantFrom(
  { method: "prompts/get", params: { name: "greet", arguments: { topic: "t" } } },
  { method: "prompts/get", params: { name: "unknown" } },
  { method: "resources/read", params: { uri: "note://one" } },
  { method: "resources/read", params: { uri: 1 } },
  { method: "tools/list", params: {} },
  { method: "ping", params: undefined },
  { method: "tools/call", params: undefined },
  { method: "tools/call", params: [] },
  { method: "unknown/method", params: {} },
);
const meta = fc.constantFrom<unknown>(
  ...[{ progressToken: 1 }, { progressToken: "t" }, { progressToken: 1.5 }],
  ...[{ progressToken: null }, { "a.b/c": 1, progressToken: 2 }, {}, "text", null],
  ...[{ "io.modelcontextprotocol/related-task": { taskId: "x" } }],
  ...[{ "io.modelcontextprotocol/related-task": 1 }],
);
const headers = fc.constantFrom<Headers>(
  ...[{ accept: undefined }, { accept: "application/json" }, { accept: "text/event-stream" }],
  ...[{ accept: "*/*" }, { "content-type": "application/json; charset=utf-8" }],
  ...[{ "mcp-protocol-version": undefined }, { "mcp-protocol-version": "2025-03-26" }],
  ...[{ "mcp-protocol-version": "2025-06-18" }, { "mcp-protocol-version": "1999-01-01" }],
);
/** Beside the usual, at most one thing that is not. */
const unusual = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  fc.record({ meta }),
  fc.record({ headers }),
  fc.record({ id: fc.constantFrom<unknown>(null, 1.5, {}, true, "") }),
  fc.record({ more: fc.constantFrom<object>({ jsonrpc: "1.0" }, { other: 1 }, { result: {} }) }),
);
const accepted = { action: "accept", content: { name: "Bob", value: "yes", confirm: true } };
const reply = fc.constantFrom<object>(
  ...[{ result: accepted }, { result: accepted }, { result: { action: "decline" } }],
  ...[{ result: { action: "cancel" } }, { result: { action: "accept", content: { name: "" } } }],
  ...[{ result: { ...accepted, _meta: { "a.b/c": 1 } } }, { result: { ...accepted, _meta: 1 } }],
  ...[{ result: {} }, { result: null }, { error: { code: -32_000, message: "No." } }],
  ...[{ error: { code: "x" } }, { result: accepted, error: { code: 1, message: "" } }, {}],
);
const step = fc.record({
  request: fc.oneof({ weight: 4, arbitrary: call }, other),
  unusual,
  isText: fc.boolean(),
  replies: fc.array(fc.record({ reply, headers: fc.option(headers, { freq: 6 }) }), {
    minLength: 4,
    maxLength: 4,
  }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What a client and the author see of one request, with the answers that the client gives. */
async function outcomeOf(
  side: Side,
  send: Awaited<ReturnType<typeof open>>,
  number: number,
  { request, unusual: odd, isText, replies }: Step,
): Promise<unknown[]> {
  const {
    meta: _meta,
    headers: given,
    id,
    more,
  } = odd as {
    readonly [name in "meta" | "id"]?: unknown;
  } & { readonly headers?: Headers; readonly more?: object };
  const { method, params } = request;
  const body = {
    jsonrpc: "2.0",
    id: "id" in odd ? id : isText ? `n${number}` : number,
    method,
    ...("meta" in odd ? { params: { ...params, _meta } } : { params }),
    ...more,
  };
  const response = await send(body, given);
  const seen: unknown[] = [response.status, headersOf(response)];
  if (response.headers.get("content-type") !== "text/event-stream")
    return [...seen, await response.text(), side.takeSeen()];
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let left = [...replies];
  for (;;) {
    const got = await Promise.race([reader.read(), turns(200)]);
    // The SDK drops a malformed answer to a request of its own, and waits on. What comes needs some turns, and no time.
    if (got === undefined) seen.push("still open");
    if (got === undefined || got.done) break;
    seen.push(got.value);
    const message = JSON.parse(/^data: (.*)$/m.exec(got.value)![1]!) as Record<string, unknown>;
    if (message["method"] === undefined || message["id"] === undefined) continue;
    const [next = { reply: { result: { action: "cancel" } }, headers: null }, ...rest] = left;
    left = rest;
    const answer = { jsonrpc: "2.0", id: message["id"], ...next.reply };
    const answered = await send(answer, next.headers ?? {});
    seen.push([answered.status, headersOf(answered), await answered.text()]);
    // One that was refused for its head is sent again.
    if (answered.status !== 202 && next.headers) await (await send(answer)).text();
  }
  reader.cancel().catch(() => {});
  return [...seen, side.takeSeen()];
}

/** Without the ids of sessions and links, which differ every time. */
function comparable(outcome: unknown): unknown {
  return JSON.parse(
    JSON.stringify(outcome).replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, "…"),
  );
}

function headersOf(response: Response): unknown {
  return [...response.headers].filter(([name]) => name !== "mcp-session-id");
}

describe("a message in a session of 2025", () => {
  it.each(["2025-06-18", "2025-11-25"])(
    "is answered as through the SDK's transport (%s)",
    async (version) => {
      bySdk.mockClear();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          const ways = [await open(sdk, version), await open(direct, version)] as const;
          sdk.takeSeen();
          direct.takeSeen();
          for (const [index, one] of steps.entries()) {
            const got = await outcomeOf(direct, ways[1], index + 1, one);
            const wanted = await outcomeOf(sdk, ways[0], index + 1, one);
            expect(comparable(got)).toEqual(comparable(wanted));
          }
        }),
        { numRuns: scaled(40, 1_000) },
      );
    },
  );

  it("does not pass the SDK's transport", async () => {
    const send = await open(direct, "2025-11-25");
    bySdk.mockClear();
    const params = { name: "ask", arguments: { topic: "t" } };
    const response = await send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { id } = JSON.parse(/^data: (.*)$/m.exec((await reader.read()).value!)![1]!) as {
      id: number;
    };
    expect((await send({ jsonrpc: "2.0", id, result: accepted })).status).toBe(202);
    expect((await reader.read()).value).toContain("t: Bob");
    expect((await reader.read()).done).toBe(true);
    expect(bySdk).not.toHaveBeenCalled();
  });
});
