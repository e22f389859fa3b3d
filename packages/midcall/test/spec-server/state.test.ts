import { createRequestStateCodec } from "@modelcontextprotocol/server";
import { createMemoryStore } from "midcall/store";
import type { ElicitationOptions } from "midcall/server";
import { describe, expect, it } from "vitest";
import {
  accepting,
  answering,
  type Bench,
  call,
  type RawCall,
  type Reply,
  serve,
  tokenOf,
} from "./wire.js";

const auth = tokenOf("ada");
const REFUSED = {
  code: -32602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
};

/** A first round, and the retry that would end the call. */
async function halfway(
  options: ElicitationOptions = {},
): Promise<{ bench: Bench; first: Reply; retry: RawCall; params: Record<string, unknown> }> {
  const bench = serve(async (ctx) => {
    const answer = await ctx.elicit("Which?", ["a", "b"]);
    return answer.action === "accept" ? answer.data : answer.action;
  }, options);
  const params = { name: "run", arguments: { dir: "old", deep: { list: [1, 2] } } };
  const first = await call(bench.handler, { auth, params });
  return {
    bench,
    first,
    params,
    retry: {
      auth,
      params,
      state: first.state,
      responses: answering(first, accepting({ value: "a" })),
    },
  };
}

const encode = (value: unknown): string =>
  `mc2.${Buffer.from(JSON.stringify(value)).toString("base64url")}`;

/** States no server of this secret made, or that something happened to on the way. */
const forged: readonly (readonly [string, (state: string) => unknown])[] = [
  ["an empty text", () => ""],
  ["a number", () => 7],
  ["null", () => null],
  ["an object", () => ({ toString: "mc2." })],
  ["a list", (state) => [state]],
  ["the prefix alone", () => "mc2."],
  [
    "plain JSON in the right wrapping",
    () => encode({ f: "x", x: 9e15, p: "", q: "", n: 0, e: [{ t: "q", k: "q", a: "a" }] }),
  ],
  ["a long text", () => `mc2.${"A".repeat(200_000)}`],
  ["text that is no base64", () => "mc2.\u0000\u{1f600}%%%"],
  ["another version's state", (state) => state.replace("mc2.", "mc3.")],
  ["a state cut short", (state) => state.slice(0, -1)],
  ["a state with something behind it", (state) => `${state}A`],
  ["a state with one bit flipped in its first half", (state) => flip(state, 0.3)],
  ["a state with one bit flipped in its second half", (state) => flip(state, 0.8)],
  ["a state with another key's name", (state) => flip(state, 0)],
  ["two states in one", (state) => state + state.slice(4)],
];

function flip(state: string, where: number): string {
  const bytes = Buffer.from(state.slice(4), "base64url");
  const at = Math.floor(bytes.length * where);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return `mc2.${bytes.toString("base64url")}`;
}

describe("a requestState", () => {
  it.each(forged)(
    "that is %s is refused as from an attacker, with nothing said about why [MRTR-26-07]",
    async (_name, forge) => {
      const { bench, retry } = await halfway();
      const reply = await call(bench.handler, { ...retry, state: forge(retry.state as string) });
      expect(reply.error).toEqual(REFUSED);
      expect(reply.messages).toHaveLength(1);
    },
  );

  it("shows any change to it: each of its bytes, altered, makes it worthless [MRTR-26-08]", async () => {
    const { bench, retry } = await halfway();
    const state = retry.state as string;
    const length = Buffer.from(state.slice(4), "base64url").length;
    for (let at = 0; at < length; at += 3) {
      expect(
        (await call(bench.handler, { ...retry, state: flip(state, at / length) })).error,
      ).toEqual(REFUSED);
    }
    expect((await call(bench.handler, retry)).said).toBe("a");
  });

  it("whose seal does not hold is turned away, not taken for a new call [MRTR-26-09]", async () => {
    const { bench, retry } = await halfway();
    const stranger = await halfway({ secret: "another secret of at least thirty-two bytes" });
    for (const state of [flip(retry.state as string, 0.5), stranger.retry.state]) {
      const reply = await call(bench.handler, { ...retry, state });
      expect(reply.error).toEqual(REFUSED);
      expect(reply.result).toBeUndefined();
    }
  });

  it("is verified in full before the handler runs [MRTR-26-28]", async () => {
    const { bench, retry } = await halfway();
    const codec = createRequestStateCodec({ key: new Uint8Array(32).fill(7) });
    const foreign = [
      await codec.mint({ value: "a" }, undefined as never),
      "of another library",
      ...forged.map(([, forge]) => forge(retry.state as string)),
    ];
    const before = bench.runs();
    for (const state of foreign)
      expect((await call(bench.handler, { ...retry, state })).error).toEqual(REFUSED);
    expect(bench.runs()).toBe(before);
    expect((await call(bench.handler, retry)).said).toBe("a");
    expect(bench.runs()).toBe(before + 1);
  });

  it("is refused once it has expired [MRTR-26-11]", async () => {
    let time = 1_000_000;
    const { bench, retry } = await halfway({ now: () => time, timeoutMs: 1000, stateTtlMs: 5000 });
    time += 5990;
    expect((await call(bench.handler, retry)).said).toBe("unanswered");
    time += 20;
    expect((await call(bench.handler, retry)).error).toEqual(REFUSED);
  });

  it("is refused with any other method, name or arguments [MRTR-26-12]", async () => {
    const { bench, retry, params } = await halfway();
    const others: Record<string, unknown>[] = [
      { ...params, name: "walk" },
      { name: "run" },
      { name: "run", arguments: {} },
      { name: "run", arguments: { dir: "new", deep: { list: [1, 2] } } },
      { name: "run", arguments: { dir: "old", deep: { list: [2, 1] } } },
      { name: "run", arguments: { dir: "old", deep: { list: [1, 2] }, more: null } },
    ];
    for (const other of others) {
      expect(
        (await call(bench.handler, { ...retry, params: other })).error,
        JSON.stringify(other),
      ).toEqual(REFUSED);
    }
    const same = { arguments: { deep: { list: [1, 2] }, dir: "old" }, name: "run" };
    expect((await call(bench.handler, { ...retry, params: same })).said).toBe("a");
  });

  it("is redeemed once where a store keeps count: other answers to it are refused [MRTR-26-13]", async () => {
    const { bench, first, retry } = await halfway({ store: createMemoryStore() });
    const other = { ...retry, responses: answering(first, accepting({ value: "b" })) };
    const both = await Promise.all([call(bench.handler, retry), call(bench.handler, other)]);
    expect(both.filter(({ said }) => said !== undefined)).toHaveLength(1);
    const winner = both[0].said === undefined ? other : retry;
    const loser = both[0].said === undefined ? retry : other;
    expect((await call(bench.handler, loser)).error).toEqual(REFUSED);
    // The same answers once more are a response that got lost, not a second redemption.
    const runs = bench.runs();
    expect((await call(bench.handler, winner)).said).toBe(
      both.find(({ said }) => said !== undefined)?.said,
    );
    expect(bench.runs()).toBe(runs);
  });

  it("of an earlier round is redeemed once, too, while the call goes on [MRTR-26-13]", async () => {
    const { handler } = serve(
      async (ctx) => {
        const first = await ctx.elicit("First?", ["a", "b"]);
        const second = await ctx.elicit("Second?", ["c"]);
        return `${first.action === "accept" ? first.data : ""}${second.action}`;
      },
      { store: createMemoryStore() },
    );
    const first = await call(handler, { auth });
    const second = await call(handler, {
      auth,
      state: first.state,
      responses: answering(first, accepting({ value: "a" })),
    });
    expect(second.keys).toHaveLength(1);
    expect(
      (
        await call(handler, {
          auth,
          state: first.state,
          responses: answering(first, accepting({ value: "b" })),
        })
      ).error,
    ).toEqual(REFUSED);
    expect(
      (
        await call(handler, {
          auth,
          state: second.state,
          responses: answering(second, accepting({ value: "c" })),
        })
      ).said,
    ).toBe("aaccept");
  });
});
