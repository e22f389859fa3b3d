import { afterAll, expect, it } from "vitest";
import { scaled, seed } from "../../../../test/night.js";
import {
  createRandom,
  createStateLab,
  inBatches,
  open,
  type OpenCall,
  REFUSED,
  untouched,
} from "./state-lab.js";

/*
 * A state is taken back only as it was given. Every forged one stands beside the state it was made of,
 * which is accepted before and after, so that a refusal is never the refusal of everything.
 */

const BASES = scaled(50, 400);
const MUTANTS = scaled(1_500, 45_000);
const CUTS = scaled(600, 15_000);

const lab = createStateLab(async (ctx, { n }) => {
  const answer = await ctx.elicit(`Item ${String(n)}?`, ["yes", "no"]);
  return `${String(n)} ${answer.action === "accept" ? answer.data : answer.action}`;
});
afterAll(() => lab.close());

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const HEAD = "mc2.".length;

type Random = (below: number) => number;
type Mutation = (state: string, random: Random, other: string) => string;

const place = (state: string, random: Random): number => HEAD + random(state.length - HEAD);
const put = (state: string, at: number, text: string, over = text.length): string =>
  state.slice(0, at) + text + state.slice(at + over);

/** Ways to forge a state; what comes out genuine or for the second time is drawn again, another way. */
const mutations: Readonly<Record<string, Mutation>> = {
  "one bit": (state, random) => {
    const bytes = Buffer.from(state.slice(HEAD), "base64url");
    const at = random(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    return state.slice(0, HEAD) + bytes.toString("base64url");
  },
  "one character": (state, random) => put(state, place(state, random), ALPHABET[random(64)] ?? "A"),
  "two characters exchanged": (state, random) => {
    const [a, b] = [place(state, random), place(state, random)];
    return put(put(state, a, state[b] ?? ""), b, state[a] ?? "");
  },
  "one character more": (state, random) =>
    put(state, place(state, random), ALPHABET[random(64)] ?? "A", 0),
  "one character less": (state, random) => put(state, place(state, random), "", 1),
  "other case": (state, random) => {
    const at = place(state, random);
    const letter = state[at] ?? "";
    return put(
      state,
      at,
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
  },
  "something behind it": (state, random) =>
    state + ["=", "==", "A", " ", "\n", "\u0000", ".", "%00", state][random(9)],
  "something before it": (state, random) => [" ", "\n", "\ufeff", "mc2.", "A"][random(5)] + state,
  "another version": (state, random) =>
    put(state, 0, ["mc3.", "mc0.", "MC1.", "mc1:", "mc1", "Mc1.", ""][random(7)] ?? "", HEAD),
  "the other base64 alphabet": (state) => state.replaceAll("-", "+").replaceAll("_", "/"),
  "spare bits of the last character": (state, random) =>
    state.slice(0, -1) + (ALPHABET[ALPHABET.indexOf(state.at(-1) ?? "A") ^ (1 + random(3))] ?? "A"),
  "the end of another": (state, random, other) => {
    const at = place(state, random);
    return state.slice(0, at) + other.slice(at);
  },
  "the key id or nonce of another": (state, random, other) => {
    const end = HEAD + 1 + random(21);
    return other.slice(0, end) + state.slice(end);
  },
  "bytes turned round": (state, random) => {
    const bytes = Buffer.from(state.slice(HEAD), "base64url");
    const at = random(bytes.length - 2);
    bytes.subarray(at, at + 2 + random(30)).reverse();
    return state.slice(0, HEAD) + bytes.toString("base64url");
  },
  "random bytes": (state, random) => {
    const bytes = Buffer.from(Array.from({ length: 32 + random(200) }, () => random(256)));
    return state.slice(0, HEAD) + bytes.toString("base64url");
  },
};

async function openAll(count: number): Promise<OpenCall[]> {
  const all: OpenCall[] = [];
  await inBatches(count, async (n) => {
    all[n] = await open(
      lab,
      { args: { n }, sub: `user ${n % 7}` },
      { value: n % 2 === 0 ? "yes" : "no" },
    );
  });
  return all;
}

async function expectAllAccepted(bases: readonly OpenCall[]): Promise<void> {
  const said: (string | undefined)[] = [];
  await inBatches(bases.length, async (n) => {
    said[n] = await untouched(lab, bases[n]!);
  });
  expect(said).toEqual(bases.map((_, n) => `${n} ${n % 2 === 0 ? "yes" : "no"}`));
}

/** Sends a forged state for every index; expects the one refusal each time and no handler begun. */
async function expectAllRefused(
  bases: readonly OpenCall[],
  count: number,
  forge: (n: number) => string,
): Promise<void> {
  await expectAllAccepted(bases);
  const runs = lab.runs();
  const wrong: string[] = [];
  await inBatches(count, async (n) => {
    const { call, responses } = bases[n % bases.length]!;
    const state = forge(n);
    const { status, error } = await lab.call({ ...call, state, responses });
    if (status !== 200 || JSON.stringify(error) !== REFUSED)
      wrong.push(`${state}: ${status} ${JSON.stringify(error)}`);
  });
  expect(wrong).toEqual([]);
  expect(lab.runs()).toBe(runs);
  await expectAllAccepted(bases);
}

it(`refuses ${MUTANTS} changed states and accepts the ones they were made of`, async () => {
  const bases = await openAll(BASES);
  const random = createRandom(seed);
  const ways = Object.entries(mutations);
  const used = new Map<string, number>();
  const seen = new Set<string>();
  const genuine = new Set(bases.map(({ state }) => state));
  await expectAllRefused(bases, MUTANTS, (n) => {
    const { state } = bases[n % BASES]!;
    for (let turn = n; ; turn++) {
      const [name, mutate] = ways[turn % ways.length]!;
      const forged = mutate(state, random, bases[(n + 1 + random(BASES - 1)) % BASES]!.state);
      if (genuine.has(forged) || seen.has(forged)) continue;
      used.set(name, (used.get(name) ?? 0) + 1);
      seen.add(forged);
      return forged;
    }
  });
  expect([...used.keys()].sort()).toEqual(Object.keys(mutations).sort());
  expect(seen.size).toBe(MUTANTS);
  expect([...lab.refusals.keys()].sort()).toEqual([
    "foreign",
    "malformed",
    "tampered",
    "unknown-key",
  ]);
});

it(`refuses ${CUTS} cut states and accepts the ones they were cut from`, async () => {
  const bases = await openAll(BASES);
  const random = createRandom(seed);
  await expectAllRefused(bases, CUTS, (n) => {
    const { state } = bases[n % BASES]!;
    // Every length, then random pieces from either end or the middle.
    if (n < state.length) return state.slice(0, n);
    const from = random(2) === 0 ? 0 : 1 + random(state.length - 1);
    const to = from === 0 ? random(state.length) : from + random(state.length - from + 1);
    return state.slice(from, to);
  });
});
