import type { Refusal } from "midcall/open-page";
import { listen as listenOn, type Listener } from "../../console/listen.js";
import { envelopeOf } from "../translate/envelope.js";
import { MOST_READ } from "../wire/json-lines.js";
import { FLAWS, flawOf } from "../../json-text.js";
import { isOfWebPage } from "../../web-request.js";
import { isMembers, type Members, membersIn, type Request as Asked } from "../wire/messages.js";
import { endRefused, passOn, type Ways } from "../wire/refused-messages.js";
import { errorText, type Front, plainError } from "./front.js";
import type { UrlFront } from "./url-front.js";

/** The longest body of a request that is read, in bytes. */
const LONGEST = 64 * 1024 * 1024;

export interface ListenOptions {
  readonly front: Front | UrlFront;
  readonly port: number;
  readonly onError: (error: unknown) => void;
}

/** They are told at the connection, so that none of theirs stays open. */
const OTHER_USERS: Refusal = {
  type: "application/json",
  body: errorText(
    -32_600,
    "This program runs as another user than the bridge, or the system did not show as whom, and the bridge uses the server as its own user. Start a bridge as the user of this program; if it is the same one, connect again.",
  ),
  alsoByRoot: true,
};

const WEB_PAGE =
  "A web page has sent this request, and the bridge serves programs alone: whoever wrote the page would use the server as the user of this computer. Connect with a program, which sends neither Origin nor Sec-Fetch-Site.";
const OTHER_NAME =
  "It answers under no name but that, localhost and [::1], because web sites can make other names lead to this computer.";

/** Listens for hosts at `/mcp` on 127.0.0.1. @throws UsageError when the port cannot be used */
export async function listenForHosts(options: ListenOptions): Promise<Listener> {
  const { port, onError } = options;
  let own = port;
  const listener = await listenOn(
    async (http) => {
      try {
        const response = await serve(options, http, own);
        // The library makes a response when it is looked at: one that there cannot be fails here, and not there with a stack.
        void response.body;
        return response;
      } catch (error) {
        onError(error);
        return plainError(500, -32_603, "The bridge has failed. Its log says why.");
      }
    },
    port,
    "--listen",
    OTHER_USERS,
  );
  own = listener.port;
  return listener;
}

async function serve(
  { front, onError }: ListenOptions,
  http: Request,
  port: number,
): Promise<Response> {
  if (isOfWebPage(http.headers)) return plainError(403, -32_600, WEB_PAGE);
  if (!isOwnName(http.headers.get("host"), port))
    return plainError(403, -32_600, `The bridge is at http://127.0.0.1:${port}/mcp. ${OTHER_NAME}`);
  if (new URL(http.url).pathname !== "/mcp") return new Response("Not found", { status: 404 });
  if (http.method !== "POST") return front.serveSession(http, undefined);
  const text = await readText(http);
  if (text === undefined) return plainError(413, -32_600, "The request is too long.");
  const body = readBody(text, onError);
  if (body instanceof Response) return body;
  const request = asRequest(body);
  const envelope = envelopeOf(request?.params);
  if (request !== undefined && envelope !== undefined)
    return front.serveModern(http, request, envelope);
  return front.serveSession(http, body);
}

/**
 * The one message in a body, or the refusal. What is not read here goes no further: a server might read it all the same, and do what
 * nobody was shown.
 */
function readBody(text: string, onError: (error: unknown) => void): Members | Response {
  const flaw = flawOf(text);
  const parsed = flaw === "too deep" && text.length > MOST_READ ? {} : parse(text);
  if (parsed === undefined) return plainError(400, -32_700, "The body is not JSON.");
  if (Array.isArray(parsed))
    return plainError(
      400,
      -32_600,
      "JSON-RPC batches ended with 2025-06-18. Send each message alone.",
    );
  if (!isMembers(parsed)) return plainError(400, -32_600, "The body is not a message.");
  let found: Members | Response = plainError(400, -32_600, flaw ? FLAWS[flaw] : "No message.");
  const ways: Ways = {
    on: (message) => void (found = message),
    back: (error) => void (found = Response.json(error, { status: 400 })),
    onError,
  };
  if (flaw === undefined) passOn(parsed, ways);
  else endRefused(parsed, FLAWS[flaw], ways);
  return found;
}

/**
 * Other sites in the user's browser reach this port, too, under names of their own.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-warning
 */
const isOwnName = (host: string | null, port: number): boolean =>
  ["127.0.0.1", "localhost", "[::1]"].some((name) => host === `${name}:${port}`);

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

function asRequest(body: Members): Asked | undefined {
  if (typeof body["method"] !== "string") return undefined;
  const { id } = body;
  const isRequest = typeof id === "string" || typeof id === "number";
  return isRequest && membersIn(body, "params") !== undefined ? (body as Asked) : undefined;
}
