import type { FetchLike } from "@modelcontextprotocol/client";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import type { HostEnd, ServerEnd } from "../../src/bridge/ends/ends.js";
import { Relay } from "../../src/bridge/relay/relay.js";
import type { Id, Members } from "../../src/bridge/wire/messages.js";
import { initialize, slowUser } from "./relay-lab.js";

/** The open stream of a server's response, in the hands of the test. */
export interface OpenStream {
  readonly session: string | null;
  say(message: Members): void;
  /** Breaks the connection off. */
  cut(): void;
}

/**
 * A server behind a URL that answers calls with streams. Its sessions are called s1, s2 and so on; it knows the last one alone.
 *
 * @param beside - whether it has a stream beside all requests
 */
export function urlServer({ beside = false, events = false } = {}) {
  const calls = new Map<Id, OpenStream>();
  const besides: OpenStream[] = [];
  const answers: { readonly session: string | null; readonly message: Members }[] = [];
  const posted: Members[] = [];
  let sessions = 0;
  let forgotten = false;
  const current = (): string => `s${sessions}`;
  const open = (session: string | null): [OpenStream, Response] => {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const encoder = new TextEncoder();
    let event = 0;
    const id = (): string => (events ? `id: ${session}-${(event += 1)}\n` : "");
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
    const stream: OpenStream = {
      session,
      say: (message) => {
        const data = JSON.stringify({ jsonrpc: "2.0", ...message });
        controller.enqueue(encoder.encode(`${id()}data: ${data}\n\n`));
      },
      cut: () => controller.error(new Error("cut")),
    };
    if (events) controller!.enqueue(encoder.encode(`${id()}data: \n\n`));
    return [stream, new Response(body, { headers: { "content-type": "text/event-stream" } })];
  };
  const fetch: FetchLike = async (_, init) => {
    const headers = new Headers(init?.headers);
    const session = headers.get("mcp-session-id");
    if (init?.method === "GET") {
      if (!beside && headers.get("last-event-id") === null)
        return new Response(null, { status: 405 });
      const [stream, response] = open(session);
      besides.push(stream);
      return response;
    }
    if (init?.method !== "POST") return new Response(null, { status: 200 });
    const message = JSON.parse(init.body as string) as Members;
    posted.push(message);
    const { id, method } = message as { id?: Id; method?: string };
    if (method === "initialize") {
      sessions += 1;
      forgotten = false;
      const result = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "s", version: "1" },
      };
      return Response.json(
        { jsonrpc: "2.0", id, result },
        { headers: { "mcp-session-id": current() } },
      );
    }
    if (forgotten || (session !== null && session !== current()))
      return new Response("Unknown session.", { status: 404 });
    if (method === undefined) answers.push({ session, message });
    if (method === undefined || id === undefined) return new Response(null, { status: 202 });
    const [stream, response] = open(session);
    calls.set(id, stream);
    return response;
  };
  return {
    ...{ fetch, calls, besides, answers, posted },
    /** From now on it does not know its sessions. */
    forget: () => void (forgotten = true),
  };
}

/** A relay between a host in the hands of the test and such a server. */
export async function openSession(
  at: ReturnType<typeof urlServer>,
  capabilities: Members = {},
  translated: (server: ServerEnd) => ServerEnd = (server) => server,
  { isModern = false } = {},
) {
  const { questions, asker } = slowUser();
  const toHost: Members[] = [];
  const host: HostEnd = {
    onmessage: undefined,
    onclose: undefined,
    start: async () => {},
    send: async (message) => void toHost.push(message),
    close: async () => {},
  };
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const url = new URL("http://127.0.0.1:1/mcp");
  const server = new HttpServer({
    url,
    transport: { fetch: (...given) => at.fetch(...given) },
    onError,
  });
  const relay = new Relay({ host, server: translated(server), asker, onError });
  await relay.start();
  const fromHost = (message: Members): void => host.onmessage!({ jsonrpc: "2.0", ...message });
  if (!isModern) fromHost(initialize(capabilities));
  const responseTo = (id: Id): Members | undefined =>
    toHost.find((message) => message["id"] === id && message["method"] === undefined);
  return { relay, fromHost, toHost, questions, responseTo, errors };
}
