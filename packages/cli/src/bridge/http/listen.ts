import { listen as listenOn, type Listener } from "../../console/listen.js";
import { envelopeOf } from "../translate/envelope.js";
import { isMembers, membersIn, type Request as Asked } from "../wire/messages.js";
import { type Front, plainError } from "./front.js";
import type { UrlFront } from "./url-front.js";

/** The longest body of a request that is read, in bytes. */
const LONGEST = 64 * 1024 * 1024;

export interface ListenOptions {
  readonly front: Front | UrlFront;
  readonly port: number;
  readonly onError: (error: unknown) => void;
}

/** Listens for hosts at `/mcp` on 127.0.0.1. @throws UsageError when the port cannot be used */
export async function listenForHosts({ front, port, onError }: ListenOptions): Promise<Listener> {
  let own = port;
  const listener = await listenOn(
    async (http) => {
      try {
        return await serve(front, http, own);
      } catch (error) {
        onError(error);
        return plainError(500, -32_603, "The bridge has failed. Its log says why.");
      }
    },
    port,
    "--listen",
  );
  own = listener.port;
  return listener;
}

async function serve(front: Front | UrlFront, http: Request, port: number): Promise<Response> {
  if (!isLocal(http.headers, port)) return new Response("Forbidden", { status: 403 });
  if (new URL(http.url).pathname !== "/mcp") return new Response("Not found", { status: 404 });
  if (http.method !== "POST") return front.serveSession(http, undefined);
  const text = await readText(http);
  if (text === undefined) return plainError(413, -32_600, "The request is too long.");
  const body = parse(text);
  const request = asRequest(body);
  const envelope = envelopeOf(request?.params);
  if (request !== undefined && envelope !== undefined)
    return front.serveModern(http, request, envelope);
  // What cannot be parsed is for the server to refuse.
  return front.serveSession(http, body ?? text);
}

/**
 * Other sites in the user's browser reach this port, too, under names of their own.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-warning
 */
function isLocal(headers: Headers, port: number): boolean {
  const names = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);
  const origin = headers.get("origin");
  const isOwn = origin === null || names.some((name) => origin === `http://${name}`);
  // Requests for images, scripts and styles have no origin.
  const site = headers.get("sec-fetch-site");
  const isForeign = site !== null && site !== "same-origin" && site !== "none";
  return isOwn && !isForeign && names.includes(headers.get("host") ?? "");
}

async function readText(http: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of (http.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LONGEST) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asRequest(body: unknown): Asked | undefined {
  if (!isMembers(body) || typeof body["method"] !== "string") return undefined;
  const { id } = body;
  const isRequest = typeof id === "string" || typeof id === "number";
  return isRequest && membersIn(body, "params") !== undefined ? (body as Asked) : undefined;
}
