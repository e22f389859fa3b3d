import { afterEach, describe, expect, it } from "vitest";
import type { ElicitationContext, ElicitationOptions } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { type AppQuestion, QUESTION_META } from "../../../src/contracts/app.js";
import { createTestFleet, type ReplicaOptions, type TestFleet, until } from "./fleet-lab.js";
import {
  createHttpHost,
  type EventReader,
  type HttpHost,
  readEvents,
  type SentEvent,
} from "./http-host.js";
import { turns, useVirtualTime } from "../virtual-time.js";

/* Calls of a session that all replicas share, whose questions are asked partly in the host and partly in the view. */

useVirtualTime();

let fleet: TestFleet;
afterEach(() => fleet.close());

const capabilities = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
  // Its answers are given on purpose, however fast they come.
  experimental: { "midcall/deliberate": {} },
};

type Handler = (ctx: ElicitationContext, wrote: string[]) => Promise<string>;

/** What the steps did, in all replicas. */
let wrote: string[];

async function createFleet(
  count: number,
  handler: Handler,
  elicitation: ElicitationOptions = {},
  others: Partial<Omit<ReplicaOptions, "elicitation">> = {},
): Promise<HttpHost> {
  const done: string[] = [];
  wrote = done;
  fleet = createTestFleet(count, {
    handler: (ctx) => handler(ctx, done),
    elicitation: { fallback: ["native", "app"], ...elicitation },
    ...others,
  });
  return createHttpHost(fleet, { capabilities });
}

const inHost = { fallback: ["native"] } as const;
const inView = { fallback: ["app"] } as const;
const CHOICES = ["yes", "no"] as const;

const textOf = (event: SentEvent | undefined): unknown => {
  const { result, error } = event?.message ?? {};
  return error?.message ?? result?.content?.[0]?.text;
};

/** What the end of a call shows in its view. */
function shown(event: SentEvent | undefined): AppQuestion {
  const { _meta } = (event?.message?.result ?? {}) as { _meta?: Record<string, unknown> };
  const question = _meta?.[QUESTION_META] as AppQuestion | undefined;
  if (question === undefined) throw new Error(`No question, but: ${String(textOf(event))}`);
  return question;
}

let calls = 0;

/** Answers a question in the view. Returns what the server says to it. */
async function answerInView(
  host: HttpHost,
  replica: number,
  { id, key }: AppQuestion,
  value = "yes",
): Promise<unknown> {
  const given = { id, key, action: "accept", content: { value } };
  const response = await host.post(replica, {
    ...{ jsonrpc: "2.0", id: `view ${(calls += 1)}`, method: "tools/call" },
    params: { name: "midcall_answer", arguments: given },
  });
  const end = (await readEvents(response).rest()).at(-1);
  const result = end?.message?.result as { structuredContent?: { status?: unknown } } | undefined;
  return result?.structuredContent?.status;
}

/** Reads until the host is asked, or the call ends. */
async function next(stream: EventReader): Promise<SentEvent> {
  for (;;) {
    const event = await stream.next();
    if (event === undefined) throw new Error("The stream ended without a response.");
    if (event.message?.method === "elicitation/create") return event;
    if (event.message !== undefined && "id" in event.message) return event;
  }
}

/** Makes the call and answers each question that the host is asked with yes. Returns its end. */
async function callAt(host: HttpHost, replica: number): Promise<SentEvent> {
  const stream = await host.call(replica, (calls += 1));
  for (;;) {
    const event = await next(stream);
    if (event.message?.method !== "elicitation/create") return event;
    await host.answer(replica, event.message.id);
  }
}

describe("a question in the host, and then one in the view", () => {
  const handler =
    (withStep: boolean): Handler =>
    async (ctx, done) => {
      const first = await ctx.elicit("First?", CHOICES, inHost);
      if (withStep) await ctx.step("one", () => void done.push("one"), { writes: true });
      const second = await ctx.elicit("Second?", CHOICES, inView);
      await ctx.step("two", () => void done.push("two"), { writes: true });
      const third = await ctx.elicit("Third?", CHOICES, inHost);
      return `${first.action} ${second.action} ${third.action}`;
    };

  it.each([
    ["with a step between them", true, 0],
    ["with a step between them, at another replica", true, 1],
    ["without a step between them", false, 1],
  ])("go on with the answer that was received, %s", async (_, withStep, other) => {
    const host = await createFleet(2, handler(withStep));
    const question = shown(await callAt(host, 0));
    expect(await answerInView(host, other, question)).toBe("received");
    expect(textOf(await callAt(host, other))).toBe("accept accept accept");
    expect(wrote).toEqual(withStep ? ["one", "two"] : ["two"]);
  });

  it.each([
    ["with", true],
    ["without", false],
  ])("go on so after a failover between them, %s a step", async (_, withStep) => {
    const host = await createFleet(2, handler(withStep));
    const asked = await next(await host.call(0, 7));
    await fleet.replicas[0]!.handler.close();
    await host.answer(1, asked.message?.id);
    const end = await next(readEvents(await host.resume(1, asked.id!)));
    expect(await answerInView(host, 1, shown(end))).toBe("received");
    expect(textOf(await callAt(host, 1))).toBe("accept accept accept");
    expect(wrote).toEqual(withStep ? ["one", "two"] : ["two"]);
  });

  it("go on so when their replica is lost after it has put the second into the view", async () => {
    const host = await createFleet(2, handler(true));
    const stream = await host.call(0, 7);
    const asked = await next(stream);
    // The call is saved, and what says so is not sent.
    const { operations, failStore } = fleet.replicas[0]!;
    failStore(/^putIfAbsent midcall:events/, new Error("ETIMEDOUT"));
    await host.answer(1, asked.message?.id);
    const isSaved = (one: string): boolean => /^put midcall:call:[^:]+$/.test(one);
    await until(() => operations.some(isSaved));
    fleet.replicas[0]!.kill();
    const end = await next(readEvents(await host.resume(1, asked.id!)));
    expect(await answerInView(host, 1, shown(end))).toBe("received");
    expect(textOf(await callAt(host, 1))).toBe("accept accept accept");
    expect(wrote).toEqual(["one", "two"]);
  });
});

describe("a call that goes on from the view, and is lost while the host is asked", () => {
  const handler =
    (isLast: boolean): Handler =>
    async (ctx, done) => {
      const first = await ctx.elicit("First?", CHOICES, inView);
      await ctx.step("one", () => void done.push("one"), { writes: true });
      const second = await ctx.elicit("Second?", CHOICES, inHost);
      await ctx.step("two", () => void done.push("two"), { writes: true });
      if (isLast) return `${first.action} ${second.action}`;
      const third = await ctx.elicit("Third?", CHOICES, inView);
      return `${first.action} ${second.action} ${third.action}`;
    };

  /** The first question is answered in the view, and the second one is open in the host at replica 0. */
  async function open(host: HttpHost): Promise<SentEvent> {
    expect(await answerInView(host, 0, shown(await callAt(host, 0)))).toBe("received");
    return next(await host.call(0, 7));
  }

  const ends = [
    ["was closed", () => fleet.replicas[0]!.handler.close()],
    ["was killed", async () => fleet.replicas[0]!.kill()],
  ] as const;

  it.each(ends)(
    "is finished by another replica, and is over then; the first %s",
    async (_, end) => {
      const host = await createFleet(2, handler(true), { holdMs: 100 });
      const asked = await open(host);
      await end();
      await host.answer(1, asked.message?.id);
      const ended = await next(readEvents(await host.resume(1, asked.id!)));
      expect(textOf(ended)).toBe("accept accept");
      // A new one, which asks for itself.
      expect(shown(await callAt(host, 1)).message).toBe("First?");
      expect(wrote).toEqual(["one", "two"]);
    },
  );

  it.each(ends)("goes on with its next question in the view; the first %s", async (_, end) => {
    const host = await createFleet(2, handler(false), { holdMs: 100 });
    const asked = await open(host);
    await end();
    await host.answer(1, asked.message?.id);
    const waiting = await next(readEvents(await host.resume(1, asked.id!)));
    expect(await answerInView(host, 1, shown(waiting), "no")).toBe("received");
    expect(textOf(await callAt(host, 1))).toBe("accept accept accept");
    expect(wrote).toEqual(["one", "two"]);
  });

  it("goes on at once in the same call, made again, where its client does not come back", async () => {
    const host = await createFleet(2, handler(true), { holdMs: 100 });
    await open(host);
    await fleet.replicas[0]!.handler.close();
    expect(textOf(await callAt(host, 1))).toBe("accept accept");
    expect(wrote).toEqual(["one", "two"]);
  });

  it("goes on in the call that was made again, and not in both", async () => {
    const host = await createFleet(3, handler(true), { holdMs: 100 });
    const asked = await open(host);
    await fleet.replicas[0]!.handler.close();
    const again = await host.call(1, 8);
    const askedAgain = await next(again);
    await host.answer(2, asked.message?.id, "no");
    const lost = await next(readEvents(await host.resume(2, asked.id!)));
    expect(textOf(lost)).toMatch(/continues there|later one continues it/);
    await host.answer(1, askedAgain.message?.id);
    expect(textOf(await next(again))).toBe("accept accept");
    expect(wrote).toEqual(["one", "two"]);
  });

  it("keeps the other questions of its view where they are", async () => {
    const host = await createFleet(2, async (ctx) => {
      const [first, second] = await Promise.all([
        ctx
          .elicit("First?", CHOICES, inView)
          .then(async ({ action }) => [
            action,
            (await ctx.elicit("Host?", CHOICES, inHost)).action,
          ]),
        ctx.elicit("Second?", CHOICES, inView),
      ]);
      return [...first, second.action].join(" ");
    });
    expect(await answerInView(host, 0, shown(await callAt(host, 0)))).toBe("received");
    const stream = await host.call(0, 7);
    const asked = await next(stream);
    await fleet.replicas[0]!.handler.close();
    await host.answer(1, asked.message?.id);
    const waiting = await next(readEvents(await host.resume(1, asked.id!)));
    const other = shown(waiting);
    expect(other.message).toBe("Second?");
    expect(await answerInView(host, 1, other)).toBe("received");
    expect(textOf(await callAt(host, 1))).toBe("accept accept accept");
  });
});

describe("a replica that is closed while a call goes on there from the view", () => {
  it("does not take a question that nobody was asked for one without an answer", async () => {
    let finish = (): void => {};
    const host = await createFleet(2, async (ctx, done) => {
      await ctx.elicit("First?", CHOICES, inView);
      await ctx.step("one", () => {
        done.push("one");
        return new Promise<void>((resolve) => (finish = resolve));
      });
      const { action } = await ctx.elicit("Second?", CHOICES, inHost);
      await ctx.step(action, () => void done.push(action), { writes: true });
      return action;
    });
    expect(await answerInView(host, 0, shown(await callAt(host, 0)))).toBe("received");
    const stream = await host.call(0, 7);
    await until(() => wrote.length === 1);
    await fleet.replicas[0]!.handler.close();
    expect(textOf(await next(stream))).toMatch(/has been closed/);
    finish();
    await turns(500);
    expect(textOf(await callAt(host, 1))).toBe("accept");
    expect(wrote).toEqual(["one", "accept"]);
  });
});

describe("a question of the host with a long time", () => {
  const HOUR = 3_600_000;

  /** A fleet whose clock a test sets forward. */
  async function withClock(handler: Handler) {
    let ahead = 0;
    const now = (): number => Date.now() + ahead;
    const shared = createMemoryStore({ now });
    const http = { sessionIdleMs: 2 * HOUR };
    const host = await createFleet(2, handler, { now }, { shared, http });
    return { host, forward: (ms: number) => void (ahead += ms) };
  }

  it("keeps its answer as long as its call can be continued", async () => {
    const { host, forward } = await withClock(async (ctx) => {
      const hour = { ...inHost, timeoutMs: HOUR };
      return (await ctx.elicit("First?", CHOICES, hour)).action;
    });
    const response = await host.post(0, {
      ...{ jsonrpc: "2.0", id: 7, method: "tools/call" },
      params: { name: "run", arguments: {}, _meta: { progressToken: 1 } },
    });
    const asked = await next(readEvents(response));
    await fleet.replicas[0]!.handler.close();
    expect((await host.answer(1, asked.message?.id)).status).toBe(202);
    forward(HOUR / 2);
    const ended = await next(readEvents(await host.resume(1, asked.id!)));
    expect(textOf(ended)).toBe("accept");
  });

  it("keeps the answer that its own replica had got", async () => {
    const { host, forward } = await withClock(async (ctx, done) => {
      const hour = { ...inHost, timeoutMs: HOUR };
      const { action } = await ctx.elicit("First?", CHOICES, hour);
      if (done.push("answered") === 1) await new Promise(() => {});
      return action;
    });
    const asked = await next(await host.call(0, 7));
    await host.answer(0, asked.message?.id);
    await until(() => wrote.length === 1);
    fleet.replicas[0]!.kill();
    forward(HOUR / 2);
    const ended = await next(readEvents(await host.resume(1, asked.id!)));
    expect(textOf(ended)).toBe("accept");
  });

  it("keeps a step from being run again that began late", async () => {
    const { host, forward } = await withClock(async (ctx, done) => {
      await ctx.elicit("First?", CHOICES, { ...inHost, timeoutMs: HOUR });
      await ctx.step("pay", () => (done.push("pay"), new Promise(() => {})), { writes: true });
      return "paid";
    });
    const asked = await next(await host.call(0, 7));
    forward(HOUR / 2);
    await host.answer(0, asked.message?.id);
    await until(() => wrote.length === 1);
    fleet.replicas[0]!.kill();
    const ended = await next(readEvents(await host.resume(1, asked.id!)));
    expect(textOf(ended)).toMatch(/"pay" was started before/);
    expect(wrote).toEqual(["pay"]);
  });
});
