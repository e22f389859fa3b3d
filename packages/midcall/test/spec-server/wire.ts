import { type AuthInfo, McpServer } from "@modelcontextprotocol/server";
import {
  createElicitation,
  type ElicitationContext,
  type ElicitationOptions,
  type HttpHandler,
} from "midcall/server";
import type { TestHost } from "midcall/testing";
import { vi } from "vitest";
import { createLog, type Log, SECRET, text } from "../server/lab.js";

/** The verified token of a person, as an authentication layer in front of the server passes it on. */
export function tokenOf(sub: string, clientId = "one client"): AuthInfo {
  return { token: `token of ${sub}`, clientId, scopes: [], extra: { sub } };
}

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What came back over HTTP for one request, message by message. */
export interface Reply {
  readonly status: number;
  readonly messages: readonly Message[];
  readonly result: Record<string, unknown> | undefined;
  readonly error: Message["error"];
  /** The sealed state of an interim result. */
  readonly state: string | undefined;
  /** Keys of the questions in an interim result. */
  readonly keys: readonly string[];
  /** The questions in an interim result, by key. */
  readonly asked: Readonly<Record<string, { method: string; params: Record<string, unknown> }>>;
  /** What a tool said. */
  readonly said: string | undefined;
}

/** One request of protocol version 2026-07-28 in the rough. */
export interface RawCall {
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly state?: unknown;
  readonly responses?: unknown;
  readonly elicitation?: Record<string, unknown> | null;
  readonly client?: string;
  readonly meta?: Record<string, unknown>;
  readonly auth?: AuthInfo | undefined;
}

export const FULL = { form: {}, url: {} };

/** Sends one 2026-07-28 request by hand and reads everything that comes back. */
export async function call(handler: Pick<HttpHandler, "fetch">, raw: RawCall = {}): Promise<Reply> {
  const {
    method = "tools/call",
    elicitation = FULL,
    client = "raw",
    meta,
    auth,
    state,
    responses,
  } = raw;
  const params: Record<string, unknown> = {
    ...(raw.params ?? (method === "tools/call" ? { name: "run", arguments: {} } : {})),
    ...(state !== undefined && { requestState: state }),
    ...(responses !== undefined && { inputResponses: responses }),
    _meta: {
      ...meta,
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: client, version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": elicitation === null ? {} : { elicitation },
    },
  };
  const name = params["name"] ?? params["uri"];
  const request = new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return readReply(await handler.fetch(request, auth && { authInfo: auth }));
}

export async function readReply(response: Response): Promise<Reply> {
  const body = await response.text();
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
  const texts = isStream
    ? body
        .split("\n")
        .flatMap((line) => (line.startsWith("data:") && line.length > 6 ? [line.slice(5)] : []))
    : [body];
  const messages = texts
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Message);
  const { result, error } = messages.at(-1) ?? {};
  const asked = (result?.["inputRequests"] ?? {}) as Reply["asked"];
  const content = result?.["content"] as { text?: string }[] | undefined;
  return {
    status: response.status,
    messages,
    result,
    error,
    state: result?.["requestState"] as string | undefined,
    keys: Object.keys(asked),
    asked,
    said: content?.[0]?.text,
  };
}

/** The first key of an interim result with this answer, as `inputResponses`. */
export function answering(reply: Reply, answer: unknown): Record<string, unknown> {
  const [key] = reply.keys;
  if (key === undefined)
    throw new Error(`nothing was asked: ${JSON.stringify(reply.result ?? reply.error)}`);
  return { [key]: answer };
}

export const accepting = (content: Record<string, unknown>): unknown => ({
  action: "accept",
  content,
});

export interface Bench {
  readonly handler: HttpHandler;
  readonly log: Log;
  /** How often the handler was entered. */
  readonly runs: () => number;
}

/** The tool `run`, served over HTTP on every protocol version. `arguments` are passed to the handler. */
export function serve(
  fn: (ctx: ElicitationContext, args: Record<string, unknown>) => unknown,
  options: ElicitationOptions = {},
): Bench {
  const log = createLog();
  let runs = 0;
  const elicitation = createElicitation({ secret: SECRET, logger: log, ...options });
  const run = elicitation.handler(
    async (args: Record<string, unknown>, ctx: ElicitationContext) => {
      runs += 1;
      return text((await fn(ctx, args)) ?? "");
    },
  );
  const handler = elicitation.createHandler(() => {
    const server = elicitation.attach(new McpServer({ name: "spec", version: "1.0.0" }));
    server.registerTool("run", { inputSchema: anyArguments }, run as never);
    server.registerTool("walk", { inputSchema: anyArguments }, run as never);
    return server;
  });
  return { handler, log, runs: () => runs };
}

/** Takes any arguments as they are. */
const anyArguments = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value: unknown) => ({ value: value ?? {} }),
    jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) },
  },
} as never;

/** Requests the server sent on its own, which have both a method and an id. */
export function requestsFrom(host: TestHost): string[] {
  return host.transcript
    .filter(
      ({ direction, message }) =>
        direction === "received" && "method" in message && "id" in message,
    )
    .map(({ message }) => String(message["method"]));
}

/** Calls the tool `run` on the host's own connection, declaring other capabilities; gives the answer as it came. */
export async function sendRaw(
  host: TestHost,
  id: string,
  capabilities: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  await host.client.transport?.send({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: {
      name: "run",
      arguments: {},
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
      },
    },
  });
  return vi.waitFor(() => {
    const answer = host.transcript.find(
      ({ direction, message }) => direction === "received" && message["id"] === id,
    );
    if (answer === undefined) throw new Error("no answer yet");
    return answer.message;
  });
}
