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
  readonly message: Members | undefined;
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
    yield { message: messageIn(event, data), id, raw: `${lines.join("\n")}\n\n` };
  }
  if (retry !== undefined) yield { message: undefined, id: undefined, raw: `retry: ${retry}\n\n` };
}

function messageIn(event: string | undefined, data: string): Members | undefined {
  if (data === "" || (event !== undefined && event !== "message")) return undefined;
  try {
    const parsed = JSON.parse(data) as unknown;
    return isMembers(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
