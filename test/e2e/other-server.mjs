/**
 * A server without midcall, on stdio, with the first generation of the official SDK: it asks what it is told to,
 * unchecked, and does what midcall's own servers do not do.
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  ResultSchema,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";

const server = new Server({ name: "other", version: "1.0.0" }, { capabilities: { tools: {} } });
const text = (words) => ({ content: [{ type: "text", text: words }] });
const link = { mode: "url", message: "Sign in first.", url: "https://login.example.com/start" };
let signedIn = false;
let calls = 0;

const tools = {
  /** Asks with the given params; says what came back. */
  async ask({ params, withdrawAfterMs }, { signal }) {
    const withdrawal = new AbortController();
    if (withdrawAfterMs !== undefined)
      setTimeout(() => withdrawal.abort("no more"), withdrawAfterMs);
    const options = { signal: AbortSignal.any([signal, withdrawal.signal]), timeout: 60_000 };
    try {
      const request = { method: "elicitation/create", params };
      return text(JSON.stringify(await server.request(request, ResultSchema, options)));
    } catch (error) {
      return text(`error ${error.code}: ${error.message}`);
    }
  },
  /** Wants the person to sign in on a page first. */
  private_data() {
    calls += 1;
    if (signedIn) return text(`private, after ${calls} calls`);
    throw new UrlElicitationRequiredError([{ ...link, elicitationId: "sign-in" }]);
  },
  /** The person is done on the page. */
  async sign_in() {
    signedIn = true;
    const params = { elicitationId: "sign-in" };
    await server.notification({ method: "notifications/elicitation/complete", params });
    return text("done");
  },
  /** What the host declared, and the arguments of every call so far. */
  declared: (_, { _meta }) =>
    text(
      JSON.stringify({
        capability: server.getClientCapabilities()?.elicitation,
        meta: _meta ?? {},
      }),
    ),
};

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
  tools[params.name](params.arguments ?? {}, extra),
);
await server.connect(new StdioServerTransport());
