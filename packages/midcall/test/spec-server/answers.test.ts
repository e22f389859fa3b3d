import { accept, cancel, decline, protocolVersions, never, rawResult } from "midcall/testing";
import { createMemoryStore, type Store } from "midcall/store";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createLab, said } from "../server/lab.js";
import { accepting, answering, call, serve } from "./wire.js";

const schema = z.object({
  count: z.int().min(1).max(9),
  size: z.enum(["s", "m"]),
  note: z.string().max(5).optional(),
});

describe.each(protocolVersions)("on %s", (protocolVersion) => {
  it.each([
    ["a number as text", { count: "3", size: "s" }],
    ["a number out of bounds", { count: 10, size: "s" }],
    ["a missing field", { size: "s" }],
    ["a choice nobody offered", { count: 3, size: "xl" }],
    ["a text too long", { count: 3, size: "s", note: "123456" }],
    ["no content", undefined],
  ])(
    "an answer with %s is checked on arrival and never reaches the handler [ELI-25A-08, ELI-25B-62, ELI-26-53]",
    async (_name, content) => {
      const lab = createLab(async (ctx) => {
        const answer = await ctx.elicit("How many?", schema);
        return answer.action === "accept" ? answer.data : answer;
      });
      await using host = await lab.host({
        protocolVersion,
        answers: [rawResult({ action: "accept", content }), accept({ count: 3, size: "m" })],
      });
      expect(JSON.parse(said(await host.callTool("run")))).toEqual({ count: 3, size: "m" });
      host.expectNoLeftovers();
    },
  );
});

describe("a handler on 2026-07-28", () => {
  const outcome = () =>
    createLab(async (ctx) => {
      const answer = await ctx.elicit("Go?", ["a", "b"]);
      return answer.action === "unanswered" ? `unanswered ${answer.reason}` : answer.action;
    });

  it.each([
    ["declines", decline(), "decline"],
    ["cancels", cancel(), "cancel"],
    [
      "declines and sends content all the same",
      rawResult({ action: "decline", content: { value: "a" } }),
      "decline",
    ],
  ])("is told when the person %s, and goes on [ELI-26-30]", async (_name, answer, expected) => {
    await using host = await outcome().host({ protocolVersion: "2026-07-28", answers: [answer] });
    expect(said(await host.callTool("run"))).toBe(expected);
  });

  it.each([
    [
      "shows nothing and says so",
      [rawResult({ action: "cancel", content: { "midcall/cannotAsk": "no window" } })],
      "unanswered unsupported",
    ],
    [
      "sends rubbish each time",
      [rawResult({}), rawResult({ action: "ok" }), rawResult({ action: "accept", content: 7 })],
      "unanswered invalid",
    ],
  ])("is told when the host %s, and goes on [ELI-26-31]", async (_name, answers, expected) => {
    await using host = await outcome().host({ protocolVersion: "2026-07-28", answers });
    expect(said(await host.callTool("run"))).toBe(expected);
    host.expectNoLeftovers();
  });

  it("is told when the time is up, however the host comes back [ELI-26-29]", async () => {
    const lab = createLab(async (ctx) => {
      const answer = await ctx.elicit("Go?", ["a"], { timeoutMs: 20 });
      return answer.action === "unanswered" ? answer.reason : answer.action;
    });
    await using host = await lab.host({
      protocolVersion: "2026-07-28",
      answers: [never({ returnsAfterMs: 40 })],
      maxRounds: 3,
    });
    expect(said(await host.callTool("run"))).toBe("deadline");
  });

  it("leaves nothing behind that waits for a retry: its clean-up has run, and the store has what counts it for a time alone [MRTR-26-17]", async () => {
    const inner = createMemoryStore();
    const kept: unknown[] = [];
    const note = (key: string, { ttlMs = Infinity }: { ttlMs?: number } = {}): void =>
      void kept.push([key.replace(/^(midcall:open):.*/, "$1"), ttlMs < 3_600_000]);
    const store: Store = {
      ...inner,
      putIfAbsent(key, value, options) {
        note(key, options);
        return inner.putIfAbsent(key, value, options);
      },
      put(key, value, options) {
        note(key, options);
        return inner.put(key, value, options);
      },
    };
    const freed: string[] = [];
    const { handler } = serve(
      async (ctx) => {
        ctx.defer(() => freed.push("freed"));
        return (await ctx.elicit("Go?", ["a"])).action;
      },
      { store },
    );
    const first = await call(handler);
    expect(first.keys).toHaveLength(1);
    expect(freed).toEqual(["freed"]);
    expect(kept).toEqual([["midcall:open", true]]);
    // Back without an answer, twice: asked again, both times.
    for (const state of [first.state, first.state])
      expect((await call(handler, { state })).keys).toEqual(first.keys);
  });
});

describe("inputResponses", () => {
  const two = serve(async (ctx) => {
    const [a, b] = await Promise.all([
      ctx.elicit("A?", ["1", "2"], { key: "a" }),
      ctx.elicit("B?", ["3", "4"], { key: "b" }),
    ]);
    const c = await ctx.elicit("C?", ["5"], { key: "c" });
    return [a, b, c]
      .map((answer) => (answer.action === "accept" ? answer.data : answer.action))
      .join();
  });
  const a = accepting({ value: "1" });
  const b = accepting({ value: "3" });
  const c = accepting({ value: "5" });

  it.each([
    ["a number", 7],
    ["a text", "accept"],
    ["a list", [{ action: "accept" }]],
    ["null", null],
    ["numbers for answers", { a: 7, b: 7 }],
    ["nulls for answers", { a: null, b: null }],
    ["lists for answers", { a: [], b: [a] }],
    ["answers without an action", { a: {}, b: { content: { value: "3" } } }],
    [
      "an action that does not exist",
      { a: { action: "maybe", content: { value: "1" } }, b: { action: ["accept"] } },
    ],
    ["answers wrapped up", { a: { method: "elicitation/create", result: a }, b: { result: b } }],
    [
      "accepts without content",
      { a: { action: "accept" }, b: { action: "accept", content: null } },
    ],
    [
      "accepts with a text for content",
      { a: { action: "accept", content: "1" }, b: { action: "accept", content: ["3"] } },
    ],
  ])("that are %s count as no answer [MRTR-26-24]", async (_name, responses) => {
    const first = await call(two.handler);
    const second = await call(two.handler, { state: first.state, responses });
    expect(second.error?.code ?? -32602).toBe(-32602);
    if (second.error === undefined) expect(second.keys.toSorted()).toEqual(["a", "b"]);
    expect(second.said).toBeUndefined();
  });

  it("with answers nobody asked for are read without them [MRTR-26-26]", async () => {
    const junk = { junk: a, constructor: b, length: 2, "": c };
    // The answer to a later question, sent too early, is among them.
    const first = await call(two.handler, { responses: { ...junk, a, c } });
    expect(first.keys.toSorted()).toEqual(["a", "b"]);
    const second = await call(two.handler, {
      state: first.state,
      responses: { a, b, c: accepting({ value: "5" }), ...junk },
    });
    expect(second.keys).toEqual(["c"]);
    expect(
      (
        await call(two.handler, {
          state: second.state,
          responses: { c, a: accepting({ value: "2" }) },
        })
      ).said,
    ).toBe("1,3,5");
  });

  it("that lack an answer lead to that question again, not to an error [MRTR-26-27]", async () => {
    const first = await call(two.handler);
    const second = await call(two.handler, { state: first.state, responses: { b } });
    expect(second.keys).toEqual(["a"]);
    expect(second.result?.["resultType"]).toBe("input_required");
    const third = await call(two.handler, { state: second.state, responses: {} });
    expect(third.keys).toEqual(["a"]);
    const fourth = await call(two.handler, { state: third.state, responses: { a } });
    expect(
      (await call(two.handler, { state: fourth.state, responses: answering(fourth, c) })).said,
    ).toBe("1,3,5");
  });

  it("in a broken request get a JSON-RPC error that says why [MRTR-26-25]", async () => {
    const post = async (body: string) => {
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "run",
      };
      const response = await two.handler.fetch(
        new Request("http://localhost/mcp", { method: "POST", headers, body }),
      );
      return {
        status: response.status,
        ...((await response.json()) as { error: { code: number; message: string } }),
      };
    };
    expect(await post('{"jsonrpc":"2.0","id":1,')).toMatchObject({
      status: 400,
      error: { code: -32700, message: expect.stringMatching(/JSON/) as string },
    });
    expect(await post('"a text"')).toMatchObject({
      status: 400,
      error: { code: expect.any(Number) as number, message: expect.stringMatching(/\w/) as string },
    });
    expect((await call(two.handler, { params: { name: "nothing" } })).error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/nothing/) as string,
    });
    expect((await call(two.handler, { state: "mc2.broken" })).error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/requestState/) as string,
    });
  });
});
