import { context, trace } from "@opentelemetry/api";
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { accept, decline } from "midcall/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import type { ObservedRequest, Telemetry } from "../../src/contracts/telemetry.js";
import { createTelemetry } from "../../src/telemetry/index.js";
import { createLab, said, text, wires } from "../server/lab.js";
import { createMetaSender } from "../server/send-meta.js";
import { AsyncContexts, createSdk } from "./lab.js";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${TRACE_ID}-b7ad6b7169203331-01`;

// The files of this project share a process.
beforeEach(() => void context.setGlobalContextManager(new AsyncContexts()));
afterEach(() => {
  context.disable();
  trace.disable();
});

const city = z.object({ city: z.string() });

type Made = ReturnType<Telemetry["request"]>;

/** Telemetry with what it made of each request. The sessions of the requests must not be looked at. */
function watch(telemetry: Telemetry): { readonly telemetry: Telemetry; readonly made: Made[] } {
  const made: Made[] = [];
  const request = (observed: ObservedRequest): Made => {
    Object.defineProperty(observed, "session", { get: () => expect.unreachable() });
    const trace = telemetry.request(observed);
    made.push(trace);
    return trace;
  };
  return { telemetry: { ...telemetry, request }, made };
}

describe.each(wires)("without an SDK, on $protocolVersion over $transport", (wire) => {
  it("a request is not observed, and no digest of its session is made", async () => {
    const { telemetry, made } = watch(createTelemetry());
    const lab = createLab(async (ctx) => text(await ctx.elicit("Where to?", city)), { telemetry });
    await using host = await lab.host({ ...wire, answers: [accept({ city: "Oslo" })] });
    expect(said(await host.callTool("run"))).toContain("Oslo");
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter((each) => each !== undefined)).toEqual([]);
  });

  it("the trace of the client reaches the handler and the audit trail", async () => {
    const recorded: unknown[] = [];
    const seen: unknown[] = [];
    const lab = createLab(
      async (ctx) => {
        await ctx.elicit("Where to?", city);
        seen.push(trace.getSpanContext(context.active())?.traceId);
      },
      {
        telemetry: createTelemetry(),
        audit: {
          record: (event: { traceId?: unknown }) => void recorded.push(event.traceId),
        } as never,
      },
    );
    await using host = await lab.host({ ...wire, answers: [decline()] });
    createMetaSender(host)({ traceparent });
    await host.callTool("run");
    expect(seen).toEqual([TRACE_ID]);
    expect(recorded).toEqual([TRACE_ID]);
  });

  it("an SDK that is started later gets the spans of the calls from then on", async () => {
    const lab = createLab(async (ctx) => text(await ctx.elicit("Where to?", city)), {
      telemetry: createTelemetry(),
    });
    await using host = await lab.host({ ...wire, answers: [decline(), decline()] });
    await host.callTool("run");
    const exporter = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
    );
    await host.callTool("run");
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name }) => name)).toContain("tools/call run");
    expect(spans.some(({ name }) => name.startsWith("elicitation"))).toBe(true);
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it("what is measured does not need spans", async () => {
    const sdk = createSdk();
    const lab = createLab((ctx) => ctx.elicit("Where to?", city), {
      telemetry: createTelemetry({ meter: sdk.meter }),
    });
    await using host = await lab.host({ ...wire, answers: [decline()] });
    await host.callTool("run");
    const measured = await sdk.metrics();
    expect(measured.get("midcall.elicitation.count")).toMatchObject([{ value: 1 }]);
    expect(measured.has("mcp.server.operation.duration")).toBe(true);
  });

  it("spans do not need what is measured", async () => {
    const sdk = createSdk();
    const lab = createLab((ctx) => ctx.elicit("Where to?", city), {
      telemetry: createTelemetry({ tracer: sdk.tracer }),
    });
    await using host = await lab.host({ ...wire, answers: [decline()] });
    await host.callTool("run");
    expect(sdk.spans().map(({ name }) => name)).toContain("tools/call run");
  });

  it("a trace that is not sampled goes on, and its requests are measured", async () => {
    const sdk = createSdk();
    const off = new BasicTracerProvider({ sampler: new AlwaysOffSampler() });
    const { telemetry, made } = watch(
      createTelemetry({ tracer: off.getTracer("test"), meter: sdk.meter }),
    );
    const lab = createLab((ctx) => ctx.elicit("Where to?", city), { telemetry });
    await using host = await lab.host({ ...wire, answers: [decline()] });
    await host.callTool("run");
    const [first] = made;
    expect(first?.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
    expect(new Set(made.map((each) => each?.traceId))).toEqual(new Set([first?.traceId]));
    expect((await sdk.metrics()).get("midcall.elicitation.count")).toMatchObject([{ value: 1 }]);
  });
});
