import { McpServer } from "@modelcontextprotocol/server";
import {
  createElicitation,
  type ElicitationContext,
  type ElicitationOptions,
  type Limits,
} from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { createTestHost, type TestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type AppQuestion, QUESTION_META } from "../../src/contracts/app.js";
import { SealedStore } from "../../src/server/state/sealed-store.js";
import { createSealer } from "../../src/server/state/sealer.js";
import { createLab, createLog, type Lab, said, SECRET, text } from "./lab.js";
import { createStateLab } from "./state-lab.js";
import { createReplica } from "./replicas/fleet-lab.js";
import { createHttpHost, readEvents } from "./replicas/http-host.js";
import { clientOf } from "./tasks/requests.js";

const NEXT = "another secret of at least thirty-two bytes";
const NEVER = "a secret of nobody, of thirty-two bytes";

/** The rings that run side by side while a secret is replaced: all have the first phase before any has the second. */
const phases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["the next secret is added", [SECRET], [SECRET, NEXT]],
  ["the next secret becomes the first", [SECRET, NEXT], [NEXT, SECRET]],
  ["the old secret is dropped", [NEXT, SECRET], [NEXT]],
];
const capabilities = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};

function labWith(secret: readonly string[], store: Store, more: ElicitationOptions = {}): Lab {
  return createLab(async (ctx) => text((await ctx.elicit("Go?", ["yes", "no"])).action), {
    ...{ secret, store, fallback: ["app"] },
    ...more,
  });
}

const hostOf = ({ build }: { readonly build: () => McpServer }): Promise<TestHost> =>
  createTestHost({
    ...{ build, protocolVersion: "2026-07-28", transport: "http", capabilities },
    authInfo: { token: "t", clientId: "app", scopes: [], extra: { sub: "ada" } },
    timeoutMs: 3_600_000,
  });

describe.each(phases)("while %s", (_, before, after) => {
  it.each([
    ["the older", "the newer", before, after],
    ["the newer", "the older", after, before],
  ])(
    "an answer in a view of a call at %s replica is used at %s one",
    async (_from, _to, one, other) => {
      const store = createMemoryStore();
      await using asking = await hostOf(labWith(one, store));
      await using answering = await hostOf(labWith(other, store));
      const first = await asking.callTool("run");
      const { id, key } = first._meta![QUESTION_META] as AppQuestion;
      const content = { value: "yes" };
      const answer = await answering.callTool("midcall_answer", {
        id,
        key,
        action: "accept",
        content,
      });
      expect(answer.structuredContent).toEqual({ status: "received" });
      expect(said(await answering.callTool("run"))).toBe("accept");
      // It was used: neither has it any more.
      for (const host of [asking, answering])
        expect((await host.callTool("run"))._meta?.[QUESTION_META]).toBeDefined();
    },
  );
});

describe.each(phases)("while %s", (_, before, after) => {
  it.each([
    ["the older, then the newer", before, after],
    ["the newer, then the older", after, before],
  ])("a user has no more calls open, at %s replica", async (_order, one, other) => {
    const limits = { openQuestions: 3 };
    const store = createMemoryStore();
    const waiting = async (secret: readonly string[]): Promise<number> => {
      const { build } = manyWaiting(secret, store, limits);
      await using host = await hostOf({ build });
      let count = 0;
      for (let n = 0; n < 6; n++) {
        const { _meta } = await host.callTool("run", { about: `${String(secret)} ${n}` });
        if (_meta?.[QUESTION_META] !== undefined) count += 1;
      }
      return count;
    };
    expect([await waiting(one), await waiting(other)]).toEqual([3, 0]);
  });

  it.each([
    ["the older, then the newer", before, after],
    ["the newer, then the older", after, before],
  ])("a user has no more calls open in hosts, at %s replica", async (_order, one, other) => {
    const store = createMemoryStore();
    const begun = async (secret: readonly string[]): Promise<number> => {
      const limits = { openQuestions: 3 };
      const options = { secret, store, limits };
      const lab = createStateLab(async (ctx) => {
        return (await ctx.elicit("Go?", ["yes"])).action;
      }, options);
      let count = 0;
      for (let n = 0; n < 6; n++) {
        const args = { about: `${String(secret)} ${n}` };
        if ((await lab.call({ args })).state !== undefined) count += 1;
      }
      await lab.close();
      return count;
    };
    expect([await begun(one), await begun(other)]).toEqual([3, 0]);
  });
});

/** A server whose tool asks about something. */
function manyWaiting(
  secret: readonly string[],
  store: Store,
  limits: Partial<Limits>,
): { readonly build: () => McpServer } {
  const options = { secret, store, limits, fallback: ["app"], logger: createLog() } as const;
  const elicitation = createElicitation(options);
  return {
    build: () => {
      const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
      server.registerTool(
        "run",
        { inputSchema: z.object({ about: z.string() }) },
        elicitation.handler(async (_args, ctx) => text((await ctx.elicit("Go?", ["yes"])).action)),
      );
      return server;
    },
  };
}

/** A server with one tool that runs as a task, and asks. */
function taskServer(secret: readonly string[], store: Store): () => McpServer {
  const elicitation = createElicitation({ secret, store, logger: createLog() });
  return () => {
    const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
    const run = elicitation.handler(
      async (ctx) => text((await ctx.elicit("Go?", ["yes", "no"])).action),
      { task: true },
    );
    server.registerTool("run", {}, run);
    return server;
  };
}

describe.each(phases)("while %s, a task", (_, before, after) => {
  it.each([
    ["the older", "the newer", before, after],
    ["the newer", "the older", after, before],
  ])(
    "of %s replica is known to %s one, which takes its answer and ends it",
    async (_from, _to, one, other) => {
      const store = createMemoryStore();
      const [asking, answering] = [one, other].map((secret) =>
        clientOf(taskServer(secret, store), { user: "ada" }),
      );
      const { result } = await asking!.call("run");
      const { taskId } = result!;
      const open = await answering!.until(taskId, ({ status }) => status === "input_required");
      const [key] = Object.keys(open.inputRequests!);
      await answering!.update(taskId, { [key!]: { action: "accept", content: { value: "yes" } } });
      for (const client of [asking!, answering!]) {
        const end = await client.until(taskId, ({ status }) => status === "completed");
        expect(end).toMatchObject({ result: { content: [{ text: "accept" }] } });
      }
    },
  );
});

describe.each(phases)("while %s, a session of 2025", (_, before, after) => {
  it("is served by both replicas, and its call is answered at either and read again at either", async () => {
    const shared = createMemoryStore();
    const handler = async (ctx: ElicitationContext): Promise<string> =>
      (await ctx.elicit("Go?", ["yes", "no"])).action;
    const [older, newer] = [before, after].map((secret) =>
      createReplica({ shared, handler, elicitation: { secret } }),
    );
    const replicas = [older!, newer!];
    for (const [at, elsewhere] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const host = await createHttpHost({ replicas }, { at });
      const call = await host.call(at, 7);
      await call.next();
      const question = await call.next();
      const reader = readEvents(await host.resume(elsewhere, question!.id!));
      await call.rest();
      expect((await host.answer(elsewhere, question?.message?.id)).status).toBe(202);
      const events = await reader.rest();
      expect(events.at(-1)?.message).toMatchObject({
        id: 7,
        result: { content: [{ text: "accept" }] },
      });
    }
    await Promise.all(replicas.map((replica) => replica.handler.close()));
  });
});

describe("a record whose name is a keyed hash", () => {
  const life = { ttlMs: 60_000, owner: "ada" };
  const opened = (store: Store, ring: readonly string[]) => {
    const sealer = createSealer(ring);
    const names = sealer.names("a", "b").map((name) => `midcall:x:${name}`);
    const place = names as unknown as readonly [string, ...string[]];
    const sealed = new SealedStore(store, sealer);
    return {
      get: () => sealed.get(place),
      put: (value: string) => sealed.put(place, value, life),
      putIfAbsent: (value: string) => sealed.putIfAbsent(place, value, life),
      delete: () => sealed.delete(place),
      wake: () => sealed.wake(place),
      onWake: (listener: () => void) => sealed.onWake(place, listener),
    };
  };

  it.each(phases)("is written first by one replica alone while %s", async (_, before, after) => {
    const store = createMemoryStore();
    for (let round = 0; round < 20; round++) {
      const [one, other] = [opened(store, before), opened(store, after)];
      const tried = [one, other, one, other].map((each, n) => each.putIfAbsent(`${round} ${n}`));
      const isWritten = await Promise.all(tried);
      // All may meet in the middle and give way, and none but one wins.
      expect(isWritten.filter(Boolean).length).toBeLessThanOrEqual(1);
      if (!isWritten.some(Boolean)) expect(await one.putIfAbsent("later")).toBe(true);
      for (const each of [one, other, one]) expect(await each.putIfAbsent("again")).toBe(false);
      expect(await one.get()).toBe(await other.get());
      expect(await one.delete()).toBe(true);
      expect([await one.get(), await other.get()]).toEqual([undefined, undefined]);
    }
  });

  it.each(phases)("is the newest for all, and gone for all, while %s", async (_, before, after) => {
    const store = createMemoryStore();
    const replicas = [opened(store, before), opened(store, after)];
    for (let n = 0; n < 12; n++) {
      const writer = replicas[n % 2]!;
      await writer.put(`${n}`);
      for (const each of replicas) expect(await each.get()).toBe(`${n}`);
      if (n % 3 !== 2) continue;
      expect(await replicas[(n + 1) % 2]!.delete()).toBe(true);
      for (const each of replicas) expect(await each.get()).toBeUndefined();
    }
  });

  it.each(phases)("wakes whoever waits for it while %s", async (_, before, after) => {
    const store = createMemoryStore();
    const replicas = [opened(store, before), opened(store, after)];
    for (const [waker, waiter] of [replicas, replicas.toReversed()]) {
      let woken = (): void => {};
      const isWoken = new Promise<void>((resolve) => (woken = resolve));
      const stop = await waiter!.onWake(() => woken());
      await waker!.wake();
      await isWoken;
      await stop();
    }
  });

  it("is not found under another secret", async () => {
    const store = createMemoryStore();
    await opened(store, [SECRET, NEXT]).put("ours");
    expect(await opened(store, [NEVER]).get()).toBeUndefined();
  });
});
