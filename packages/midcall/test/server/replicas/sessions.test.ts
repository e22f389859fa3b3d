import { afterEach, describe, expect, it } from "vitest";
import { createMemoryStore, type Store } from "midcall/store";
import { createElicitation, type ElicitationContext } from "midcall/server";
import { McpServer } from "@modelcontextprotocol/server";
import { createLog, SECRET } from "../lab.js";
import { connect, createTestFleet, type TestFleet, URL_OF_FLEET, until } from "./fleet-lab.js";
import { createHttpHost } from "./http-host.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

let fleet: TestFleet;
afterEach(() => fleet?.close());

const handler = async (ctx: ElicitationContext): Promise<string> =>
  (await ctx.elicit("Go?", ["yes", "no"])).action;

describe("a shared session", () => {
  it("is unknown to other users, on every replica", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    const eve = await createHttpHost(fleet, { user: "eve" });
    eve.session = host.session;
    for (const replica of [0, 1]) {
      const response = await eve.post(replica, { jsonrpc: "2.0", id: 1, method: "tools/list" });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { message: "Session not found" } });
    }
  });

  it("ends on every replica with DELETE, and does not come back", async () => {
    fleet = createTestFleet(3, { handler });
    const host = await createHttpHost(fleet);
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    for (const replica of [0, 1]) expect((await host.post(replica, list)).status).toBe(200);
    expect((await host.end(1)).status).toBe(200);
    for (const replica of [0, 1, 2]) expect((await host.post(replica, list)).status).toBe(404);
  });

  it("needs no messages between replicas: what is in the store counts", async () => {
    const shared = { ...createMemoryStore(), publish: async () => {} };
    fleet = createTestFleet(2, { handler, shared });
    const host = await createHttpHost(fleet);
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    for (const replica of [0, 1]) expect((await host.post(replica, list)).status).toBe(200);
    const stream = await host.call(0, 7);
    await stream.next();
    await host.answer(1, (await stream.next())?.message?.id);
    expect((await stream.rest()).at(-1)?.message?.result?.content?.[0]?.text).toBe("accept");
    await host.end(0);
    expect((await host.post(1, list)).status).toBe(404);
  });

  it("counts on each replica that serves it, until it ends there", async () => {
    fleet = createTestFleet(2, { handler, http: { maxSessionsPerPrincipal: 1 } });
    const host = await createHttpHost(fleet);
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    // Revived once, however many requests come at the same time.
    const all = await Promise.all(Array.from({ length: 5 }, () => host.post(1, list)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const second = await createHttpHost(fleet, { at: 1 });
    expect(second.session).toBe(null);
    await host.end(0);
    await until(() => fleet.replicas[1]!.operations.length > 0);
    const third = await createHttpHost(fleet, { at: 1 });
    expect(third.session).toMatch(/./);
    await third.end(0);
    await createHttpHost(fleet, { at: 1 }).then(({ session }) => expect(session).toMatch(/./));
  });

  it("has requests with ids that nobody can guess", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    const ids = new Set<unknown>();
    for (let id = 1; id <= 3; id++) {
      const stream = await host.call(0, id);
      await stream.next();
      const question = (await stream.next())!.message!.id;
      expect(question).toMatch(/^[\w-]{11}\.[\w-]{27}\.[\w-]{16}\.[\w-]{22}$/);
      ids.add(question);
      await stream.leave();
    }
    expect(ids.size).toBe(3);
  });

  it("takes no answer of another user's, and none from another session", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    const eve = await createHttpHost(fleet, { user: "eve" });
    const other = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    const question = (await stream.next())!;
    for (const spy of [eve, other])
      for (const replica of [0, 1]) await spy.answer(replica, question.message?.id, "no");
    const kept = fleet.replicas
      .flatMap(({ operations }) => operations)
      .filter((one) => one.startsWith("putIfAbsent midcall:response"));
    expect(kept).toEqual([]);
    await host.answer(1, question.message?.id);
    expect((await stream.rest()).at(-1)?.message?.result?.content?.[0]?.text).toBe("accept");
  });

  it("uses the first answer to a question, wherever it came", async () => {
    fleet = createTestFleet(3, {
      handler: async (ctx) => {
        const answer = await ctx.elicit("Go?", ["yes", "no"]);
        return answer.action === "accept" ? answer.data : answer.action;
      },
    });
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    const question = (await stream.next())!;
    const statuses = await Promise.all(
      [1, 2, 1].map((replica, n) =>
        host.answer(replica, question.message?.id, n === 0 ? "yes" : "no"),
      ),
    );
    expect(statuses.map(({ status }) => status)).toEqual([202, 202, 202]);
    const first = (await stream.rest()).at(-1)?.message?.result?.content?.[0]?.text;
    expect(["yes", "no"]).toContain(first);
  });

  it("cancels a call wherever the cancellation came", async () => {
    const aborted: unknown[] = [];
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        ctx.signal.addEventListener("abort", () => aborted.push(1));
        return (await ctx.elicit("Go?", ["yes", "no"])).action;
      },
    });
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    const question = (await stream.next())!;
    await host.post(1, {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 7 },
    });
    const [withdrawal, ...more] = await stream.rest();
    expect(withdrawal?.message).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: question.message?.id },
    });
    expect(more).toEqual([]);
    expect(aborted).toEqual([1]);
  });

  it("answers other requests of the server's anywhere, too", async () => {
    fleet = createTestFleet(3, {
      handler: async (ctx) => {
        const { roots } = (await ctx.mcpReq.send({ method: "roots/list" })) as {
          roots: { uri: string }[];
        };
        return roots[0]!.uri;
      },
    });
    const host = await createHttpHost(fleet, { elicitation: {} });
    const stream = await host.call(0, 7);
    await stream.next();
    const request = (await stream.next())!;
    expect(request.message).toMatchObject({ method: "roots/list" });
    await host.post(1, {
      jsonrpc: "2.0",
      id: request.message?.id,
      result: { roots: [{ uri: "file:///a" }] },
    });
    expect((await stream.rest()).at(-1)?.message?.result?.content?.[0]?.text).toBe("file:///a");
  });

  it("costs a call without a question one look at the store, and one with a question few", async () => {
    fleet = createTestFleet(2, { handler, http: { sessionLeaseMs: 60_000 } });
    const host = await createHttpHost(fleet);
    for (const replica of [0, 1])
      await host.post(replica, { jsonrpc: "2.0", id: 1, method: "tools/list" });
    const count = (): number =>
      fleet.replicas.reduce((sum, { operations }) => sum + operations.length, 0);
    const before = count();
    const stream = await host.call(0, 7);
    await stream.next();
    const question = (await stream.next())!;
    await host.answer(1, question.message?.id);
    await stream.rest();
    await until(() => fleet.replicas[0]!.operations.at(-1)?.startsWith("delete midcall:response"));
    // Two of them are to see that the answer, which came to the other replica, is awaited.
    expect(count() - before).toBeLessThanOrEqual(17);
    expect(count() - before).toBeGreaterThan(5);
  });

  it("asks its user although the store is away for a moment as the replica first shows itself", async () => {
    const inner = createMemoryStore();
    let failures = 2;
    const shared: Store = {
      ...inner,
      put: (key, value, options) =>
        key.startsWith("midcall:replica:") && failures-- > 0
          ? Promise.reject(new Error("away"))
          : inner.put(key, value, options),
    };
    fleet = createTestFleet(2, { shared, handler });
    const client = await connect(fleet, () => ({ action: "accept", content: { value: "yes" } }));
    expect(await client.callTool({ name: "run" })).toMatchObject({ content: [{ text: "accept" }] });
    expect(failures).toBeLessThan(1);
    await client.close();
  });

  it("takes no second request with the id of one that is running", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    const question = (await stream.next())!;
    const second = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "run" } };
    expect((await host.post(0, second)).status).toBe(400);
    await host.answer(1, question.message?.id);
    expect((await stream.rest()).at(-1)?.message?.result?.content?.[0]?.text).toBe("accept");
  });

  it("treats a malformed response as an invalid answer", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    let question = (await stream.next())!;
    const broken = await host.post(1, { jsonrpc: "2.0", id: question.message?.id, result: null });
    expect(broken.status).toBe(400);
    question = (await stream.next()) ?? question;
    const text = question.message?.result?.content?.[0]?.text;
    expect(text).toBe("unanswered");
  });
});

describe("without a shared store", () => {
  it("a request for an unknown session is warned of, once a minute", async () => {
    const log = createLog();
    const elicitation = createElicitation({
      secret: SECRET,
      logger: log,
      store: createMemoryStore(),
    });
    const mcp = elicitation.createHandler(() =>
      elicitation.attach(new McpServer({ name: "one", version: "1" })),
    );
    for (let times = 0; times < 3; times++) {
      const response = await mcp(
        new Request(URL_OF_FLEET, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-session-id": "lost",
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        }),
      );
      expect(response.status).toBe(404);
    }
    expect(
      log.warnings.filter((warning) => warning.includes("session that this process does not have")),
    ).toHaveLength(1);
    await mcp.close();
  });

  it("sessions cannot be shared, and the option says why", () => {
    const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
    const build = (): McpServer => elicitation.attach(new McpServer({ name: "one", version: "1" }));
    expect(() => elicitation.createHandler(build, { sessions: "shared" })).toThrow(
      /needs `store` and `secret`/,
    );
    expect(() => elicitation.createHandler(build, { sessions: "all" as never })).toThrow(
      /must be "shared" or "local"/,
    );
    expect(() => elicitation.createHandler(build, { sessionLeaseMs: 0 })).toThrow(
      /sessionLeaseMs must be a positive integer/,
    );
  });
});

it("two users' clients on the same replicas get their own answers", async () => {
  fleet = createTestFleet(3, {
    handler: async (ctx) => {
      const answer = await ctx.elicit("Who?", ["ada", "eve"]);
      return answer.action === "accept" ? answer.data : answer.action;
    },
  });
  const users = ["ada", "eve"];
  const clients = await Promise.all(
    users.map((user) =>
      connect(fleet, () => ({ action: "accept", content: { value: user } }), { user }),
    ),
  );
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, n) => clients[n % 2]!.callTool({ name: "run" })),
  );
  expect(results.map(({ content }) => (content as { text: string }[])[0]!.text)).toEqual(
    results.map((_, n) => users[n % 2]),
  );
  await Promise.all(clients.map((client) => client.close()));
});
