/**
 * One server process of a fleet whose 2025 sessions are shared: the tool of `replica.mjs`, with a store on an engine.
 *
 * Environment: FLEET_SECRET, FLEET_LOG (path), FLEET_STORE (the address of the store). Prints its port. SIGTERM closes it.
 */
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import * as z from "zod";
import { openFleetStore } from "./open-fleet-store.mjs";
import { follow } from "./plan.mjs";

const { FLEET_SECRET: secret, FLEET_LOG: log, FLEET_STORE: address } = process.env;

const elicitation = createElicitation({
  secret,
  store: await openFleetStore(address),
  // No question waits so long that its time is over.
  timeoutMs: 600_000,
  limits: { rounds: 40 },
  logger: { warn() {}, error: console.error },
  principal: ({ http }) => http?.req?.headers.get("x-person") ?? undefined,
});

const inputSchema = z.looseObject({ id: z.string(), plan: z.array(z.any()), slow: z.number() });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const handler = elicitation.createHandler(
  () => {
    const server = elicitation.attach(new McpServer({ name: "replica", version: "1.0.0" }));
    server.registerTool(
      "follow",
      { inputSchema },
      elicitation.handler(async ({ id, plan, slow }, ctx) => {
        const outcome = await follow(plan, {
          async ask(name) {
            const answer = await ctx.elicit(`${id} ${name}?`, ["a", "b", "c"]);
            if (answer.action === "unanswered") return `unanswered: ${answer.reason}`;
            return answer.action === "accept" ? answer.data : answer.action;
          },
          confirm: (name) => ctx.confirm(`${id} ${name}!`),
          step: (name) =>
            ctx.step(name, async ({ idempotencyKey }) => {
              appendFileSync(log, `${id} ${name} ${idempotencyKey}\n`);
              if (slow > 0) await pause(slow);
              return `did ${name}`;
            }),
        });
        return { content: [{ type: "text", text: JSON.stringify(outcome) }] };
      }),
    );
    return server;
  },
  { sessionLeaseMs: 4_000, onerror() {} },
);

const http = createServer(handler.node);
http.listen(0, "127.0.0.1", () => console.log(http.address().port));
process.once("SIGTERM", () => void handler.close().finally(() => process.exit(0)));
