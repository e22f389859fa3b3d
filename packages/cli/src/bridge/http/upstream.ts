import { EventSourceParserStream } from "eventsource-parser/stream";
import { isMembers, type Members } from "../wire/messages.js";

/** Headers of a connection, and not of what it carries. */
const OF_CONNECTION = [
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** An event of a stream, as it came. */
export interface StreamEvent {
  /** The messages in it; none: it is passed on as it came. `undefined`: it may be read as a message, and is none that is known. */
  readonly messages: readonly Members[] | undefined;
  readonly id: string | undefined;
  /** The event as text, where it is no message. */
  readonly raw: string;
}

/** The headers of a host's request for the server. */
export function forwardedHeaders(given: Headers, own: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(given);
  // The origin was checked here; a server would compare it with itself.
  for (const name of [...OF_CONNECTION, "host", "origin", "accept-encoding", "expect"])
    headers.delete(name);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  // The body is written anew, in UTF-8.
  if (headers.has("content-type")) headers.set("content-type", "application/json");
  return headers;
}

/** The headers of the server's response for the host. */
export function returnedHeaders(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of OF_CONNECTION) headers.delete(name);
  return headers;
}

/** What kind of body a response has. */
export function bodyKind(response: Response): "stream" | "json" | "other" {
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  const name = type.trim().toLowerCase();
  if (!response.ok || response.body === null) return "other";
  return name === "text/event-stream" ? "stream" : name === "application/json" ? "json" : "other";
}

/** Reads the events of a stream. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let retry: number | undefined;
  const events = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream({ onRetry: (ms) => (retry = ms) }));
  for await (const { data, event, id } of events as unknown as AsyncIterable<{
    readonly data: string;
    readonly event?: string;
    readonly id?: string;
  }>) {
    const lines = [
      ...(event === undefined ? [] : [`event: ${event}`]),
      ...(id === undefined ? [] : [`id: ${id}`]),
      ...(retry === undefined ? [] : [`retry: ${retry}`]),
      ...data.split("\n").map((line) => `data: ${line}`),
    ];
    retry = undefined;
    yield { messages: messagesIn(event, data), id, raw: `${lines.join("\n")}\n\n` };
  }
  if (retry !== undefined) yield { messages: [], id: undefined, raw: `retry: ${retry}\n\n` };
}

function messagesIn(event: string | undefined, data: string): readonly Members[] | undefined {
  if (data === "") return [];
  // A reader that takes no notice of names must find no message.
  if (event !== undefined && event !== "message") return data.includes("{") ? undefined : [];
  const parsed = parseJson(data);
  if (parsed === undefined) return undefined;
  // Some implementations still send several messages at once, as they could until 2025-03-26.
  return (Array.isArray(parsed) ? parsed : [parsed]).filter(isMembers);
}

/** The value of a JSON text; `undefined` if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
