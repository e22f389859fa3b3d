import { randomUUID } from "node:crypto";
import { createSession, modernVersion, type Session } from "../session.js";
import type { Doctor } from "../doctor.js";
import { LONGEST_MESSAGE, type Message, readMessage, type Send } from "./message.js";
import { isOfWebPage } from "../../../web-request.js";

export interface HttpHandler {
  fetch(request: Request): Promise<Response>;
  close(): void;
}

const MOST_SESSIONS = 100;
const LOCAL = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** Serves hosts over Streamable HTTP: sessions on 2025, requests for themselves on 2026-07-28. */
export function createHttpHandler(doctor: Doctor): HttpHandler {
  const sessions = new Map<string, Session>();
  const stateless = createSession(doctor);

  const openSession = (): readonly [string, Session] => {
    const oldest = sessions.size >= MOST_SESSIONS ? sessions.keys().next().value : undefined;
    if (oldest !== undefined) endSession(oldest);
    const id = randomUUID();
    const session = createSession(doctor);
    sessions.set(id, session);
    return [id, session];
  };
  const endSession = (id: string): void => {
    sessions.get(id)?.close();
    sessions.delete(id);
  };

  return {
    async fetch(request) {
      if (!isLocal(request)) return new Response("Forbidden", { status: 403 });
      if (new URL(request.url).pathname !== "/mcp")
        return new Response("Not found", { status: 404 });
      const id = request.headers.get("mcp-session-id");
      if (request.method === "DELETE" && id !== null && sessions.has(id)) {
        endSession(id);
        return new Response(null, { status: 204 });
      }
      if (request.method !== "POST")
        return new Response(null, { status: 405, headers: { allow: "POST, DELETE" } });
      const text = await readText(request);
      const message = text === undefined ? undefined : readMessage(text);
      if (message === undefined) return refuse(400, -32700, "Parse error");
      if (modernVersion(message.params ?? {}) !== undefined)
        return exchange(message, { session: stateless, isStateless: true, headers: {} });
      if (message.method === "initialize") {
        const [opened, session] = openSession();
        const headers = { "mcp-session-id": opened };
        return exchange(message, { session, isStateless: false, headers });
      }
      const session = id === null ? undefined : sessions.get(id);
      if (session === undefined)
        return refuse(id === null ? 400 : 404, -32600, "Unknown session: send initialize first");
      return exchange(message, { session, isStateless: false, headers: {} });
    },
    close() {
      stateless.close();
      for (const id of [...sessions.keys()]) endSession(id);
    },
  };
}

interface Exchange {
  readonly session: Session;
  readonly isStateless: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Takes a message; a request is answered with a stream of events that ends with its response. */
function exchange(message: Message, { session, isStateless, headers }: Exchange): Response {
  if (message.method === undefined || message.id === undefined || message.id === null) {
    session.receive(message, () => {});
    return new Response(null, { status: 202 });
  }
  // Ids of different hosts may be the same, and a stateless session serves all of them.
  const own = isStateless ? { ...message, id: randomUUID() } : message;
  const encoder = new TextEncoder();
  let isOpen = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send: Send = (sent) => {
        if (!isOpen) return;
        const isResponse = sent.method === undefined;
        const whole = { jsonrpc: "2.0", ...sent, ...(isResponse && { id: message.id }) };
        controller.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(whole)}\n\n`));
        if (!isResponse) return;
        isOpen = false;
        controller.close();
      };
      session.receive(own, send);
    },
    cancel() {
      isOpen = false;
      if (isStateless) session.cancel(own.id);
    },
  });
  return new Response(body, {
    headers: { ...headers, "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

function refuse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}

/** Whether a request is from a program on this computer. */
function isLocal({ url, headers }: Request): boolean {
  return LOCAL.test(headers.get("host") ?? new URL(url).host) && !isOfWebPage(headers);
}

/** The body; `undefined` if it is too long. */
async function readText(request: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  if (request.body === null) return undefined;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value as Uint8Array, { stream: true });
    if (text.length > LONGEST_MESSAGE) {
      await reader.cancel();
      return undefined;
    }
  }
}
