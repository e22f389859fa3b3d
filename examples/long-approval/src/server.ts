import { serve } from "@hono/node-server";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { createPostgresStore, migrate } from "midcall/store/postgres";
import pg from "pg";
import { decide } from "./decide.js";
import { addPaymentStatus } from "./payment-status.js";
import { addRequestPayment } from "./request-payment.js";
import { userOfToken } from "./users.js";

/** DATABASE_URL: one PostgreSQL database for both. EXECUTOR_ID: a name that the replacement of this process inherits. */
const { DATABASE_URL: databaseUrl, MIDCALL_SECRET: secret, EXECUTOR_ID: executorID } = process.env;

DBOS.setConfig({
  name: "payments",
  // Workflows go on in processes of the same version only: change it when the workflow changes.
  applicationVersion: "1",
  systemDatabaseUrl: databaseUrl,
  executorID,
  logLevel: "warn",
});
await DBOS.launch();

const pool = new pg.Pool({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
pool.on("error", (error) => console.error(`postgres: ${error.message}`));
await migrate(pool);
const store = createPostgresStore({ pool });
const elicitation = createElicitation({ secret, store });
const mcp = elicitation.createHandler(() => {
  const server = elicitation.attach(new McpServer({ name: "payments", version: "1.0.0" }));
  addRequestPayment(server, elicitation);
  addPaymentStatus(server, elicitation);
  return server;
});

serve({ port: Number(process.env["PORT"] ?? 0), hostname: "127.0.0.1", fetch: answer }, (info) =>
  console.log(`http://127.0.0.1:${info.port}/mcp`),
);

async function answer(request: Request): Promise<Response> {
  const user = userOfToken(request);
  if (user === undefined) return new Response("Who are you?", { status: 401 });
  const { pathname } = new URL(request.url);
  const [, id, verb] = /^\/payments\/([\w-]+)\/(approve|refuse)$/.exec(pathname) ?? [];
  if (id !== undefined && request.method === "POST") return decide(id, verb!, user);
  if (pathname !== "/mcp") return new Response("Not found", { status: 404 });
  const authInfo = { token: "", clientId: "", scopes: [], extra: { sub: user.name } };
  return mcp(request, { authInfo });
}
