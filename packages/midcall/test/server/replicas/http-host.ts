import type { TestFleet } from "./fleet-lab.js";
import { URL_OF_FLEET } from "./fleet-lab.js";

/** One server-sent event. */
export interface SentEvent {
  readonly id?: string;
  readonly event?: string;
  readonly retry?: string;
  /** The data, if there is any, as JSON. */
  readonly message?: {
    id?: unknown;
    method?: string;
    params?: Record<string, unknown>;
    result?: { content?: { text: string }[]; isError?: boolean };
    error?: { code: number; message: string };
  };
  readonly raw: string;
}

/** A stream of events, read one by one. */
export interface EventReader {
  /** The next event that is not a comment; `undefined` at the end. Rejects when the connection breaks. */
  next(): Promise<SentEvent | undefined>;
  /** All events until the end. */
  rest(): Promise<SentEvent[]>;
  /** Leaves, as a client whose connection is lost. */
  leave(): Promise<void>;
}

export function readEvents(response: Response): EventReader {
  const reader = response
    .body!.pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let text = "";
  const next = async (): Promise<SentEvent | undefined> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end < 0) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        text += value;
        continue;
      }
      const raw = text.slice(0, end);
      text = text.slice(end + 2);
      if (raw.startsWith(":")) continue;
      const fields = Object.fromEntries(
        raw.split("\n").map((line) => {
          const colon = line.indexOf(":");
          return [line.slice(0, colon), line.slice(colon + 1).trim()];
        }),
      );
      const { data, ...rest } = fields;
      return { ...rest, raw, ...(data && { message: JSON.parse(data) }) };
    }
  };
  return {
    next,
    async rest() {
      const all: SentEvent[] = [];
      for (let event = await next(); event !== undefined; event = await next()) all.push(event);
      return all;
    },
    leave: () => reader.cancel(),
  };
}

/** A host that speaks HTTP by hand, so that a test decides which request goes where. */
export interface HttpHost {
  session: string;
  /** Sends a message to this replica. */
  post(replica: number, message: object, headers?: Record<string, string>): Promise<Response>;
  call(replica: number, id: string | number, name?: string): Promise<EventReader>;
  answer(replica: number, id: unknown, value?: string): Promise<Response>;
  /** Asks this replica for what came after an event. */
  resume(replica: number, lastEventId: string): Promise<Response>;
  end(replica: number): Promise<Response>;
}

export async function createHttpHost(
  fleet: Pick<TestFleet, "replicas">,
  {
    user = "ada",
    protocolVersion = "2025-11-25",
    at = 0,
    elicitation = { form: {}, url: {} } as object,
    /** Others that it declares. */
    capabilities = {},
  } = {},
): Promise<HttpHost> {
  const host: HttpHost = {
    session: "",
    post: (replica, message, headers = {}) =>
      fleet.replicas[replica]!.fetch(
        new Request(URL_OF_FLEET, {
          method: "POST",
          headers: { ...base(), "content-type": "application/json", ...headers },
          body: JSON.stringify(message),
        }),
      ),
    async call(replica, id, name = "run") {
      const response = await host.post(replica, {
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name, arguments: {} },
      });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      return readEvents(response);
    },
    answer: (replica, id, value = "yes") =>
      host.post(replica, { jsonrpc: "2.0", id, result: { action: "accept", content: { value } } }),
    resume: (replica, lastEventId) =>
      fleet.replicas[replica]!.fetch(
        new Request(URL_OF_FLEET, { headers: { ...base(), "last-event-id": lastEventId } }),
      ),
    end: (replica) =>
      fleet.replicas[replica]!.fetch(
        new Request(URL_OF_FLEET, { method: "DELETE", headers: base() }),
      ),
  };
  const base = (): Record<string, string> => ({
    accept: "application/json, text/event-stream",
    "x-user": user,
    ...(host.session !== "" && {
      "mcp-session-id": host.session,
      "mcp-protocol-version": protocolVersion,
    }),
  });
  const response = await host.post(at, {
    jsonrpc: "2.0",
    id: "init",
    method: "initialize",
    params: {
      protocolVersion,
      capabilities: { elicitation, ...capabilities },
      clientInfo: { name: "http-host", version: "1" },
    },
  });
  host.session = response.headers.get("mcp-session-id")!;
  await response.text();
  await host.post(at, { jsonrpc: "2.0", method: "notifications/initialized" });
  return host;
}
