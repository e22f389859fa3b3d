import { expect, it } from "vitest";
import {
  createStateLab,
  open,
  REFUSED,
  type StateLab,
} from "../../packages/midcall/test/server/state-lab.js";
import { scaled } from "../night.js";
import { openStore, type OpenStore } from "./open-store.js";
import { tally } from "./tally.js";

/*
 * Somebody can write to the store of calls, and has an account of their own. What is sealed there they cannot make, but
 * they can copy it.
 */

let paid: string[] = [];
const createShop = (store: OpenStore, serverName = "shop"): StateLab =>
  createStateLab(
    async (ctx, { order }) => {
      await ctx.elicit("First?", ["yes", "no"]);
      await ctx.elicit("Second?", ["yes", "no"]);
      const receipt = await ctx.step("pay", () => `receipt ${paid.push(String(order))}`);
      await ctx.elicit("Third?", ["yes", "no"]);
      return `${String(order)}: ${receipt}`;
    },
    { store, serverName },
  );

/** A call that was answered once, and where its records lie. */
interface Started {
  readonly place: string;
  /** The same round again, as a host sends it that has lost the response. */
  again(): ReturnType<StateLab["call"]>;
  /** Answers one question after another until the call ends. */
  goOn(answers?: number): ReturnType<StateLab["call"]>;
}

async function start(lab: StateLab, store: OpenStore, sub: string): Promise<Started> {
  const first = await open(lab, { sub, args: { order: `${sub}'s` } }, { value: "yes" });
  const { call, state, responses } = first;
  const send = (state: string, responses: object): ReturnType<StateLab["call"]> =>
    lab.call({ ...call, state, responses: responses as Record<string, unknown> });
  let reply = await send(state, responses);
  let last = { state, responses };
  const key = await store.keyLike(/^midcall:flow:.*:use:1$/);
  return {
    place: key.slice(0, -"use:1".length),
    again: () => send(last.state, last.responses),
    async goOn(answers = 9) {
      for (let n = 0; n < answers && reply.state !== undefined; n++) {
        const yes = { action: "accept", content: { value: "yes" } };
        const given = Object.fromEntries(Object.keys(reply.requests).map((key) => [key, yes]));
        last = { state: reply.state, responses: given };
        reply = await send(last.state, last.responses);
      }
      return reply;
    },
  };
}

it("gives nobody the result of another's call, copied to the end of their own", async () => {
  let tried = 0;
  for (const [victim, stranger] of [
    ["ann", "mallory"],
    ["ann", "ann"],
  ] as const) {
    paid = [];
    const store = openStore();
    const lab = createShop(store);
    const anns = await start(lab, store, victim);
    expect((await anns.goOn()).text).toBe(`${victim}'s: receipt 1`);
    const theirs = await start(lab, store, stranger);
    await theirs.goOn();
    const result = (await store.get(`${anns.place}end`))!;
    await store.put(`${theirs.place}end`, result);
    const reply = await theirs.again();
    expect(reply.text).toBeUndefined();
    expect(JSON.stringify(reply.error)).toBe(REFUSED);
    tried += 1;
    await lab.close();
  }
  tally("results copied to another call", tried);
});

it("skips no step whose result was copied from another call, another step, or an end", async () => {
  const sources = {
    "the same step of another call": (place: string) => `${place}step:`,
    "the end of another call": (place: string) => `${place}end`,
    "a use of this call": (_: string, own: string) => `${own}use:1`,
  };
  for (const [name, sourceOf] of Object.entries(sources)) {
    paid = [];
    const store = openStore();
    const lab = createShop(store);
    const anns = await start(lab, store, "ann");
    await anns.goOn(sourceOf === sources["the end of another call"] ? 9 : 1);
    const theirs = await start(lab, store, "mallory");
    const before = paid.length;
    const source = await store.keyLike(new RegExp(`^${sourceOf(anns.place, theirs.place)}`));
    store.plant(new RegExp(`^${theirs.place}step:`), (await store.get(source))!);
    const reply = await theirs.goOn();
    // Not paid, and not told that it was: the call ends.
    expect([name, reply.isError, paid.length]).toEqual([name, true, before]);
    expect(reply.text, name).not.toMatch(/receipt/);
    await lab.close();
  }
  tally("step results copied to another place", Object.keys(sources).length);
});

it("takes no record of a service with the same secret and store, but another name", async () => {
  paid = [];
  const store = openStore();
  const [shop, sandbox] = [createShop(store), createShop(store, "sandbox")];
  const tested = await start(sandbox, store, "ann");
  await tested.goOn(1);
  const real = await start(shop, store, "ann");
  const key = await store.keyLike(/:step:/);
  expect(key.startsWith(tested.place)).toBe(true);
  store.plant(new RegExp(`^${real.place}step:`), (await store.get(key))!);
  expect((await real.goOn()).isError).toBe(true);
  expect(paid).toEqual(["ann's"]);
  tally("step results copied to another service", 1);
  await Promise.all([shop.close(), sandbox.close()]);
});

it("refuses the result of a call with any byte changed", async () => {
  paid = [];
  const store = openStore();
  const lab = createShop(store);
  const anns = await start(lab, store, "ann");
  await anns.goOn();
  const key = `${anns.place}end`;
  const sealed = (await store.get(key))!;
  const head = sealed.indexOf(".") + 1;
  const bytes = Buffer.from(sealed.slice(head), "base64url");
  for (let byte = 0; byte < bytes.length; byte += scaled(7, 1)) {
    const changed = Buffer.from(bytes);
    changed[byte]! ^= 1 << (byte % 8);
    await store.put(key, sealed.slice(0, head) + changed.toString("base64url"));
    const { error } = await anns.again();
    expect([byte, JSON.stringify(error)]).toEqual([byte, REFUSED]);
  }
  await store.put(key, sealed);
  expect((await anns.again()).text).toBe("ann's: receipt 1");
  tally("flipped bits of stored results", Math.ceil(bytes.length / scaled(7, 1)));
  await lab.close();
});
