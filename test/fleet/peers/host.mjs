/** The official clients on 2025-11-25, with a user behind them. */
import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const info = { name: "fleet-host", version: "1.0.0" };
const capabilities = { elicitation: { form: {} } };

/**
 * The `fetch` of a client that opens a GET stream, or of one that has no use for it: that behaves as where the server has none.
 * Resumption is left alone. `settled` resolves when the server has answered the request for the stream.
 */
function createFetch(hasStream) {
  let settle;
  const settled = new Promise((resolve) => (settle = resolve));
  if (!hasStream) settle();
  return {
    settled,
    async fetch(url, init) {
      const isStream =
        init?.method === "GET" && !new Request(url, init).headers.has("last-event-id");
      if (!isStream) return fetch(url, init);
      if (!hasStream) return new Response(null, { status: 405 });
      return fetch(url, init).finally(settle);
    },
  };
}

/** How each client is connected, by its package. */
const clients = {
  "@modelcontextprotocol/sdk": async ({ url, path, options, answer, onerror }) => {
    const client = new ClientV1(info, { capabilities });
    client.onerror = onerror;
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
    const Transport = path === "/sse" ? SSEClientTransport : TransportV1;
    await client.connect(new Transport(new URL(path, url), options));
    return {
      call: (params, timeout) => client.callTool(params, undefined, { timeout }),
      close: () => client.close(),
    };
  },
  "@modelcontextprotocol/client": async ({ url, path, options, answer, onerror }) => {
    const supportedProtocolVersions = ["2025-11-25"];
    const client = new Client(info, { capabilities, supportedProtocolVersions });
    client.onerror = onerror;
    client.setRequestHandler("elicitation/create", ({ params }) => answer(params.message));
    await client.connect(new StreamableHTTPClientTransport(new URL(path, url), options));
    return {
      call: (params, timeout) => client.callTool(params, { timeout }),
      close: () => client.close(),
    };
  },
};

/** The packages of the clients that can use the transport of a server. */
export const clientsFor = ({ path }) =>
  path === "/sse" ? ["@modelcontextprotocol/sdk"] : Object.keys(clients);

/** The version of a client that is installed. */
export function clientVersion(name) {
  const path = new URL(`../../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")).version;
}

function causesOf(error) {
  return error?.cause === undefined
    ? String(error?.message ?? error)
    : `${error.message}: ${causesOf(error.cause)}`;
}

/**
 * Connects a client, calls the tool once, and says what came of it.
 *
 * @param options.route - the name that the proxy knows its requests by
 * @param options.answer - resolves with what the user says
 * @returns text: of the result; error: what the client threw, or what the tool returned as an error; asked: how often
 */
export async function callOnce({
  client: name,
  url,
  path,
  route,
  room,
  hasStream,
  answer,
  limitMs,
  settlesMs,
}) {
  let asked = 0;
  let client;
  const stream = createFetch(hasStream);
  const options = { requestInit: { headers: { "x-route": route } }, fetch: stream.fetch };
  const outcome = await (async () => {
    client = await clients[name]({
      ...{ url, path, options },
      onerror: (error) => process.env.FLEET_DEBUG && console.error(`${route}: ${causesOf(error)}`),
      answer: async (message) => {
        asked += 1;
        return answer(message);
      },
    });
    // The connection of the transport of 2024 is the stream.
    if (path !== "/sse") await Promise.race([stream.settled, pause(limitMs)]);
    await pause(settlesMs);
    const result = await client.call({ name: "book", arguments: { room } }, limitMs);
    const { text } = result.content[0];
    return result.isError ? { error: text } : { text };
  })().catch((error) => ({ error: causesOf(error) }));
  await client?.close().catch(() => {});
  return { ...outcome, asked };
}
