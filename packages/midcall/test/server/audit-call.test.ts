import { createHmac } from "node:crypto";
import { createAuditTrail, createMemorySink } from "midcall/audit";
import type { ElicitationContext } from "midcall/server";
import { accept, decline } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { canonicalJson } from "../../src/server/state/canonical-json.js";
import { createLab, said, text, wires } from "./lab.js";
import { createMetaSender } from "./send-meta.js";

const KEY = "an audit key of at least thirty-two bytes";
const mac = (name: string, value: unknown): string =>
  `hmac-sha256:${createHmac("sha256", KEY)
    .update(`midcall ${name} v1\n${canonicalJson(value)}`)
    .digest("hex")}`;

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${TRACE_ID}-b7ad6b7169203331-01`;

const twice = async (ctx: ElicitationContext): Promise<unknown> => {
  const first = await ctx.elicit("Where to?", z.object({ city: z.string() }), { key: "city" });
  const second = await ctx.elicit("When?", z.object({ day: z.string() }), { key: "day" });
  return text([first.action, second.action]);
};

describe.each(wires)("on $protocolVersion over $transport, an audit entry", (wire) => {
  it("names its call, which another call does not share, and its trace", async () => {
    const sink = createMemorySink();
    const audit = createAuditTrail({ sink });
    const answers = [accept({ city: "Oslo" }), decline(), decline(), decline()];
    await using host = await createLab(twice, { audit }).host({ ...wire, answers });
    const sendMeta = createMetaSender(host);
    sendMeta({ traceparent });
    await host.callTool("run");
    sendMeta(undefined);
    await host.callTool("run");
    await audit.flush();
    const [a, b, c, d] = sink.entries().map(({ callId }) => callId);
    expect(a).toMatch(/^[\w-]{22}$/);
    expect([b, d]).toEqual([a, c]);
    expect(c).not.toBe(a);
    const traces = sink.entries().map(({ traceId }) => traceId);
    expect(traces).toEqual([TRACE_ID, TRACE_ID, undefined, undefined]);
    // Without a key there is no digest that could be guessed.
    expect(JSON.stringify(sink.entries())).not.toMatch(/argumentsDigest|answerDigest|Oslo/);
  });

  it("has keyed digests of the arguments and the answer, for this question alone", async () => {
    const sink = createMemorySink();
    const audit = createAuditTrail({ sink, key: KEY });
    const answers = [accept({ city: "Oslo" }), decline()];
    await using host = await createLab(twice, { audit }).host({ ...wire, answers });
    await host.callTool("run", { trip: 7 });
    await audit.flush();
    const [city, day] = sink.entries();
    const { callId } = city!;
    expect(city).toMatchObject({
      argumentsDigest: mac("arguments", [callId, { trip: 7 }]),
      answerDigest: mac("answer", [callId, "city", { city: "Oslo" }]),
    });
    expect(day).toMatchObject({ argumentsDigest: mac("arguments", [callId, { trip: 7 }]) });
    expect(day).not.toHaveProperty("answerDigest");
    expect(JSON.stringify(sink.entries())).not.toContain("Oslo");
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("disk");
      },
    ],
    ["rejects", () => Promise.reject(new Error("disk"))],
  ])("of a trail that %s is reported, and the call goes on", async (_, record) => {
    const audit = { record: record as () => void, flush: async () => {} };
    const lab = createLab(twice, { audit });
    await using host = await lab.host({ ...wire, answers: [accept({ city: "Oslo" }), decline()] });
    expect(said(await host.callTool("run"))).toBe('["accept","decline"]');
    expect(lab.log.warnings.filter((line) => line.includes("audit trail failed"))).toEqual([
      "midcall: the audit trail failed, so an entry is missing: Error: disk",
      "midcall: the audit trail failed, so an entry is missing: Error: disk",
    ]);
  });
});
