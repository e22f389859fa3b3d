/** Requests of 2026-07-28, as hosts send them and as they must not. */
import * as fc from "fast-check";

/** A request before it is sent. */
export interface Sent {
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  readonly auth: "none" | "user" | "other";
  /** Replaced in the body by a state that the server has sealed for the name and arguments of the request. */
  readonly state: "none" | "sealed" | "tampered" | "foreign" | "of another call";
  readonly call: { readonly name: string; readonly arguments: unknown };
}

export const STATE = "STATE-TO-REPLACE";
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CLIENT = "io.modelcontextprotocol/clientInfo";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

const TOOLS = [
  ..."plain throws refuses fails has_meta extra image annotated wrong_content sparse_content no_content".split(
    " ",
  ),
  ..."nothing class structured structured_wrong structured_list unstructured big notifies logs reports".split(
    " ",
  ),
  ..."through_server pushes region scoped asks_by_hand disabled bare ask confirm visit tells".split(
    " ",
  ),
  ..."unknown __proto__ constructor toString =?base64?cGxhaW4=?=".split(" "),
];
/** Asked for more often, because there is more in them. */
const ASKING = ["ask", "ask", "ask", "confirm", "visit"];

const args = fc.oneof(
  { weight: 12, arbitrary: fc.record({ topic: fc.string({ maxLength: 8 }), count: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.constant({ topic: "t" }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      ...[{}, { topic: 1 }, { topic: "t", count: -1 }, { topic: "t".repeat(30) }, undefined],
      ...[{ topic: "t", inner: { list: [1, { __proto__: 2 }], other: null } }, null, [], "t", 5],
      ...[{ region: "eu" }, { topic: "t", constructor: 1 }, { topic: "t", extra: true }],
      JSON.parse('{"topic":"t","__proto__":{"count":7}}'),
      JSON.parse('{"topic":"t","inner":{"list":[],"__proto__":{"x":1}}}'),
    ),
  },
);

const answer = fc.constantFrom<unknown>(
  ...[
    { action: "accept", content: { name: "Ada" } },
    { action: "accept", content: { name: "A" } },
  ],
  ...[
    { action: "decline" },
    { action: "cancel" },
    { action: "accept", content: { confirm: true } },
  ],
  ...[
    { action: "accept", content: {} },
    { action: "accept" },
    { action: "maybe" },
    {},
    "accept",
    null,
  ],
  ...[
    { method: "x" },
    { result: { action: "accept" } },
    { action: "accept", content: { value: "yes" } },
  ],
);

/** Whether, as the first, a request is left as it should be. */
const mostly = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** What a change returns that was made in the value it got. */
const IN_PLACE = Symbol("in place");
const inPlace =
  <T>(change: (value: T) => void) =>
  (value: T): typeof IN_PLACE => {
    change(value);
    return IN_PLACE;
  };

const META_CHANGES: readonly ((meta: Record<string, unknown>) => unknown)[] = [
  inPlace((meta: Record<string, unknown>) => delete meta[VERSION]),
  inPlace((meta: Record<string, unknown>) => delete meta[CLIENT]),
  inPlace((meta: Record<string, unknown>) => delete meta[CAPABILITIES]),
  ...["2025-11-25", "2027-01-01", "", 5, null].map((version) =>
    inPlace((meta: Record<string, unknown>) => (meta[VERSION] = version)),
  ),
  ...[
    {},
    { name: "n" },
    "n",
    null,
    { name: "n", version: "1", title: "t", icons: [{ src: "x" }] },
  ].map((client) => inPlace((meta: Record<string, unknown>) => (meta[CLIENT] = client))),
  ...[
    ...[
      {},
      { elicitation: {} },
      { elicitation: { url: {} } },
      { elicitation: { form: {}, url: {} } },
    ],
    ...[
      { elicitation: 1 },
      null,
      [],
      { other: {} },
      { elicitation: { form: null } },
      { sampling: {} },
    ],
    { extensions: { "a/b": {} }, experimental: { x: { y: null } } },
  ].map((capabilities) =>
    inPlace((meta: Record<string, unknown>) => (meta[CAPABILITIES] = capabilities)),
  ),
  inPlace((meta: Record<string, unknown>) => (meta["progressToken"] = 7)),
  inPlace((meta: Record<string, unknown>) => (meta["progressToken"] = { a: 1 })),
  inPlace((meta: Record<string, unknown>) => (meta["io.modelcontextprotocol/logLevel"] = "debug")),
  inPlace((meta: Record<string, unknown>) => (meta["io.modelcontextprotocol/logLevel"] = "loud")),
  inPlace(
    (meta: Record<string, unknown>) =>
      (meta["traceparent"] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
  ),
  inPlace((meta: Record<string, unknown>) =>
    Object.defineProperty(meta, "__proto__", { value: { a: 1 }, enumerable: true }),
  ),
  () => null,
  () => [],
  () => "meta",
  () => undefined,
];

const PARAMS_CHANGES: readonly ((params: Record<string, unknown>) => unknown)[] = [
  inPlace((params: Record<string, unknown>) => (params["inputResponses"] = null)),
  inPlace((params: Record<string, unknown>) => (params["inputResponses"] = [])),
  inPlace(
    (params: Record<string, unknown>) =>
      (params["inputResponses"] = JSON.parse('{"__proto__":{"action":"accept"}}')),
  ),
  inPlace((params: Record<string, unknown>) => (params["requestState"] = 5)),
  inPlace((params: Record<string, unknown>) => (params["requestState"] = "")),
  inPlace((params: Record<string, unknown>) => (params["name"] = 5)),
  inPlace((params: Record<string, unknown>) => delete params["name"]),
  inPlace((params: Record<string, unknown>) => (params["task"] = { ttl: 5 })),
  inPlace((params: Record<string, unknown>) => (params["uri"] = "note://one")),
  inPlace((params: Record<string, unknown>) => (params["extra"] = 1)),
  () => undefined,
  () => [],
  () => "params",
];

const MESSAGE_CHANGES: readonly ((message: Record<string, unknown>) => unknown)[] = [
  inPlace((message: Record<string, unknown>) => (message["jsonrpc"] = "1.0")),
  inPlace((message: Record<string, unknown>) => delete message["jsonrpc"]),
  ...[null, 1.5, "", "id", -1, 2 ** 60, {}, true].map((id) =>
    inPlace((message: Record<string, unknown>) => (message["id"] = id)),
  ),
  inPlace((message: Record<string, unknown>) => delete message["id"]),
  inPlace((message: Record<string, unknown>) => delete message["method"]),
  inPlace((message: Record<string, unknown>) => (message["result"] = {})),
  inPlace((message: Record<string, unknown>) => (message["extra"] = 1)),
  (message) => [message],
  (message) => [message, message],
  () => [],
  () => null,
  () => "text",
  (message) => ({ jsonrpc: "2.0", id: message["id"], result: {} }),
];

const TEXT_CHANGES: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  () => "",
  (text) => `\ufeff${text}`,
  (text) => ` ${text}\n`,
  (text) => text.replace('"name":', '"name":"unknown","name":'),
  (text) => text.replace('"jsonrpc"', '"id":99,"jsonrpc"'),
  (text) => `${text.slice(0, -1)},"id":77}`,
  (text) => text.replace('"topic":', `"padding":"${"x".repeat(25_000)}","topic":`),
  (text) => text.replace('"count":', '"count":1e999,"c":'),
  (text) => text.replace("{}", '{"x":1e999}'),
];

const HEADER_CHANGES: readonly ((headers: [string, string][]) => [string, string][])[] = [
  ...["mcp-protocol-version", "mcp-method", "mcp-name", "content-type", "accept"].flatMap(
    (name) => [
      (headers: [string, string][]) => headers.filter(([other]) => other !== name),
      (headers: [string, string][]) =>
        headers.map(([n, v]): [string, string] => [n, n === name ? "other" : v]),
      (headers: [string, string][]) => [...headers, ...headers.filter(([other]) => other === name)],
    ],
  ),
  (headers) => headers.map(([n, v]) => [n, n === "mcp-protocol-version" ? "2025-11-25" : v]),
  (headers) => headers.map(([n, v]) => [n, n === "mcp-name" ? `=?base64?${btoa("plain")}?=` : v]),
  (headers) => headers.map(([n, v]) => [n, n === "content-type" ? `${v}; charset=utf-8` : v]),
  (headers) => headers.map(([n, v]) => [n, n === "content-type" ? "application/jsonp" : v]),
  (headers) => headers.map(([n, v]) => [n, n === "content-type" ? "Application/JSON" : v]),
  (headers) => headers.map(([n, v]) => [n, n === "accept" ? "application/json" : v]),
  (headers) => [...headers, ["mcp-session-id", "abc"]],
  (headers) => [...headers, ["mcp-param-region", "eu"]],
  (headers) => [...headers, ["mcp-param-region", "us"]],
  (headers) => [...headers, ["origin", "http://evil.example"]],
  (headers) => [...headers, ["origin", "http://localhost:5000"]],
  (headers) => [...headers, ["authorization", "Bearer x"]],
];

const pick = <T>(from: readonly T[]): fc.Arbitrary<T | undefined> =>
  mostly(fc.constantFrom(...from));

/** Requests with nothing, one thing or several things wrong in them. */
export const requests: fc.Arbitrary<Sent> = fc
  .record({
    http: fc.oneof(
      { weight: 20, arbitrary: fc.constant("POST") },
      fc.constantFrom("GET", "PUT", "DELETE"),
    ),
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant("tools/call") },
      { weight: 3, arbitrary: fc.constant("prompts/get") },
      { weight: 3, arbitrary: fc.constant("resources/read") },
      fc.constantFrom(
        "tools/list",
        "server/discover",
        "ping",
        "unknown",
        "initialize",
        "logging/setLevel",
      ),
    ),
    tool: fc.oneof(fc.constantFrom(...TOOLS), fc.constantFrom(...ASKING)),
    prompt: fc.constantFrom("greet", "say", "unknown", "__proto__"),
    uri: fc.constantFrom("note://one", "note://kept", "any://x", "note://unknown", "no uri"),
    args,
    answers: mostly(fc.dictionary(fc.constantFrom("KEY", "other"), answer, { maxKeys: 2 })),
    state: fc.oneof(
      { weight: 8, arbitrary: fc.constant("none" as const) },
      { weight: 5, arbitrary: fc.constant("sealed" as const) },
      fc.constantFrom("tampered", "foreign", "of another call"),
    ) as fc.Arbitrary<Sent["state"]>,
    auth: fc.constantFrom("none", "user", "user", "other") as fc.Arbitrary<Sent["auth"]>,
    id: fc.oneof(fc.nat(99), fc.string({ maxLength: 4 })),
    meta: pick(META_CHANGES),
    params: pick(PARAMS_CHANGES),
    message: pick(MESSAGE_CHANGES),
    text: pick(TEXT_CHANGES),
    headers: pick(HEADER_CHANGES),
  })
  .map((made) => {
    const { method, auth } = made;
    const meta: Record<string, unknown> = {
      [VERSION]: "2026-07-28",
      [CLIENT]: { name: "host", version: "1" },
      [CAPABILITIES]: { elicitation: { form: {}, url: {} } },
    };
    const changedMeta = made.meta === undefined ? meta : changed(meta, made.meta);
    const name = method === "prompts/get" ? made.prompt : made.tool;
    const own =
      method === "resources/read"
        ? { uri: made.uri }
        : { name, ...(made.args !== undefined && { arguments: argumentsFor(method, made.args) }) };
    const hasState = made.state !== "none";
    const params: Record<string, unknown> = {
      ...own,
      ...((hasState || made.answers) && { inputResponses: made.answers ?? {} }),
      ...(hasState && { requestState: STATE }),
      ...(changedMeta !== undefined && { _meta: changedMeta }),
    };
    const message = {
      jsonrpc: "2.0",
      id: made.id,
      method,
      params: made.params === undefined ? params : changed(params, made.params),
    };
    const json = JSON.stringify(
      made.message === undefined ? message : changed(message, made.message),
    );
    const headers: [string, string][] = [
      ["content-type", "application/json"],
      ["accept", "application/json, text/event-stream"],
      ["mcp-protocol-version", "2026-07-28"],
      ["mcp-method", method],
      ["mcp-name", method === "resources/read" ? made.uri : name],
    ];
    return {
      method: made.http,
      headers: made.headers?.(headers) ?? headers,
      body: made.http === "GET" ? undefined : (made.text?.(json) ?? json),
      auth,
      state: made.state,
      call: { name: method === "tools/call" ? name : "", arguments: made.args },
    };
  });

/** Prompts take strings alone. */
function argumentsFor(method: string, given: unknown): unknown {
  return method === "prompts/get" && typeof given === "object" && given !== null && "count" in given
    ? { topic: "t" }
    : given;
}

/** A change is made in place, or gives something else. */
function changed<T extends object>(value: T, change: (value: T) => unknown): unknown {
  const result = change(value);
  return result === IN_PLACE ? value : result;
}
