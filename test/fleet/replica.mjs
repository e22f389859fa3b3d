/**
 * One server process of a fleet. It shares the secret with the others and, where asked to, a store; it
 * notes each step it begins in a file, which outlives it.
 *
 * Environment: FLEET_SECRET, FLEET_LOG (path), FLEET_STORE (the address of the store, optional). Prints its port.
 */
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import * as z from "zod";
import { follow } from "./plan.mjs";
import { openFleetStore } from "./open-fleet-store.mjs";

const { FLEET_SECRET: secret, FLEET_LOG: log, FLEET_STORE: address } = process.env;
const elicitation = createElicitation({
  secret,
  ...(address && { store: await openFleetStore(address) }),
  limits: { rounds: 40 },
  logger: { warn() {}, error: console.error },
});

const inputSchema = z.looseObject({ id: z.string(), plan: z.array(z.any()), slow: z.number() });

const handler = elicitation.createHandler(() => {
  const server = elicitation.attach(new McpServer({ name: "replica", version: "1.0.0" }));
  server.registerTool(
    "follow",
    { inputSchema },
    elicitation.handler(async ({ id, plan, slow }, ctx) => {
      const outcome = await follow(plan, {
        async ask(name) {
          const answer = await ctx.elicit(`${id} ${name}?`, ["a", "b", "c"]);
          return answer.action === "accept" ? answer.data : answer.action;
        },
        confirm: (name) => ctx.confirm(`${id} ${name}!`),
        step: (name) =>
          ctx.step(name, async ({ idempotencyKey }) => {
            appendFileSync(log, `${id} ${name} ${idempotencyKey} ${process.pid}\n`);
            if (slow > 0) await new Promise((resolve) => setTimeout(resolve, slow));
            return `did ${name}`;
          }),
      });
      return { content: [{ type: "text", text: JSON.stringify(outcome) }] };
    }),
  );
  return server;
});

const http = createServer(async (incoming, outgoing) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const request = new Request(`http://localhost${incoming.url}`, {
    method: incoming.method,
    headers: Object.entries(incoming.headers),
  });
  const response = await handler.fetch(request, {
    parsedBody: JSON.parse(Buffer.concat(chunks).toString("utf8")),
    authInfo: {
      token: "t",
      clientId: "fleet",
      scopes: [],
      extra: { sub: incoming.headers["x-person"] },
    },
  });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
});
// A connection that this side closes may be one that a request has just been sent on.
http.keepAliveTimeout = 0;
http.listen(0, "127.0.0.1", () => console.log(http.address().port));
