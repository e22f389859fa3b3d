import { McpServer } from "@modelcontextprotocol/server";
import {
  createElicitation,
  type ElicitationContext,
  type ElicitationOptions,
} from "midcall/server";
import * as z from "zod";
import { SECRET } from "./lab.js";

/** One raw 2026-07-28 request, and who sends it. */
export interface RawCall {
  readonly method?: "tools/call" | "prompts/get" | "resources/read";
  readonly name?: string;
  readonly args?: Record<string, unknown>;
  readonly state?: unknown;
  readonly responses?: Record<string, unknown>;
  /** `null`: a token without a subject. */
  readonly sub?: string | null;
  readonly client?: string;
}

/** What came back, with the parts these tests look at picked out. */
export interface RawReply {
  readonly status: number;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly state?: string;
  readonly requests: Readonly<Record<string, { params: { message: string } }>>;
  /** The first text of a finished call. */
  readonly text?: string;
  readonly isError: boolean;
}

export interface StateLab {
  call(call: RawCall): Promise<RawReply>;
  /** Reasons the log gave for refusals, counted. */
  readonly refusals: Map<string, number>;
  /** Everything else the log was told. */
  readonly logged: string[];
  /** Times a handler has begun. */
  readonly runs: () => number;
  close(): Promise<void>;
}

/** The one answer to every state that is not accepted. */
export const REFUSED = JSON.stringify({
  code: -32602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
});

const PREFIX = "io.modelcontextprotocol/";
const envelope = {
  [`${PREFIX}protocolVersion`]: "2026-07-28",
  [`${PREFIX}clientInfo`]: { name: "raw", version: "1" },
  [`${PREFIX}clientCapabilities`]: {
    elicitation: { form: {} },
    experimental: { "midcall/deliberate": {} },
  },
};

/** A server with two tools, a prompt and a resource that all run the handler, spoken to in raw JSON without sockets. */
export function createStateLab(
  handler: (ctx: ElicitationContext, args: Record<string, unknown>) => Promise<string>,
  options: ElicitationOptions = {},
): StateLab {
  const refusals = new Map<string, number>();
  const logged: string[] = [];
  let runs = 0;
  const log = (message: string): void => {
    const reason = /Refused requestState: ([a-z-]+)\./.exec(message)?.[1];
    if (reason === undefined) logged.push(message);
    else refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
  };
  const elicitation = createElicitation({
    secret: SECRET,
    logger: { warn: log, error: log },
    ...options,
  });
  const run = async (
    ctx: ElicitationContext,
    args: Record<string, unknown> = {},
  ): Promise<string> => {
    runs += 1;
    return handler(ctx, args);
  };
  const inputSchema = z.looseObject({});
  const served = elicitation.createHandler(() => {
    const server = elicitation.attach(new McpServer({ name: "states", version: "1.0.0" }));
    const tool = elicitation.handler(
      async (args: Record<string, unknown>, ctx: ElicitationContext) => ({
        content: [{ type: "text" as const, text: await run(ctx, args) }],
      }),
    );
    server.registerTool("one", { inputSchema }, tool);
    server.registerTool("two", { inputSchema }, tool);
    server.registerPrompt(
      "one",
      { argsSchema: z.looseObject({}) },
      elicitation.handler(async (args: Record<string, unknown>, ctx: ElicitationContext) => ({
        messages: [
          { role: "user" as const, content: { type: "text" as const, text: await run(ctx, args) } },
        ],
      })),
    );
    server.registerResource(
      "one",
      "test://one",
      {},
      elicitation.handler(async (uri: URL, ctx: ElicitationContext) => ({
        contents: [{ uri: uri.href, text: await run(ctx) }],
      })),
    );
    return server;
  });

  return {
    refusals,
    logged,
    runs: () => runs,
    close: () => served.close(),
    async call({
      method = "tools/call",
      name = "one",
      args,
      state,
      responses,
      sub = "ann",
      client = "app",
    }) {
      const about =
        method === "resources/read" ? { uri: `test://${name}` } : { name, arguments: args ?? {} };
      const params = {
        ...about,
        _meta: envelope,
        ...(state !== undefined && { requestState: state }),
        ...(responses !== undefined && { inputResponses: responses }),
      };
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        "mcp-name": method === "resources/read" ? `test://${name}` : name,
      };
      const response = await served.fetch(
        new Request("http://localhost/mcp", { method: "POST", headers }),
        {
          parsedBody: { jsonrpc: "2.0", id: 1, method, params },
          authInfo: {
            token: "t",
            clientId: client,
            scopes: [],
            ...(sub !== null && { extra: { sub } }),
          },
        },
      );
      return read(response.status, await response.text());
    },
  };
}

interface Body {
  error?: RawReply["error"];
  result?: {
    requestState?: string;
    inputRequests?: RawReply["requests"];
    isError?: boolean;
    content?: { text?: string }[];
    messages?: { content: { text?: string } }[];
    contents?: { text?: string }[];
  };
}

function read(status: number, text: string): RawReply {
  const { error, result } = JSON.parse(
    text.startsWith("{") ? text : (text.split("data: ")[1] ?? "{}"),
  ) as Body;
  const said =
    result?.content?.[0]?.text ??
    result?.messages?.[0]?.content.text ??
    result?.contents?.[0]?.text;
  return {
    status,
    ...(error && { error }),
    ...(result?.requestState !== undefined && { state: result.requestState }),
    requests: result?.inputRequests ?? {},
    ...(said !== undefined && { text: said }),
    isError: result?.isError === true,
  };
}

/** A small seeded generator, so that a failure can be run again. */
export function createRandom(seed: number): (below: number) => number {
  let a = seed >>> 0;
  return (below) => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Runs `work` for 0 … count - 1, some at a time. */
export async function inBatches(
  count: number,
  work: (index: number) => Promise<void>,
  size = 32,
): Promise<void> {
  for (let from = 0; from < count; from += size) {
    const batch = Array.from({ length: Math.min(size, count - from) }, (_, n) => work(from + n));
    await Promise.all(batch);
  }
}

/** An open question: the state that came with it, the request it belongs to, and the answer that is taken. */
export interface OpenCall {
  readonly call: RawCall;
  readonly state: string;
  readonly responses: Record<string, unknown>;
}

/** Calls and stops at the first question. */
export async function open(
  lab: StateLab,
  call: RawCall,
  content: Record<string, unknown>,
): Promise<OpenCall> {
  const { state, requests, error } = await lab.call(call);
  if (state === undefined) throw new Error(`No question was asked: ${JSON.stringify(error)}`);
  const responses = Object.fromEntries(
    Object.keys(requests).map((key) => [key, { action: "accept", content }]),
  );
  return { call, state, responses };
}

/** Sends the untouched state back, as its owner; tells what the tool said. */
export async function untouched(
  lab: StateLab,
  { call, state, responses }: OpenCall,
): Promise<string | undefined> {
  return (await lab.call({ ...call, state, responses })).text;
}
