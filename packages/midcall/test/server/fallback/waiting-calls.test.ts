import { McpServer } from "@modelcontextprotocol/server";
import {
  createElicitation,
  type ElicitationContext,
  type ElicitationOptions,
} from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { type Answers, createTestHost, type TestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type AppQuestion, QUESTION_META } from "../../../src/contracts/app.js";
import { clientOf } from "../tasks/requests.js";
import { createLog, PATIENCE_MS, said, SECRET, text } from "../lab.js";
import { createSpiedStore } from "../spied-store.js";

/* Calls that wait outside of the host leave records in the store for as long as they wait. */

const app = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};

/** A store that tells how much is in it. */
function createSpied() {
  const { store, sizes } = createSpiedStore();
  return {
    store,
    count: () => sizes.size,
    bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0),
  };
}

/** A service whose tool asks about a text, and may ask once more. */
function createService(
  options: ElicitationOptions,
  ask: (ctx: ElicitationContext) => unknown = async (ctx) =>
    (await ctx.elicit("Save it?", ["yes", "no"])).action,
) {
  const elicitation = createElicitation({
    ...{ secret: SECRET, logger: createLog(), fallback: ["native", "app"] },
    ...options,
  });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "notes", version: "1.0.0" }));
    const inputSchema = z.object({ about: z.string() });
    server.registerTool(
      "run",
      { inputSchema },
      elicitation.handler(async (_args, ctx) => text(await ask(ctx))),
    );
    return server;
  };
  const hostOf = (sub?: string, capabilities: object = app, answers?: Answers): Promise<TestHost> =>
    createTestHost({
      ...(answers && { answers }),
      ...{ build, transport: "http", capabilities },
      // Only in a session can a user be told from another whom nobody knows.
      protocolVersion: sub === undefined ? "2025-11-25" : "2026-07-28",
      ...(sub && { authInfo: { token: "t", clientId: "app", scopes: [], extra: { sub } } }),
      timeoutMs: PATIENCE_MS,
    });
  return Object.assign(hostOf, { build });
}

async function call(host: TestHost, about: string) {
  const result = await host.callTool("run", { about });
  const question = result._meta?.[QUESTION_META] as AppQuestion | undefined;
  return { said: said(result), question };
}

async function answer(
  host: TestHost,
  { id, key }: AppQuestion,
  content: object = { value: "yes" },
) {
  const given = { id, key, action: "accept", content };
  return (await host.callTool("midcall_answer", given)).structuredContent;
}

describe("calls that wait outside of the host", () => {
  it.each(["with", "without"])(
    "are refused beyond the limit of one user, %s a store, and leave nothing then",
    async (which) => {
      const { store, count } = createSpied();
      const hostOf = createService({
        ...(which === "with" && { store }),
        limits: { openQuestions: 5 },
      });
      await using mallory = await hostOf("mallory");
      await using alice = await hostOf("alice");
      const waiting: string[] = [];
      let full: number | undefined;
      for (let n = 0; n < 20; n++) {
        const { question, said: words } = await call(mallory, `note ${n}`);
        if (question !== undefined) waiting.push(`note ${n}`);
        else expect(words).toMatch(/This user has 5 questions open, which is the limit/);
        full ??= waiting.length === 5 ? count() : undefined;
      }
      expect(waiting).toHaveLength(5);
      expect(count()).toBe(which === "with" ? full : 0);
      // Those that wait go on, and others are none of their business.
      expect((await call(mallory, waiting[0]!)).question).toBeDefined();
      expect((await call(alice, "hers")).question).toBeDefined();
    },
  );

  it("make room for others when they end, whichever way they do", async () => {
    let now = Date.now();
    const { store } = createSpied();
    const hostOf = createService({
      ...{ store, limits: { openQuestions: 1 }, now: () => now },
      timeoutMs: 60_000,
    });
    await using host = await hostOf("ada");
    for (let n = 0; n < 3; n++) {
      const { question } = await call(host, `answered ${n}`);
      expect(await answer(host, question!)).toEqual({ status: "received" });
      expect((await call(host, `answered ${n}`)).said).toBe("accept");
    }
    expect((await call(host, "left")).question).toBeDefined();
    expect((await call(host, "next")).said).toMatch(/questions open/);
    now += 61_000;
    // Its time is over, and it ends when it comes again.
    expect((await call(host, "left")).said).toBe("unanswered");
    expect((await call(host, "next")).question).toBeDefined();
  });

  it("end with an error where somebody has changed what is saved of them, and are asked anew after it", async () => {
    const { store, sizes } = createSpiedStore();
    const hostOf = createService({ store });
    await using host = await hostOf("ada");
    const { question } = await call(host, "changed");
    const saved = [...sizes.keys()].filter((key) => /^midcall:call:[^:]+$/.test(key));
    expect(saved).toHaveLength(1);
    await store.put(saved[0]!, "garbage", { ttlMs: 60_000 });
    await answer(host, question!);
    expect((await call(host, "changed")).said).toMatch(/^error: .*changed/);
    const again = (await call(host, "changed")).question;
    expect(again).toBeDefined();
    expect(again!.id).not.toBe(question!.id);
    await answer(host, again!, { value: "no" });
    expect((await call(host, "changed")).said).toBe("accept");
  });

  it("take every answer, however many others wait", async () => {
    const { store } = createSpied();
    const hostOf = createService({ store, limits: { openQuestions: 2 } }, async (ctx) => {
      const first = await ctx.elicit("First?", ["yes"]);
      const second = await ctx.elicit("Second?", ["yes"]);
      return [first.action, second.action];
    });
    await using host = await hostOf("ada");
    const one = await call(host, "one");
    const two = await call(host, "two");
    expect((await call(host, "three")).said).toMatch(/questions open/);
    for (const [about, { question }] of Object.entries({ one, two })) {
      await answer(host, question!);
      const next = await call(host, about);
      expect(next.question).toMatchObject({ message: "Second?" });
      expect((await call(host, "three")).said).toMatch(/questions open/);
      await answer(host, next.question!);
    }
    const yes = { action: "accept", content: { value: "yes" } } as const;
    await using native = await hostOf("ada", { elicitation: { form: {} } }, [yes, yes]);
    expect((await call(native, "in the host")).said).toMatch(/questions open/);
    expect((await call(host, "one")).said).toBe('["accept","accept"]');
    expect((await call(host, "two")).said).toBe('["accept","accept"]');
    expect((await call(host, "three")).question).toBeDefined();
  });

  it.each(["with", "without"])(
    "keep their one place when they ask in the host next, and when the host has them ask in a view, %s a store",
    async (which) => {
      const { store } = createSpied();
      const { build } = createService(
        { ...(which === "with" && { store }), limits: { openQuestions: 2 } },
        async (ctx) => {
          await ctx.elicit("In the view?", ["yes"], { fallback: ["app"] });
          await ctx.elicit("In the host?", ["yes"], { fallback: ["native"] });
          await ctx.elicit("In the view again?", ["yes"], { fallback: ["app"] });
          return "done";
        },
      );
      const client = clientOf(build, { user: "ada", extensions: app.extensions });
      const begin = (n: number) => client.call("run", { arguments: { about: `note ${n}` } });
      const goOn = async (meta: unknown, n: number) => {
        const { id, key } = (meta as Record<string, unknown>)[QUESTION_META] as AppQuestion;
        const yes = { id, key, action: "accept", content: { value: "yes" } };
        await client.send("tools/call", { name: "midcall_answer", arguments: yes });
        return (await begin(n)).result!;
      };
      const full = async (): Promise<void> =>
        expect(JSON.stringify(await begin(99))).toContain("2 questions open");
      const inHost = async (asked: Record<string, unknown>, n: number) => {
        const [key] = Object.keys(asked["inputRequests"] as object);
        const more = {
          requestState: asked["requestState"],
          inputResponses: { [key!]: { action: "accept", content: { value: "yes" } } },
        };
        const args = { arguments: { about: `note ${n}` } };
        return (await client.call("run", { ...args, ...more })).result!;
      };
      for (let n = 0; n < 6; n += 2) {
        const first = await begin(n);
        const second = await begin(n + 1);
        await full();
        const asked = [
          await goOn(first.result!["_meta"], n),
          await goOn(second.result!["_meta"], n + 1),
        ] as const;
        await full();
        const viewed = [await inHost(asked[0], n), await inHost(asked[1], n + 1)] as const;
        await full();
        expect(JSON.stringify(await goOn(viewed[0]["_meta"], n))).toContain("done");
        expect(JSON.stringify(await goOn(viewed[1]["_meta"], n + 1))).toContain("done");
      }
    },
  );

  it("of one session whose user nobody knows are no more than those of one user", async () => {
    const { store } = createSpied();
    const limits = { openQuestions: 2, anonymousQuestions: 3 };
    const hostOf = createService({ store, limits });
    const waitingIn = async (host: TestHost): Promise<number> => {
      let waiting = 0;
      for (let n = 0; n < 5; n++) {
        const { question } = await call(host, `note ${n}`);
        if (question !== undefined) waiting += 1;
      }
      return waiting;
    };
    await using one = await hostOf(undefined);
    await using two = await hostOf(undefined);
    await using known = await hostOf("ada");
    expect([await waitingIn(one), await waitingIn(two), await waitingIn(known)]).toEqual([2, 1, 2]);
  });

  it("keep nothing of the arguments", async () => {
    const { store, bytes } = createSpied();
    const hostOf = createService({ store });
    await using host = await hostOf("ada");
    const about = "x".repeat(1_000_000);
    const { question } = await call(host, about);
    expect(bytes()).toBeLessThan(10_000);
    await answer(host, question!);
    expect((await call(host, about)).said).toBe("accept");
  });

  it("are refused where the model passes the answer on and the arguments are too large", async () => {
    const { store, count } = createSpied();
    const hostOf = createService({ store, fallback: ["relay"] });
    await using host = await hostOf("ada", {});
    const { said: words } = await call(host, "x".repeat(200_000));
    expect(words).toMatch(
      /The arguments of this call have 2000\d\d bytes.*at most 131072 are kept/s,
    );
    expect(count()).toBe(0);
    expect((await call(host, "x".repeat(100_000))).said).toContain("Ask them in the chat");
  });

  it("say that an answer in a view is too large, and take a shorter one", async () => {
    const { store, bytes } = createSpied();
    const hostOf = createService({ store, limits: { stateBytes: 4_096 } }, async (ctx) => {
      const said = await ctx.elicit("What is it?", z.object({ note: z.string() }));
      return said.action === "accept" && said.data.note.length;
    });
    await using host = await hostOf("ada");
    const { question } = await call(host, "it");
    const given = (length: number) => answer(host, question!, { note: "x".repeat(length) });
    expect(await given(1_600)).toMatchObject({
      ...{ status: "invalid", reason: expect.stringMatching(/at most 1536 are taken/) },
    });
    expect(bytes()).toBeLessThan(10_000);
    expect(await given(1_500)).toEqual({ status: "received" });
    expect((await call(host, "it")).said).toBe("1500");
  });

  it("end with an error, and leave nothing, when what they have to keep is too large", async () => {
    const { store, count } = createSpied();
    const limits = { stateBytes: 1_024, stepBytes: 100_000 };
    const hostOf = createService({ store, limits }, async (ctx) => {
      await ctx.step("read", () => "x".repeat(50_000));
      return (await ctx.elicit("Go?", ["yes"])).action;
    });
    await using host = await hostOf("ada");
    expect((await call(host, "it")).said).toMatch(
      /What is kept of this call .* has 5\d{4} bytes, which is over the limit of 7808/,
    );
    expect(count()).toBe(0);
  });

  it("are asked nobody anew when a request is sent again that they have gone on from", async () => {
    const written: unknown[] = [];
    const { build } = createService({ store: createMemoryStore() }, async (ctx) => {
      await ctx.elicit("Really?", ["yes"], { fallback: ["native"] });
      const amount = await ctx.elicit("How much?", z.object({ sum: z.number() }), {
        fallback: ["app"],
      });
      if (amount.action !== "accept") return "nothing";
      const { sum } = amount.data;
      await ctx.step(`pay ${sum}`, () => void written.push(sum));
      return (await ctx.elicit("A receipt?", ["yes"], { fallback: ["native"] })).action;
    });
    const client = clientOf(build, { user: "ada", extensions: app.extensions });
    const given = { arguments: { about: "it" } };
    const answered = ({ result }: Awaited<ReturnType<typeof client.call>>) => ({
      ...given,
      requestState: result!.requestState,
      inputResponses: Object.fromEntries(
        Object.keys(result!.inputRequests!).map((key) => [
          key,
          { action: "accept", content: { value: "yes" } },
        ]),
      ),
    });
    const second = answered(await client.call("run", given));
    const viewed = (await client.call("run", second)).result!["_meta"];
    const { id, key } = (viewed as Record<string, unknown>)[QUESTION_META] as AppQuestion;
    const ten = { id, key, action: "accept", content: { sum: 10 } };
    await client.send("tools/call", { name: "midcall_answer", arguments: ten });
    const third = answered(await client.call("run", given));
    expect(written).toEqual([10]);
    expect((await client.call("run", second)).error).toMatchObject({ code: -32_602 });
    const fresh = (await client.call("run", given)).result!["_meta"];
    expect(Object(fresh)).not.toHaveProperty(QUESTION_META);
    expect(JSON.stringify(await client.call("run", third))).toContain("accept");
    expect(written).toEqual([10]);
  });

  it.each([
    ["the call", /^midcall:call:[\w-]+$/],
    ["the answer", /^midcall:answer:/],
  ])("go on when %s could not be read once", async (_, which) => {
    const { store: inner } = createSpied();
    let failing = 0;
    const store: Store = {
      ...inner,
      async get(key) {
        // What comes first looks for an answer, before anything is claimed.
        if (which.test(key) && failing > 0 && --failing === 0)
          throw new Error("The store is away.");
        return inner.get(key);
      },
    };
    const hostOf = createService({ store });
    await using host = await hostOf("ada");
    // Each read that the call that goes on does, one after another.
    for (let nth = 1; nth <= 6; nth++) {
      const { question } = await call(host, `note ${nth}`);
      await answer(host, question!);
      failing = nth;
      const first = (await call(host, `note ${nth}`)).said;
      if (failing === 0) expect(first).toMatch(/could not use its store/);
      const isOver = first === "accept";
      failing = 0;
      if (!isOver) expect((await call(host, `note ${nth}`)).said).toBe("accept");
    }
  });
  it.each([
    ["is put elsewhere beside one for the host", "beside"],
    ["waits in the view while the host is asked another one", "earlier"],
  ])("take no answer of the host's to a question that %s", async (_, when) => {
    let now = Date.now();
    const { store } = createSpied();
    const { build } = createService({ store, now: () => now }, async (ctx) => {
      const own = ctx.elicit("Really pay?", z.object({ confirm: z.boolean() }), {
        ...{ key: "pay", fallback: ["app"] },
      });
      const ask = async (): Promise<void> => {
        const brief = { fallback: ["app"], timeoutMs: 1_000 } as const;
        if (when === "earlier") await ctx.elicit("To whom?", ["ada"], brief);
        await ctx.elicit("Your name?", ["ada"], { key: "name", fallback: ["native"] });
      };
      const [answer] = await Promise.all([own, ask()]);
      return `paid: ${answer.action === "accept" && answer.data.confirm}`;
    });
    const client = clientOf(build, { user: "ada", extensions: app.extensions });
    const given = { arguments: { about: "it" } };
    const shown = ({ result }: Awaited<ReturnType<typeof client.call>>) =>
      (Object(result!["_meta"]) as Record<string, AppQuestion | undefined>)[QUESTION_META];
    let asked = await client.call("run", given);
    if (when === "earlier") {
      expect(shown(asked)).toMatchObject({ message: "Really pay?", more: 1 });
      now += 2_000;
      asked = await client.call("run", given);
    }
    expect(Object.keys(asked.result!.inputRequests!)).toEqual(["name"]);
    const yes = { action: "accept", content: { value: "ada", confirm: true } };
    const inputResponses = { name: yes, pay: yes };
    const { requestState } = asked.result!;
    asked = await client.call("run", { ...given, requestState, inputResponses });
    expect(shown(asked)).toMatchObject({ message: "Really pay?" });
    const { id, key } = shown(asked)!;
    const no = { id, key, action: "accept", content: { confirm: false } };
    await client.send("tools/call", { name: "midcall_answer", arguments: no });
    expect(JSON.stringify(await client.call("run", given))).toContain("paid: false");
  });

  it("keep an answer as long as they can come for it, though another of their questions has longer", async () => {
    const { store: inner } = createSpied();
    const lives: (number | undefined)[] = [];
    const store: Store = {
      ...inner,
      putIfAbsent(key, value, options) {
        if (key.startsWith("midcall:answer:")) lives.push(options?.ttlMs);
        return inner.putIfAbsent(key, value, options);
      },
    };
    const now = Date.now();
    const hour = 3_600_000;
    const hostOf = createService({ store, now: () => now }, async (ctx) => {
      const answers = await Promise.all([
        ctx.elicit("Now?", ["yes"], { timeoutMs: 60_000 }),
        ctx.elicit("Later?", ["yes"], { timeoutMs: hour }),
      ]);
      return answers.map(({ action }) => action);
    });
    await using host = await hostOf("ada");
    const { question } = await call(host, "it");
    expect(question).toMatchObject({ message: "Now?" });
    expect(await answer(host, question!)).toEqual({ status: "received" });
    // Its call can come until ten minutes after the later deadline.
    expect(lives).toEqual([hour + 600_000]);
  });

  it("and are a copy of one that asks already end, and make room", async () => {
    const { build } = createService(
      { store: createMemoryStore(), limits: { openQuestions: 2 } },
      async (ctx) => {
        await ctx.elicit("In the host?", ["yes"], { key: "host", fallback: ["native"] });
        return (await ctx.elicit("In the view?", ["yes"], { key: "view", fallback: ["app"] }))
          .action;
      },
    );
    const client = clientOf(build, { user: "ada", extensions: app.extensions });
    const given = { arguments: { about: "it" } };
    const yes = { host: { action: "accept", content: { value: "yes" } } };
    const begin = async () => (await client.call("run", given)).result!;
    const goOn = (state: unknown) =>
      client.call("run", { ...given, requestState: state, inputResponses: yes });
    const [one, two] = [await begin(), await begin()];
    expect((await goOn(one.requestState)).result!["_meta"]).toHaveProperty([QUESTION_META]);
    expect(JSON.stringify(await goOn(two.requestState))).toContain("is under way already");
    // What it said is not used, neither now nor when it is sent again.
    expect((await goOn(two.requestState)).error).toMatchObject({ code: -32_602 });
    const other = await client.call("run", { arguments: { about: "another one" } });
    expect(other.result).toMatchObject({ resultType: "input_required" });
  });
});
