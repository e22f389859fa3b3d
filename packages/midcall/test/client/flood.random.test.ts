import { setMaxListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { inputRequired, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { accept, createInbox, type Inbox } from "midcall/client";
import { describe, expect, it } from "vitest";
import { scaled } from "../../../../test/night.js";
import { buildServer, color, connect, said, text, until, wires } from "./lab.js";

// Thousands of answers on one HTTP connection share the transport's signal.
setMaxListeners(0);

const PROMPTS = scaled(600, 10_000);
const HOUR_MS = 3_600_000;
const params = {
  mode: "form" as const,
  message: "Click me!",
  requestedSchema: color as never,
};
const anything = {
  "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
} as const;

/** A result, or the error that came in its place. */
interface Carrier {
  readonly action?: string;
  readonly content?: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, string>>;
}

const tally = (results: readonly unknown[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const { action, content, data } = result as Carrier;
    const reason = (content ?? data)?.["midcall/cannotAsk"] ?? action ?? "error";
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
};

/** A server that asks thousands of things at once, and tells what it was answered. */
function buildFlood(): McpServer {
  const server = new McpServer({ name: "flood", version: "1.0.0" });
  server.registerTool("flood", {}, async (ctx: ServerContext) => {
    if (ctx.mcpReq.envelope === undefined) {
      const results = await Promise.all(
        Array.from({ length: PROMPTS }, () =>
          ctx.mcpReq
            .send({ method: "elicitation/create", params } as never, anything, { timeout: HOUR_MS })
            .catch((error: unknown) => error),
        ),
      );
      return text(tally(results));
    }
    const { inputResponses } = ctx.mcpReq;
    if (inputResponses) return text(tally(Object.values(inputResponses)));
    const ask = inputRequired.elicit(params);
    return inputRequired({
      inputRequests: Object.fromEntries(
        Array.from({ length: PROMPTS }, (_, nr) => [`q${nr}`, ask]),
      ),
    });
  });
  return server;
}

const buildPolite = buildServer({
  paint: async (ctx) => (await ctx.elicit("Which color?", color)).action,
});

/** Watches what a person would have to look at. */
function watch(inbox: Inbox): { most: number } {
  const seen = { most: 0 };
  inbox.subscribe(() => {
    const { showing, waiting } = inbox.getSnapshot();
    seen.most = Math.max(seen.most, showing.length + waiting.length);
  });
  return seen;
}

describe.each(wires)("thousands of prompts at once on $era over $transport", (wire) => {
  it("leave ten at most, keep nobody else waiting, and end when the server is blocked", async () => {
    const inbox = createInbox();
    inbox.mount();
    const seen = watch(inbox);
    await using hostile = await connect(inbox, wire, buildFlood, { server: "Hostile" });
    await using polite = await connect(inbox, wire, buildPolite, { server: "Polite" });
    const flooded = hostile.client.callTool({ name: "flood" });
    flooded.catch(() => {});
    await until(() => inbox.getSnapshot().waiting.length === 9);

    const painted = polite.client.callTool({ name: "paint" });
    painted.catch(() => {});
    await until(() => inbox.getSnapshot().waiting.some(({ server }) => server === "Polite"));
    // One of the flood is on the screen; the next turn is the other server's.
    inbox.respond(inbox.getSnapshot().showing[0]!.id, accept({ color: "red" }));
    const [next] = inbox.getSnapshot().showing;
    expect(next!.server).toBe("Polite");
    inbox.respond(next!.id, accept({ color: "red" }));
    expect(said(await painted)).toBe("accept");

    inbox.setRule("Hostile", "block");
    expect(inbox.getSnapshot()).toMatchObject({ showing: [], waiting: [] });
    const answered = JSON.parse(said(await flooded)) as Record<string, number>;
    // Nothing but the one answer is told as a person's.
    const { accept: accepted, blocked = 0, ...others } = answered;
    expect(accepted).toBe(1);
    expect(blocked).toBeGreaterThanOrEqual(9);
    const { "queue-full": full = 0, "rate-limit": limited = 0, ...rest } = others;
    expect(blocked + full + limited).toBe(PROMPTS - 1);
    expect(rest).toEqual({});
    expect(seen.most).toBeLessThanOrEqual(11);
  });
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

describe("memory", () => {
  it("holds nothing of what was refused", async () => {
    const ROUNDS = scaled(10, 100);
    const inbox = createInbox();
    inbox.mount();
    await inbox.ready;
    const cancelled = { count: 0 };
    const refuse = async (): Promise<void> => {
      for (let nr = 0; nr < 1000; nr++) {
        const message = `${nr} `.repeat(250);
        void inbox
          .handle({ message, requestedSchema: color }, { server: "A" })
          .then(() => cancelled.count++);
      }
      await new Promise((resolve) => setImmediate(resolve));
    };
    await refuse();
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let round = 0; round < ROUNDS; round++) await refuse();
    // Ten wait for their turn and twenty are held back.
    expect(cancelled.count).toBe((ROUNDS + 1) * 1000 - 30);
    collect();
    // One that stayed would be a kilobyte.
    expect((process.memoryUsage().heapUsed - before) / (ROUNDS * 1000)).toBeLessThan(300);
  });
});
