import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationContext } from "midcall/server";
import { accept, createTestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, createLog, said, SECRET } from "../server/lab.js";
import { accepting, answering, call, requestsFrom, serve, tokenOf } from "./wire.js";

const LINK = "https://pages.example/connect/7f3a";
const auth = tokenOf("ada");

/** Asks in every way there is. */
const curious = () =>
  createLab(
    async (ctx) => {
      const [form, link] = await Promise.all([
        ctx.elicit("Which?", ["a"]),
        ctx.elicit("Connect?", LINK),
      ]);
      const sure = await ctx.confirm("Sure?");
      return `${form.action} ${link.action} ${sure}`;
    },
    { keepAliveMs: 5 },
  );

const answerAll = ({ message }: { message: string }) =>
  accept(
    message === "Which?" ? { value: "a" } : message === "Sure?" ? { confirm: true } : undefined,
  );

describe("on 2026-07-28", () => {
  it.each(["stdio", "http"] as const)(
    "questions come in results; the server sends the host no request of its own (%s) [MRTR-26-01]",
    async (transport) => {
      await using host = await curious().host({
        protocolVersion: "2026-07-28",
        transport,
        answers: answerAll,
      });
      expect(said(await host.callTool("run"))).toBe("accept accept true");
      expect(host.questions.map(({ via }) => via)).toEqual([
        "input_required",
        "input_required",
        "input_required",
      ]);
      expect(requestsFrom(host)).toEqual([]);
    },
  );

  it("nothing on stdout is a request [STDIO-26-01]", async () => {
    await using host = await curious().host({
      protocolVersion: "2026-07-28",
      transport: "stdio",
      answers: answerAll,
    });
    await host.callTool("run", {}, { onProgress: () => {} });
    expect(requestsFrom(host)).toEqual([]);
  });

  it("nothing on an HTTP stream is a request [HTTP-26-01]", async () => {
    const lab = curious();
    const handler = lab.elicitation.createHandler(lab.build);
    await using host = await createTestHost({
      timeoutMs: 120_000,
      protocolVersion: "2026-07-28",
      handler,
      answers: answerAll,
    });
    await host.callTool("run", {}, { onProgress: () => {} });
    expect(requestsFrom(host)).toEqual([]);
    await handler.close();
  });

  it("nothing but tools/call, prompts/get and resources/read leads to questions [MRTR-26-04]", async () => {
    const allowed = [
      ["tools/call", { name: "run", arguments: {} }],
      ["prompts/get", { name: "run" }],
      ["resources/read", { uri: "run://1" }],
    ] as const;
    const ref = { type: "ref/prompt", name: "run" };
    const others = [
      ["tools/list", {}],
      ["prompts/list", {}],
      ["resources/list", {}],
      ["resources/templates/list", {}],
      ["completion/complete", { ref, argument: { name: "name", value: "x" } }],
    ] as const;
    const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
    const ask = elicitation.handler(async (ctx: ElicitationContext) => {
      await ctx.elicit("Which?", ["a"]);
      return {};
    });
    const handler = elicitation.createHandler(() => {
      const info = { name: "asks anywhere", version: "1.0.0" };
      const server = elicitation.attach(new McpServer(info));
      server.server.registerCapabilities({
        tools: {},
        prompts: {},
        resources: {},
        completions: {},
      });
      for (const [method] of [...allowed, ...others]) {
        server.server.setRequestHandler(method, (_request, ctx) => ask(ctx) as never);
      }
      return server;
    });
    for (const [method, params] of allowed) {
      const { result } = await call(handler, { method, params });
      expect(result?.["resultType"], method).toBe("input_required");
    }
    for (const [method, params] of others) {
      const { result, messages } = await call(handler, { method, params });
      expect(result, method).toBeUndefined();
      expect(JSON.stringify(messages), method).not.toMatch(/inputRequests|input_required/);
    }
    await handler.close();
  });

  it("each question of a call has a key of its own, in one round and over all of them [MRTR-26-05]", async () => {
    const lab = createLab(async (ctx) => {
      const found: string[] = [];
      for (let turn = 0; turn < 3; turn++) {
        const [a, b, c] = await Promise.all([
          ctx.elicit("Same?", ["x", "y"]),
          ctx.elicit("Other?", ["x", "y"]),
          ctx.elicit("Same?", ["x", "y"], { key: `named ${turn}` }),
        ]);
        found.push(
          ...[a, b, c].map((answer) => (answer.action === "accept" ? answer.data : answer.action)),
        );
      }
      return found.join("");
    });
    const given: string[] = [];
    await using host = await lab.host({
      protocolVersion: "2026-07-28",
      answers: ({ index }) => {
        given.push(index % 2 === 0 ? "x" : "y");
        return accept({ value: given.at(-1) });
      },
    });
    expect(said(await host.callTool("run"))).toBe(given.join(""));
    expect(new Set(host.questions.map(({ key }) => key)).size).toBe(9);

    for (const options of [undefined, { key: "one" }]) {
      const clash = createLab((ctx) =>
        Promise.all([
          ctx.elicit("Same?", ["a"], options),
          ctx.elicit(options ? "Other?" : "Same?", ["a"], options),
        ]),
      );
      await using other = await clash.host({
        protocolVersion: "2026-07-28",
        answers: () => accept({ value: "a" }),
      });
      expect(said(await other.callTool("run"))).toMatch(/^error: /);
      expect(other.questions).toEqual([]);
    }
  });

  it("every entry of inputRequests is an elicitation request [MRTR-26-06]", async () => {
    const { handler } = serve((ctx) =>
      Promise.all([
        ctx.elicit("Which?", ["a"]),
        ctx.elicit("Connect?", LINK),
        ctx.confirm("Sure?"),
      ]),
    );
    const { asked } = await call(handler);
    expect(Object.values(asked)).toHaveLength(3);
    for (const request of Object.values(asked)) {
      expect(Object.keys(request).sort()).toEqual(["method", "params"]);
      expect(request.method).toBe("elicitation/create");
      expect(request.params).toMatchObject({ message: expect.any(String) as string });
    }
  });

  it("every interim result carries questions or state, also while a link's end is quietly awaited [MRTR-26-14]", async () => {
    const { handler } = serve(
      (ctx) => ctx.elicit("Connect?", LINK, { completed: async () => false }),
      { holdMs: 5 },
    );
    let reply = await call(handler);
    const quiet: boolean[] = [];
    for (let round = 1; round <= 5; round++) {
      expect(reply.result?.["resultType"]).toBe("input_required");
      expect(reply.state ?? reply.keys[0]).toBeTypeOf("string");
      quiet.push(reply.keys.length === 0);
      const responses =
        reply.keys.length === 0 ? undefined : answering(reply, { action: "accept" });
      reply = await call(handler, { state: reply.state, responses });
    }
    expect(quiet).toContain(true);
    expect(quiet).toContain(false);
  });

  it("an interim result is marked as input_required, and a final one is not [BASE-26-01]", async () => {
    const { handler } = serve(async (ctx) => (await ctx.elicit("Which?", ["a"])).action);
    const first = await call(handler);
    expect(first.result).toMatchObject({ resultType: "input_required" });
    const last = await call(handler, {
      state: first.state,
      responses: answering(first, { action: "decline" }),
    });
    expect(last.result).toMatchObject({ resultType: "complete", content: [{ text: "decline" }] });
  });
});

describe("the rounds of a call on 2026-07-28", () => {
  /** A step, a question, a step, a question; counts how often each step really ran. */
  const steps = (counts: Record<string, number>) => async (ctx: ElicitationContext) => {
    const once = (key: string) => ctx.step(key, () => (counts[key] = (counts[key] ?? 0) + 1));
    await once("one");
    const first = await ctx.elicit("First?", ["a", "b"]);
    await once("two");
    const second = await ctx.elicit("Second?", ["c", "d"]);
    return [first, second]
      .map((answer) => (answer.action === "accept" ? answer.data : answer.action))
      .join("");
  };

  it("may each reach another process that shares the secret [BASE-26-04]", async () => {
    const counts = {};
    const replicas = [serve(steps(counts)), serve(steps(counts)), serve(steps(counts))];
    const first = await call(replicas[0]!.handler, { auth });
    const second = await call(replicas[1]!.handler, {
      auth,
      state: first.state,
      responses: answering(first, accepting({ value: "b" })),
    });
    const last = await call(replicas[2]!.handler, {
      auth,
      state: second.state,
      responses: answering(second, accepting({ value: "d" })),
    });
    expect(last.said).toBe("bd");
    expect(counts).toEqual({ one: 1, two: 1 });
  });

  it("are linked by what the host sends back, and by nothing else [BASE-26-05]", async () => {
    const counts: Record<string, number> = {};
    const { handler } = serve(steps(counts));
    // Two calls of one person with the same arguments, their rounds mixed.
    const [one, two] = [await call(handler, { auth }), await call(handler, { auth })];
    expect(counts).toEqual({ one: 2 });
    const oneThen = await call(handler, {
      auth,
      state: one.state,
      responses: answering(one, accepting({ value: "a" })),
    });
    // Answers without a state belong to no call: they start a new one, which asks.
    const stray = await call(handler, {
      auth,
      responses: answering(one, accepting({ value: "a" })),
    });
    expect(stray.keys).toEqual(one.keys);
    expect(counts).toEqual({ one: 3, two: 1 });
    const twoThen = await call(handler, {
      auth,
      state: two.state,
      responses: answering(two, accepting({ value: "b" })),
    });
    expect(
      (
        await call(handler, {
          auth,
          state: oneThen.state,
          responses: answering(oneThen, accepting({ value: "c" })),
        })
      ).said,
    ).toBe("ac");
    expect(
      (
        await call(handler, {
          auth,
          state: twoThen.state,
          responses: answering(twoThen, accepting({ value: "d" })),
        })
      ).said,
    ).toBe("bd");
  });
});
