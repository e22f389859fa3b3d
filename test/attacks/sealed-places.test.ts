import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorld, type Owner, type Place, places, marks, type World } from "./sealed-places.js";
import { tally } from "./tally.js";

const ALICE: Owner = { person: "alice", server: "shop", thing: "one" };
const others: readonly Owner[] = [
  { ...ALICE, thing: "two" },
  { ...ALICE, person: "mallory" },
  { ...ALICE, server: "sandbox" },
];

interface Written {
  readonly world: World;
  readonly key: string;
  readonly value: string;
}

/** Writes a record, and tells where it came to lie. */
async function write({ write, pattern }: Place, world: World, owner: Owner): Promise<Written> {
  const before = await world.store.records();
  await write(world, owner);
  for (const [key, value] of await world.store.records())
    if (pattern.test(key) && before.get(key) !== value) return { world, key, value };
  throw new Error(`nothing new at ${String(pattern)}`);
}

/** The same value with one bit of a byte changed. */
function flipped(value: string, byte: number): string {
  const head = value.indexOf(".") + 1;
  const bytes = Buffer.from(value.slice(head), "base64url");
  bytes[byte]! ^= 1 << (byte % 8);
  return value.slice(0, head) + bytes.toString("base64url");
}

const bytesOf = (value: string): number =>
  Buffer.from(value.slice(value.indexOf(".") + 1), "base64url").length;

describe.each(places.map((place) => [place.kind, place] as const))("%s", (_, place) => {
  const base = (world = createWorld()): Promise<Written> => write(place, world, ALICE);

  it("is taken as it was written", async () => {
    const { world } = await base();
    expect(await place.read(world, ALICE)).toBe(true);
  });

  it("is refused with any byte changed, and cut or spelt in another way", async () => {
    const { world, key, value } = await base();
    const bytes = bytesOf(value);
    const variants = Array.from({ length: bytes }, (_, byte) => flipped(value, byte));
    variants.push(value.slice(0, -2), `${value}A`, `${value}=`, ` ${value}`, "", "1", "{}");
    for (const [n, variant] of variants.entries()) {
      await world.store.put(key, variant);
      expect([n, await place.read(world, ALICE)]).toEqual([n, false]);
    }
    await world.store.put(key, value);
    expect(await place.read(world, ALICE)).toBe(true);
    tally("sealed records with a byte changed", variants.length);
  });

  it("is refused in the place of another of its kind: another key, person or server", async () => {
    let tried = 0;
    for (const owner of others) {
      const { world, key, value } = await base();
      // In a world of its own where it would lie under the same key.
      const shared = await write(place, world, owner).catch(() => undefined);
      const other =
        shared === undefined || shared.key === key
          ? place.secret === "createVault"
            ? undefined
            : await write(place, createWorld(), owner)
          : shared;
      if (other === undefined) continue;
      await world.store.put(key, value);
      expect(await place.read(world, ALICE)).toBe(true);
      // Where nothing of the owner goes into key or text, there is but one record for both.
      if (other.key === key && !differs(place, owner)) continue;
      await world.store.put(key, other.value);
      expect([owner, await place.read(world, ALICE)]).toEqual([owner, false]);
      tried += 1;
    }
    // There is but one root key, so nothing of its kind can take its place.
    expect(tried > 0).toBe(place.kind !== "the root key of a vault");
    tally("sealed records of another key, person or server", tried);
  });

  it("is refused in the place of every other kind", async () => {
    const { world, key } = await base();
    for (const kind of places) {
      if (kind === place) continue;
      const { value } = await write(kind, createWorld(), ALICE);
      await world.store.put(key, value);
      expect([kind.kind, await place.read(world, ALICE)]).toEqual([kind.kind, false]);
    }
    tally("sealed records of another kind", places.length - 1);
  });
});

it.each(places.filter(({ lifeMs }) => lifeMs !== undefined).map((place) => [place.kind, place]))(
  "%s is refused when its time is up",
  async (_, place) => {
    const { world, key, value } = await write(place as Place, createWorld(), ALICE);
    const { lifeMs, expires, read } = place as Place;
    // A state is good for a while after its last deadline.
    world.clock.now += lifeMs! + 1;
    // What says itself when it ends is refused even when somebody puts it back.
    if (expires === "sealed") await world.store.put(key, value);
    expect(await read(world, ALICE)).toBe(false);
  },
);

/** Whether what is sealed names what is different about this owner. */
function differs({ boundTo }: Place, owner: Owner): boolean {
  if (owner.person !== ALICE.person) return boundTo.includes("person");
  if (owner.server !== ALICE.server) return boundTo.includes("server");
  return boundTo.includes("request");
}

const SRC = new URL("../../packages/midcall/src/", import.meta.url).pathname;
const sources = new Map(
  ["../../packages/midcall/src/", "../../packages/cli/src/"].flatMap((folder) => {
    const root = new URL(folder, import.meta.url).pathname;
    return readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [relative(SRC, join(root, name)), readFileSync(join(root, name), "utf8")]);
  }) as [string, string][],
);
const filesWith = (pattern: RegExp): string[] =>
  [...sources]
    .filter(([, text]) => pattern.test(text))
    .map(([name]) => name)
    .sort();

describe("the table of what is sealed", () => {
  it("has every place in the source that encrypts", () => {
    // One file knows the cipher for what is kept; four make something of it that is bound to what it is given. The other
    // one seals messages between a page and its program, which lie nowhere.
    expect(filesWith(/createCipher|createDecipher|subtle\.(en|de)crypt/)).toEqual([
      "../../cli/src/console/access/sealed-messages.ts",
      "internal/aead.ts",
    ]);
    expect(filesWith(/from "[^"]*internal\/aead\.js"/)).toEqual([
      "pages/flows/keys.ts",
      "server/state/sealer.ts",
      "vault/keys/cipher.ts",
      "vault/keys/key-ring.ts",
      "vault/keys/root-key.ts",
    ]);
    const primitives =
      /^(internal\/aead|pages\/flows\/keys|server\/state\/sealer|vault\/keys\/(cipher|key-ring))\.ts$/;
    const made = [...sources].flatMap(([name, text]) => {
      if (primitives.test(name) || name.endsWith("access/sealed-messages.ts")) return [];
      const calls = text.match(
        /\b(keys|sealer|root|ring)\.(seal|wrap)\(|(?<!function )\bencrypt\(/g,
      );
      return (calls ?? []).map(() => name);
    });
    // What a server keeps is sealed in one file, in the two ways to write; an end of a visit is sealed in two places.
    const one = "server/state/sealed-store.ts";
    const expected = places.flatMap(({ madeIn }) => madeIn).filter((name) => name !== one);
    expect(made.sort()).toEqual([...expected, one, one].sort());
  });

  it("has no part of a server that writes to a store past the file that seals", () => {
    const past = filesWith(
      /import (?!type \{ Telemetry)[^;]*\bStore\b[^;]*from "[^"]*store\/(index|store)\.js"/,
    );
    expect(past.filter((name) => name.startsWith("server/"))).toEqual([
      "server/options.ts",
      "server/state/bounded-store.ts",
      "server/state/time-store.ts",
      "server/state/wrap-store-errors.ts",
    ]);
  });

  it("has every key of a store in the source", () => {
    const inWords = [...places, ...marks].map(({ key }) => key.replace(/<[^>]*>/g, "*"));
    const known = new Set(inWords.filter((key) => key.startsWith("midcall:")));
    const templates = [...sources.values()].flatMap(
      (text) => text.match(/`midcall:[^\s`][^`]*`/g) ?? [],
    );
    const found = new Set(
      templates.map((template) =>
        template.slice(1, -1).replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "*"),
      ),
    );
    // Where vaults begin, unless they are told otherwise; their keys are made of a prefix.
    found.delete("midcall:vault:");
    // The place of a call, under which its records lie.
    found.delete("midcall:flow:*");
    for (const kind of ["use", "step"]) found.add(`midcall:flow:*:${kind}:*`);
    found.add("midcall:flow:*:end");
    // Places of several kinds that one function makes.
    for (const kinds of [
      ["question", "answer", "opened"],
      ["url-asker", "url-done"],
    ]) {
      found.delete("midcall:*:*");
      for (const kind of kinds) found.add(`midcall:${kind}:*`);
    }
    // Where the events of a call and its journals lie, and a channel, which keeps nothing.
    for (const kind of ["events", "run"]) {
      found.delete(`midcall:${kind}:*`);
      found.add(`midcall:${kind}:*:*`);
    }
    found.add("midcall:events:*:passed");
    found.delete("midcall:session:*:news");
    // What lies beside a session.
    found.add("midcall:session:*:ended");
    // What lies beside a saved call.
    for (const kind of ["run", "asked", "silent", "taken"]) found.add(`midcall:call:*:${kind}`);
    for (const kind of ["run", "end", "answer:*"]) found.add(`midcall:task:*:${kind}`);
    expect([...found].sort()).toEqual([...known].sort());
  });
});
