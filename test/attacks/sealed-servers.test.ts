import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationContext } from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { expect, it } from "vitest";
import { type AppQuestion, QUESTION_META } from "../../packages/midcall/src/contracts/app.js";
import { resolveOptions } from "../../packages/midcall/src/server/options.js";
import { createCompletions } from "../../packages/midcall/src/server/url-mode/completions.js";
import { createReplica } from "../../packages/midcall/test/server/replicas/fleet-lab.js";
import { createHttpHost } from "../../packages/midcall/test/server/replicas/http-host.js";
import {
  createLab,
  createLog,
  type Lab,
  said,
  SECRET,
  text,
} from "../../packages/midcall/test/server/lab.js";
import {
  createStateLab,
  open,
  REFUSED,
  type StateLab,
  untouched,
} from "../../packages/midcall/test/server/state-lab.js";
import { tally } from "./tally.js";

/** Two services of one operator, with one secret and a tool of the same name: what one has found out is nothing to the other. */
function createService(balance: number, serverName?: string): StateLab {
  return createStateLab(
    async (ctx) => {
      const found = await ctx.step("balance", () => balance);
      await ctx.elicit("Go on?", ["yes", "no"]);
      return `paid out ${found}`;
    },
    { ...(serverName !== undefined && { serverName }) },
  );
}

it("accepts no state of a server with another name, under one secret", async () => {
  // The lab's servers are called "states" where nothing else is said.
  const names = [undefined, "sandbox", "states ", "STATES", "state", "staging"];
  let tried = 0;
  for (const theirs of names) {
    const sandbox = createService(1_000_000, theirs);
    for (const ours of names) {
      if (ours === theirs) continue;
      const production = createService(1, ours);
      const opened = await open(sandbox, { args: {} }, { value: "yes" });
      const runs = production.runs();
      const { call, state, responses } = opened;
      const { text, error } = await production.call({ ...call, state, responses });
      expect([ours, theirs, text, JSON.stringify(error)]).toEqual([
        ours,
        theirs,
        undefined,
        REFUSED,
      ]);
      expect(production.runs()).toBe(runs);
      tried += 1;
      await production.close();
    }
    await sandbox.close();
  }
  tally("states of a server with another name", tried);
});

it("accepts the states of its replicas, by whichever way they have their name", async () => {
  const [one, two, three] = [
    createService(1),
    createService(1, "states"),
    createService(1, "states"),
  ];
  for (const other of [two, three]) {
    const opened = await open(one, { args: {} }, { value: "yes" });
    expect(await untouched(other, opened)).toBe("paid out 1");
  }
  await Promise.all([one, two, three].map((lab) => lab.close()));
});

/** A tool that deletes something, once its user has agreed. */
const createDeleting = (serverName: string, store: Store, way: "app" | "relay") => {
  const deleted: string[] = [];
  const lab = createLab(
    async (ctx) => {
      const { action } = await ctx.elicit("Delete it?", ["yes"]);
      if (action === "accept") deleted.push(serverName);
      return text(action);
    },
    { store, serverName, fallback: [way] },
  );
  return { ...lab, deleted };
};

it.each(["relay", "app"] as const)(
  "takes no answer for a question of a service with another name, by the tool of its %s",
  async (way) => {
    const store = createMemoryStore();
    const [production, sandbox] = ["production", "sandbox"].map((name) =>
      createDeleting(name, store, way),
    );
    const extensions = {
      "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
    };
    const wire = {
      protocolVersion: "2026-07-28",
      transport: "http",
      capabilities: { extensions },
      authInfo: { token: "t", clientId: "app", scopes: [], extra: { sub: "ann" } },
    } satisfies Parameters<Lab["host"]>[0];
    await using inProduction = await production!.host(wire);
    await using inSandbox = await sandbox!.host(wire);
    const asked = await inSandbox.callTool("run");
    const content = { value: "yes" };
    if (way === "relay") {
      const continuation = /continuation "([^"]+)"/.exec(said(asked))![1]!;
      const answer = { continuation, action: "accept", content };
      const refused = await inProduction.callTool("midcall_relay_answer", answer);
      expect(said(refused)).toMatch(/^error: No open question has this continuation/);
      expect([production!.deleted, sandbox!.deleted]).toEqual([[], []]);
      expect(said(await inSandbox.callTool("midcall_relay_answer", answer))).toBe("accept");
    } else {
      const { id, key } = asked._meta![QUESTION_META] as AppQuestion;
      const answer = { id, key, action: "accept", content };
      const refused = await inProduction.callTool("midcall_answer", answer);
      expect(refused.structuredContent).toEqual({ status: "unknown" });
      const taken = await inSandbox.callTool("midcall_answer", answer);
      expect(taken.structuredContent).toEqual({ status: "received" });
      expect(said(await inSandbox.callTool("run"))).toBe("accept");
    }
    expect([production!.deleted.length, sandbox!.deleted.length]).toEqual([0, 1]);
    tally("answers for another service", 1);
  },
);

it("serves no session of 2025 of a service with another name", async () => {
  const shared = createMemoryStore();
  const handler = async (ctx: ElicitationContext): Promise<string> =>
    (await ctx.elicit("Go?", ["yes"])).action;
  const replicas = ["production", "sandbox"].map((serverName) =>
    createReplica({ shared, handler, elicitation: { serverName } }),
  );
  const host = await createHttpHost({ replicas }, { at: 1 });
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  expect((await host.post(0, ping)).status).toBe(404);
  expect((await host.post(1, ping)).status).toBe(200);
  tally("sessions of another service", 1);
  await Promise.all(replicas.map((replica) => replica.handler.close()));
});

it("completes no URL interaction of a service with another name", async () => {
  const store = createMemoryStore();
  const [production, sandbox] = ["production", "sandbox"].map((serverName) =>
    createCompletions(resolveOptions({ secret: SECRET, store, serverName, logger: createLog() })),
  );
  const ours = production!.of({ server: "production", principal: "ann" });
  await ours.claim("pay", 60_000);
  await expect(sandbox!.complete("pay")).rejects.toThrow(/of another service/);
  await expect(sandbox!.complete("pay", { principal: "ann" })).rejects.toThrow(
    /of another service/,
  );
  const hasEnded = (): Promise<boolean> =>
    ours.wait({ elicitationId: "pay" }, 0, AbortSignal.abort());
  expect(await hasEnded()).toBe(false);
  await production!.complete("pay");
  expect(await hasEnded()).toBe(true);
  tally("ends of links of another service", 2);
});

it("refuses to prepare a server whose name cannot be read", () => {
  const nameless = (): McpServer => {
    const server = new McpServer({ name: "lost", version: "1" });
    delete (server.server as unknown as { _serverInfo?: unknown })._serverInfo;
    return server;
  };
  const options = { secret: SECRET, logger: createLog() };
  expect(() => createElicitation(options).attach(nameless())).toThrow(/Pass `serverName`/);
  createElicitation({ ...options, serverName: "named" }).attach(nameless());
});
