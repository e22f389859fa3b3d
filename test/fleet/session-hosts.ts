import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** An official client, with a user behind it. */
export interface SessionHost {
  /** The text of the tool's result; rejects with the error that the client gives. */
  call(args: object): Promise<string>;
  close(): Promise<void>;
}

/** What clients reported beside the results of calls. */
export const reports: string[] = [];

/** How the user of a host answers a question. */
export type Answer = (message: string) => Promise<Record<string, unknown>>;

const info = { name: "session-host", version: "1.0.0" };
/** Only a call that nobody will ever answer takes so long. */
const CALL_MS = 170_000;

/**
 * The clients do not send a response again whose request has failed. Doing so is safe, as the first one counts, and a host that
 * does it loses no answer.
 */
export const fetchAgain: typeof fetch = async (url, init) => {
  const isResponse =
    typeof init?.body === "string" && !("method" in (JSON.parse(init.body) as object));
  for (let tries = isResponse ? 20 : 1; ; tries -= 1) {
    try {
      const response = await fetch(url, init);
      if (response.ok || tries === 1) return response;
    } catch (error) {
      if (tries === 1) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

const textOf = (result: unknown): string => {
  const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
  return `${isError === true ? "error: " : ""}${content[0]?.text}`;
};

/** The clients that are tried, each on each protocol version. */
export const hosts: readonly {
  readonly name: string;
  readonly open: (url: string, person: string, answer: Answer) => Promise<SessionHost>;
}[] = ["2025-06-18", "2025-11-25"].flatMap((protocolVersion) => [
  {
    name: `SDK 2 on ${protocolVersion}`,
    async open(url: string, person: string, answer: Answer) {
      const client = new Client(info, {
        capabilities: { elicitation: { form: {} }, experimental: { "midcall/deliberate": {} } },
        supportedProtocolVersions: [protocolVersion],
      });
      client.onerror = (error) => void reports.push(error.message);
      client.setRequestHandler(
        "elicitation/create",
        async ({ params }) => (await answer(params.message)) as never,
      );
      const requestInit = { headers: { "x-person": person } };
      const options = { requestInit, fetch: fetchAgain };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), options));
      return {
        call: async (args: object) =>
          textOf(
            await client.callTool(
              { name: "follow", arguments: args as Record<string, unknown> },
              { timeout: CALL_MS },
            ),
          ),
        close: () => client.close(),
      };
    },
  },
  {
    name: `SDK 1 on ${protocolVersion}`,
    async open(url: string, person: string, answer: Answer) {
      const client = new ClientV1(info, {
        capabilities: { elicitation: {}, experimental: { "midcall/deliberate": {} } },
      });
      client.onerror = (error) => void reports.push(error.message);
      client.setRequestHandler(
        ElicitRequestSchema,
        async ({ params }) => (await answer(params.message)) as never,
      );
      const transport = new TransportV1(new URL(url), {
        requestInit: { headers: { "x-person": person } },
        fetch: fetchAgain,
      });
      // This client offers the newest version that it knows; a host may be older.
      const send = transport.send.bind(transport);
      transport.send = (message, options) => {
        const { method, params } = message as {
          method?: string;
          params?: { protocolVersion?: string };
        };
        if (method === "initialize" && params !== undefined)
          params.protocolVersion = protocolVersion;
        return send(message, options);
      };
      await client.connect(transport as never);
      return {
        call: async (args: object) =>
          textOf(
            await client.callTool(
              { name: "follow", arguments: args as Record<string, unknown> },
              undefined,
              { timeout: CALL_MS },
            ),
          ),
        close: () => client.close(),
      };
    },
  },
]);
