import { context, type HrTime, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import type { ElicitationContext, ElicitationOptions } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { accept, cancel, decline, type TestHost } from "midcall/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { ObservedRequest, Telemetry } from "../../src/contracts/telemetry.js";
import { observeCall } from "../../src/server/call/observe.js";
import { createTelemetry, TELEMETRY_METRICS } from "../../src/telemetry/index.js";
import { createSealer } from "../../src/server/state/sealer.js";
import { createLab, said, SECRET, text, wires } from "../server/lab.js";
import { changeParams, createMetaSender } from "../server/send-meta.js";
import { AsyncContexts, createSdk } from "./lab.js";

// The files of this project share a process.
beforeAll(() => void context.setGlobalContextManager(new AsyncContexts()));
afterAll(() => context.disable());

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";
const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;

const twice = async (ctx: ElicitationContext): Promise<unknown> => {
  const city = z.object({ city: z.string(), days: z.int().optional() });
  const first = await ctx.elicit("Where to?", city, { key: "city" });
  const second = await ctx.elicit("When?", z.object({ day: z.string() }), { key: "day" });
  return text([first.action, second.action]);
};

type Sdk = ReturnType<typeof createSdk>;

async function observed(
  wire: (typeof wires)[number],
  handler: (ctx: ElicitationContext) => unknown,
  answers: Parameters<ReturnType<typeof createLab>["host"]>[0]["answers"],
  call: (host: TestHost, sdk: Sdk) => Promise<unknown> = (host) => host.callTool("run"),
  options: ElicitationOptions = {},
): Promise<Sdk> {
  const sdk = createSdk();
  const lab = createLab(handler, { telemetry: sdk.telemetry, ...options });
  await using host = await lab.host({ ...wire, answers });
  await call(host, sdk);
  return sdk;
}

const ids = ({ spans }: Sdk): string[] => spans().map((span) => span.spanContext().traceId);
const ofKind = ({ spans }: Sdk, kind: SpanKind): ReadableSpan[] =>
  spans().filter((span) => span.kind === kind);
const parentOf = (span: ReadableSpan): string | undefined => span.parentSpanContext?.spanId;
const idOf = (span: ReadableSpan): string => span.spanContext().spanId;
const ms = ([seconds, nanos]: HrTime): number => seconds * 1e3 + nanos / 1e6;

describe.each(wires)("on $protocolVersion over $transport, telemetry", (wire) => {
  const hasRounds = wire.protocolVersion === "2026-07-28";
  const isSession = wire.transport === "http" && !hasRounds;
  const answers = [accept({ city: "Oslo" }), decline()];

  it("has a span for the call, and one for each question", async () => {
    const sdk = await observed(wire, twice, answers);
    const servers = ofKind(sdk, SpanKind.SERVER);
    expect(servers.map(({ name }) => name)).toEqual(
      Array.from({ length: hasRounds ? 3 : 1 }, () => "tools/call run"),
    );
    expect(servers.map(({ attributes }) => attributes)).toEqual(
      servers.map((_, round) => ({
        "mcp.method.name": "tools/call",
        "mcp.protocol.version": wire.protocolVersion,
        "network.transport": "tcp",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "run",
        "jsonrpc.request.id": expect.stringMatching(/^\d+$/),
        ...(isSession && { "mcp.session.id": expect.stringMatching(/^[\w-]{22}$/) }),
        "midcall.round": round,
        "midcall.replayed": round > 1,
      })),
    );
    // A decline is not an error.
    expect(sdk.spans().map(({ status }) => status.code)).toEqual(
      sdk.spans().map(() => SpanStatusCode.UNSET),
    );
    const questions = ofKind(sdk, hasRounds ? SpanKind.INTERNAL : SpanKind.CLIENT);
    expect(sdk.spans()).toHaveLength(servers.length + 2);
    expect(questions.map(({ name }) => name)).toEqual(
      questions.map(() => (hasRounds ? "elicitation form" : "elicitation/create")),
    );
    const sent = {
      "mcp.method.name": "elicitation/create",
      "mcp.protocol.version": wire.protocolVersion,
      "network.transport": "tcp",
    };
    expect(questions.map(({ attributes }) => attributes)).toEqual(
      [
        ["accept", 2],
        ["decline", 1],
      ].map(([action, fields]) => ({
        ...(hasRounds ? {} : sent),
        "midcall.elicitation.mode": "form",
        "midcall.elicitation.action": action,
        "midcall.elicitation.attempts": 1,
        "midcall.elicitation.field_count": fields,
      })),
    );
    // Under the call, or its first round, which asked the first one.
    expect(questions.map(parentOf)).toEqual(questions.map(() => idOf(servers[0]!)));
  });

  it("has all rounds of a call in one trace, and another call in another", async () => {
    const sdk = await observed(wire, twice, [...answers, decline(), decline()], async (host) => {
      await host.callTool("run");
      await host.callTool("run");
    });
    const each = hasRounds ? 5 : 3;
    expect(ids(sdk)).toHaveLength(2 * each);
    expect(new Set(ids(sdk).slice(0, each)).size).toBe(1);
    expect(new Set(ids(sdk)).size).toBe(2);
  });

  it("continues the trace of the client", async () => {
    const sdk = await observed(wire, twice, answers, async (host) => {
      createMetaSender(host)({ traceparent, tracestate: "a=b" });
      await host.callTool("run");
    });
    expect(new Set(ids(sdk))).toEqual(new Set([TRACE_ID]));
    const servers = ofKind(sdk, SpanKind.SERVER);
    expect(servers.map(parentOf)).toEqual(servers.map(() => PARENT_ID));
    expect(servers[0]!.spanContext().traceState?.serialize()).toBe("a=b");
    // The later rounds are linked to the first one.
    const first = idOf(servers[0]!);
    expect(servers.map(({ links }) => links.map((link) => link.context.spanId))).toEqual(
      servers.map((_, round) => (round === 0 ? [] : [first])),
    );
    // Its questions are under the first one, and not under what the client names.
    const questions = ofKind(sdk, hasRounds ? SpanKind.INTERNAL : SpanKind.CLIENT);
    expect(questions.map(parentOf)).toEqual([first, first]);
  });

  it.each([
    "junk",
    `00-${"0".repeat(32)}-${PARENT_ID}-01`,
    `ff-${TRACE_ID}-${PARENT_ID}-01`,
    `00-${TRACE_ID}-${PARENT_ID}-01-more`,
    { traceparent },
  ])("begins a trace where that of the client is %j", async (given) => {
    const sdk = await observed(
      wire,
      () => text("ok"),
      [],
      async (host) => {
        createMetaSender(host)({ traceparent: given, tracestate: 7 });
        await host.callTool("run");
      },
    );
    expect(ids(sdk)).not.toContain(TRACE_ID);
    expect(sdk.spans()).toHaveLength(1);
  });

  it("has the spans of the handler under that of the call", async () => {
    const sdk = createSdk();
    const lab = createLab(
      async (ctx) => {
        const list = await ctx.step("list", () =>
          sdk.tracer.startActiveSpan("query", (span) => (span.end(), 3)),
        );
        await ctx.confirm(`Delete ${String(list)}?`);
        sdk.tracer.startSpan("after").end();
      },
      { telemetry: sdk.telemetry },
    );
    await using host = await lab.host({ ...wire, answers: [accept({ confirm: true })] });
    await host.callTool("run");
    const servers = ofKind(sdk, SpanKind.SERVER);
    const own = (name: string): ReadableSpan[] => sdk.spans().filter((span) => span.name === name);
    expect(own("query").map(parentOf)).toEqual([idOf(servers[0]!)]);
    expect(own("after").map(parentOf)).toEqual([idOf(servers.at(-1)!)]);
  });

  it("counts and measures questions and calls", async () => {
    const sdk = await observed(wire, twice, [
      accept({ city: 4 }),
      accept({ city: "Oslo" }),
      cancel(),
    ]);
    const metrics = await sdk.metrics();
    const protocol = { "mcp.protocol.version": wire.protocolVersion };
    const ended = (action: string) => ({
      ...protocol,
      "midcall.elicitation.mode": "form",
      "midcall.elicitation.action": action,
    });
    const one = { count: 1, sum: expect.any(Number) };
    expect(metrics.get("midcall.elicitation.count")).toEqual([
      { attributes: ended("accept"), value: 1 },
      { attributes: ended("cancel"), value: 1 },
    ]);
    expect(metrics.get("midcall.elicitation.duration")).toEqual([
      { attributes: ended("accept"), value: one },
      { attributes: ended("cancel"), value: one },
    ]);
    const rounds = metrics.get("midcall.rounds");
    const open = metrics.get("midcall.elicitation.open");
    const [operation, ...others] = metrics.get("mcp.server.operation.duration")!;
    expect(others).toEqual([]);
    expect(operation!.attributes).toMatchObject({ ...protocol, "gen_ai.tool.name": "run" });
    expect(operation!.value).toMatchObject({ count: hasRounds ? 4 : 1 });
    if (hasRounds) {
      expect(open).toBeUndefined();
      expect(rounds).toMatchObject([{ value: { count: 1, sum: 4 } }]);
      expect(metrics.get("midcall.state.size")).toMatchObject([{ value: { count: 3 } }]);
    } else {
      expect(open).toMatchObject([
        { value: 0, attributes: { "midcall.elicitation.mode": "form" } },
      ]);
      expect(rounds).toBeUndefined();
    }
    const kind = hasRounds ? SpanKind.INTERNAL : SpanKind.CLIENT;
    const attempts = ofKind(sdk, kind).map(({ attributes }) => [
      attributes["midcall.elicitation.action"],
      attributes["midcall.elicitation.reason"],
      attributes["midcall.elicitation.attempts"],
    ]);
    const settled = [
      ["accept", undefined, 2],
      ["cancel", undefined, 1],
    ];
    // Each request of 2025 is a span.
    expect(attempts).toEqual(hasRounds ? settled : [[undefined, "invalid", 1], ...settled]);
  });

  it.each([
    ["a result that is an error", () => ({ ...text("no"), isError: true }), "tool_error"],
    ["an error", () => Promise.reject(new RangeError("secret words")), "RangeError"],
    ["a step's error", (ctx: ElicitationContext) => ctx.step("", () => 1), "ERR_MIDCALL_STEP_KEY"],
  ] as const)("says that a call failed with %s, by its kind alone", async (_, handler, type) => {
    const sdk = await observed(wire, handler, []);
    const [span] = sdk.spans();
    expect(span!.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span!.attributes).toMatchObject({ "error.type": type });
    const [series] = (await sdk.metrics()).get("mcp.server.operation.duration")!;
    expect(series!.attributes).toMatchObject({ "error.type": type, "gen_ai.tool.name": "run" });
    expect(await sdk.everything()).not.toContain("secret words");
  });

  it("measures the store", async () => {
    const sdk = await observed(
      wire,
      async (ctx) => {
        await ctx.confirm("Sure?");
        await ctx.step("act", () => 1);
      },
      [accept({ confirm: true })],
      (host) => host.callTool("run"),
      { store: createMemoryStore() },
    );
    const operations = (await sdk.metrics()).get("midcall.store.operation.duration") ?? [];
    const names = operations.map(({ attributes }) => attributes["midcall.store.operation"]);
    if (hasRounds) expect(names).toEqual(expect.arrayContaining(["putIfAbsent", "put", "get"]));
    else expect(names).toEqual([]);
  });
});

describe("telemetry on 2026-07-28", () => {
  const wire = { protocolVersion: "2026-07-28", transport: "http" } as const;

  it("counts a state that is refused, and says that the request failed", async () => {
    const sdk = await observed(wire, twice, [decline(), decline()], async (host) => {
      changeParams(host, (params) =>
        "requestState" in params
          ? { ...params, requestState: `${String(params["requestState"]).slice(0, -4)}AAAA` }
          : params,
      );
      await expect(host.callTool("run")).rejects.toThrow("requestState");
    });
    expect((await sdk.metrics()).get("midcall.state.rejected")).toEqual([
      { attributes: { "error.type": "tampered" }, value: 1 },
    ]);
    const last = sdk.spans().at(-1)!;
    // A tool of that name may not exist.
    expect(last.name).toBe("tools/call");
    expect(last.status.code).toBe(SpanStatusCode.ERROR);
    expect(last.attributes).toMatchObject({
      "error.type": "-32602",
      "rpc.response.status_code": "-32602",
    });
  });

  it("counts a state that was used with other answers before", async () => {
    const states: unknown[] = [];
    const sdk = await observed(
      wire,
      async (ctx) => text(String(await ctx.confirm("Sure?"))),
      [decline(), decline(), accept({ confirm: true })],
      async (host) => {
        changeParams(host, (params) => {
          if (!("requestState" in params)) return params;
          states.push(params["requestState"]);
          return { ...params, requestState: states[0] };
        });
        await host.callTool("run");
        await host.callTool("run").catch(() => {});
        await host.callTool("run").catch(() => {});
      },
      { store: createMemoryStore() },
    );
    expect((await sdk.metrics()).get("midcall.state.rejected")).toEqual([
      { attributes: { "error.type": "replayed" }, value: 1 },
    ]);
  });

  it("counts a step that was interrupted", async () => {
    const store = createMemoryStore();
    const sdk = await observed(
      wire,
      async (ctx) => {
        await ctx.confirm("Sure?");
        await ctx.step("act", () => 1);
      },
      [accept({ confirm: true })],
      (host) => host.callTool("run"),
      {
        store: {
          ...store,
          // Another replica has begun the step.
          putIfAbsent: async (key, value, options) => {
            const claim = createSealer(SECRET).seal("claimed:by-another", key);
            if (key.includes(":step:")) await store.put(key, claim, options);
            return store.putIfAbsent(key, value, options);
          },
        },
      },
    );
    expect((await sdk.metrics()).get("midcall.step.interrupted")).toEqual([
      { attributes: {}, value: 1 },
    ]);
    expect(ofKind(sdk, SpanKind.SERVER).at(-1)!.attributes).toMatchObject({
      "error.type": "ERR_MIDCALL_STEP_INTERRUPTED",
    });
  });

  it("has a question from its first asking to its end", async () => {
    let now = 1_700_000_000_000;
    const sdk = await observed(
      wire,
      (ctx) => ctx.confirm("Sure?"),
      [() => ((now += 42_000), decline())],
      (host) => host.callTool("run"),
      { now: () => now },
    );
    const [question] = ofKind(sdk, SpanKind.INTERNAL);
    expect(ms(question!.startTime)).toBe(1_700_000_000_000);
    expect(ms(question!.duration)).toBe(42_000);
    const [duration] = (await sdk.metrics()).get("midcall.elicitation.duration")!;
    expect(duration!.value).toEqual({ count: 1, sum: 42 });
  });

  it("names its metrics as it says", async () => {
    const sdk = await observed(wire, twice, [decline(), decline()]);
    for (const name of (await sdk.metrics()).keys())
      expect(Object.values(TELEMETRY_METRICS)).toContain(name);
  });
});

it("without an SDK, calls are as without telemetry", async () => {
  for (const wire of wires) {
    await using host = await createLab(twice, { telemetry: createTelemetry() }).host({
      ...wire,
      answers: [accept({ city: "Oslo" }), decline()],
    });
    expect(said(await host.callTool("run"))).toBe('["accept","decline"]');
  }
});

it("the transport of a program's standard streams is a pipe", async () => {
  const requests: ObservedRequest[] = [];
  const { telemetry } = createSdk();
  const watching: Telemetry = {
    ...telemetry,
    request: (request) => (requests.push(request), telemetry.request(request)),
  };
  const call = {
    channel: { isStdio: true, host: { protocolVersion: "2025-11-25", strategy: "serverRequest" } },
    binding: { method: "resources/read", params: { uri: "file:///secret" } },
    ...{ state: undefined, rejection: undefined, trace: undefined },
  };
  await observeCall(watching, call as never, async () => ({}));
  expect(requests).toMatchObject([{ transport: "pipe", name: undefined }]);
  expect(JSON.stringify(requests)).not.toContain("secret");
});

it("telemetry that is something else is refused", () => {
  expect(() => createLab(twice, { telemetry: {} as never })).toThrow(/createTelemetry\(\)/);
  expect(() => createLab(twice, { telemetry: null as never })).toThrow(/createTelemetry\(\)/);
});
