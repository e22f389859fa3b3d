/**
 * One replica: the tool of the other benchmarks, with a secret and a store that all replicas share.
 *
 * `--store URL` is that of a Redis or PostgreSQL server. The user is named by the header `x-user`, as a check of tokens would
 * name them.
 */
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import * as z from "zod";
import { announce } from "../servers/control.mjs";
import { createArguments, createQuestions, summary, wording } from "../servers/questions.mjs";

const { store: url, port } = parseArgs({
  options: { store: { type: "string" }, port: { type: "string", default: "0" } },
}).values;

async function openStore() {
  if (url.startsWith("redis:")) {
    const { createClient } = await import("redis");
    const { createRedisStore } = await import("midcall/store/redis");
    return createRedisStore({ client: await createClient({ url }).connect() });
  }
  const { Pool } = (await import("pg")).default;
  const { createPostgresStore } = await import("midcall/store/postgres");
  const pool = new Pool({ connectionString: url, max: 10 });
  pool.on("error", () => {});
  return createPostgresStore({ pool });
}

/** The store, with every operation and every message counted. */
const counted = { operations: 0, looks: 0, published: 0, heard: 0, servers: 0 };
const store = await openStore();
const counting = {};
counting.get = async (key) => {
  counted.operations += 1;
  const value = await store.get(key);
  // For a response that a message should tell of.
  if (value === undefined && key.startsWith("midcall:response:")) counted.looks += 1;
  return value;
};
for (const name of ["put", "putIfAbsent", "take", "delete"]) {
  counting[name] = (...args) => {
    counted.operations += 1;
    return store[name](...args);
  };
}
counting.publish = (channel, message) => {
  counted.operations += 1;
  counted.published += 1;
  return store.publish(channel, message);
};
counting.subscribe = (channel, listener) => {
  counted.operations += 1;
  return store.subscribe(channel, (message) => {
    counted.heard += 1;
    listener(message);
  });
};

const elicitation = createElicitation({
  secret: new Uint8Array(32).fill(7),
  store: counting,
  // Longer than any run.
  timeoutMs: 3_600_000,
  logger: { warn() {}, error: console.error },
});

const ASK_ARGUMENTS = createArguments(z);
const [QUESTION] = createQuestions(z);
const ask = elicitation.handler(async ({ topic }, ctx) => {
  const answer = await ctx.elicit(wording(QUESTION, topic), QUESTION.schema, { key: QUESTION.key });
  const text =
    answer.action === "accept"
      ? summary(topic, [answer.data])
      : `${answer.action} ${answer.reason ?? ""}`;
  return { content: [{ type: "text", text }] };
});

const handler = elicitation.createHandler(
  () => {
    counted.servers += 1;
    const server = elicitation.attach(new McpServer({ name: "bench", version: "1.0.0" }));
    server.registerTool("ask", { description: "Asks the user", inputSchema: ASK_ARGUMENTS }, ask);
    return server;
  },
  { maxSessions: 1_000_000 },
);

const server = createServer((request, response) => {
  const authInfo = {
    token: "bench",
    clientId: "bench-host",
    scopes: [],
    extra: { sub: request.headers["x-user"] },
  };
  void handler.node(request, response, { authInfo });
});
// The load keeps its connections while it waits.
server.keepAliveTimeout = 3_600_000;
// Many clients come at once.
server.listen({ port: Number(port), host: "127.0.0.1", backlog: 4_096 }, () =>
  announce(server.address().port, () => counted),
);
