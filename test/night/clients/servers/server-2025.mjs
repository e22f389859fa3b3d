/**
 * A server without midcall, on the first generation of the official SDK: it asks what it is told to, unchecked, and does
 * what midcall's own servers do not do.
 *
 *   node server-2025.mjs PROTOCOL_VERSION [--http]
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  ResultSchema,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";
import { serveHttp } from "./http-2025.mjs";

const [protocolVersion, http] = process.argv.slice(2);
const text = (words) => ({ content: [{ type: "text", text: words }] });
const link = { mode: "url", message: "Sign in first.", url: "https://login.example.com/start" };

function build() {
  const capabilities = { tools: {}, prompts: {} };
  const server = new Server({ name: "other", version: "1.0.0" }, { capabilities });
  const events = [];
  let withdrawal = new AbortController();
  let signedIn = false;
  let calls = 0;

  /** Asks with the given params; says what came back. */
  const ask = async (params, signal) => {
    try {
      const request = { method: "elicitation/create", params };
      const options = { signal, timeout: 60_000 };
      return JSON.stringify(await server.request(request, ResultSchema, options));
    } catch (error) {
      return `error ${error.code}: ${error.message}`;
    }
  };

  const tools = {
    async ask({ params }, { signal }) {
      signal.addEventListener("abort", () => events.push("cancelled"));
      return text(await ask(params, AbortSignal.any([signal, withdrawal.signal])));
    },
    /** Withdraws the open questions of `ask`. */
    withdraw() {
      withdrawal.abort("no more");
      withdrawal = new AbortController();
      return text("withdrawn");
    },
    /** Never withdraws its question, as many servers do not. */
    ask_on: async ({ params }) => text(await ask(params, undefined)),
    /** Requires that the user signs in on a page first. */
    private_data() {
      calls += 1;
      if (signedIn) return text(`private, after ${calls} calls`);
      throw new UrlElicitationRequiredError([{ ...link, elicitationId: "sign-in" }]);
    },
    /** The user is done on the page. */
    async sign_in({ elicitationId = "sign-in" }) {
      signedIn = true;
      const params = { elicitationId };
      await server.notification({ method: "notifications/elicitation/complete", params });
      return text("done");
    },
    /** What the host declared, and what came with this call. */
    declared: (_, { _meta }) =>
      text(
        JSON.stringify({
          capability: server.getClientCapabilities()?.elicitation,
          meta: _meta ?? {},
        }),
      ),
    /** What has happened to earlier calls. */
    events: () => text(events.join(",")),
  };
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    tools[params.name](params.arguments ?? {}, extra),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [{ name: "letter" }] }));
  server.setRequestHandler(GetPromptRequestSchema, async (_, { signal }) => {
    const params = {
      message: "How long?",
      requestedSchema: { type: "object", properties: { pages: { type: "integer" } } },
    };
    const content = { type: "text", text: await ask(params, signal) };
    return { messages: [{ role: "user", content }] };
  });
  return server;
}

/** The SDK takes every version that it knows; this server knows one. */
function speakOnly(transport) {
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    if (message.method === "initialize") message.params.protocolVersion = protocolVersion;
    return onmessage(message, extra);
  };
}

if (http) {
  serveHttp(build, speakOnly);
} else {
  const transport = new StdioServerTransport();
  await build().connect(transport);
  speakOnly(transport);
}
