import { inspect } from "node:util";
import fc from "fast-check";
import { createMemoryStore, type Store } from "midcall/store";
import { createVault, Secret, type Vault, type VaultId, type VaultOptions } from "midcall/vault";
import { describe, expect, it } from "vitest";
import { scaled } from "../../../../test/night.js";
import { codePoint } from "../../../../test/code-points.js";

const SECRET = "a secret for tests, longer than 32 bytes";
const NEXT = "another one for tests, longer than 32 bytes";
const id: VaultId = { principal: "alice@example.com", server: "invoices", name: "stripe" };
const CANARY = "sk_canary_51Hz";

/** A store whose every record can be seen and changed. */
interface OpenStore extends Store {
  readonly records: Map<string, string>;
}
function openStore(now: () => number = Date.now): OpenStore {
  const store = createMemoryStore({ now });
  const records = new Map<string, string>();
  return {
    ...store,
    records,
    // Records put from outside count: tests plant damage there.
    get: async (key) => ((await store.get(key)) === undefined ? undefined : records.get(key)),
    put: async (key, value, options) => {
      await store.put(key, value, options);
      records.set(key, value);
    },
    putIfAbsent: async (key, value, options) => {
      const done = await store.putIfAbsent(key, value, options);
      if (done) records.set(key, value);
      return done;
    },
    delete: async (key) => {
      records.delete(key);
      return store.delete(key);
    },
  };
}
const vaultOn = (store: Store, options: Partial<VaultOptions> = {}): Vault =>
  createVault({ store, secret: SECRET, ...options });
const keysLike = (store: OpenStore, part: string): string[] =>
  [...store.records.keys()].filter((key) => key.includes(`:${part}`));
const reveal = async (vault: Vault, of: VaultId = id): Promise<unknown> =>
  (await vault.get(of))?.reveal();

describe("a vault", () => {
  it("gives back what was put, and nothing else", async () => {
    const vault = vaultOn(createMemoryStore());
    expect(await vault.get(id)).toBeUndefined();
    await vault.put(id, CANARY);
    const found = await vault.get(id);
    expect(found).toBeInstanceOf(Secret);
    expect(found?.reveal()).toBe(CANARY);
    for (const other of [{ principal: "bob" }, { server: "s" }, { name: "n" }])
      expect(await vault.get({ ...id, ...other })).toBeUndefined();
    await vault.put(id, { access_token: "a", refresh_token: "b" });
    expect(await reveal(vault)).toEqual({ access_token: "a", refresh_token: "b" });
    await vault.put(id, new Secret("again"));
    expect(await reveal(vault)).toBe("again");
  });

  it("reads and writes a store as rarely as its promises allow", async () => {
    const store = createMemoryStore();
    const done: string[] = [];
    const counted = new Proxy(store, {
      get(of, name: keyof Store) {
        const member = of[name] as unknown as (...given: unknown[]) => unknown;
        return (...given: unknown[]) => (done.push(name), member.apply(of, given));
      },
    });
    const vault = vaultOn(counted);
    await vault.put(id, CANARY);
    done.length = 0;
    await vault.put(id, CANARY);
    expect(done).toEqual(["get", "put", "put", "delete"]);
    done.length = 0;
    await vault.get(id);
    expect(done).toEqual(["get", "get"]);
  });

  it("gives back any value under any id", async () => {
    const vault = vaultOn(createMemoryStore());
    const part = fc.string({ minLength: 1, maxLength: 40, unit: codePoint });
    const value = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.dictionary(
        fc.oneof(fc.string(), fc.constant("__proto__")),
        fc.string({ unit: codePoint }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(part, part, part, value, async (principal, server, name, value) => {
        await vault.put({ principal, server, name }, value);
        const found = await reveal(vault, { principal, server, name });
        expect(typeof found === "string" ? found : { ...(found as object) }).toEqual(
          typeof value === "string" ? value : { ...value },
        );
      }),
      { numRuns: scaled(30, 2_000) },
    );
  });

  it("tells ids apart that look alike when put together", async () => {
    const vault = vaultOn(createMemoryStore());
    const parts = ["a", "b", "a:b", 'a","b', "a\u0000b", "[", "A", "a ", "\u00e9", "e\u0301"];
    const ids = parts.flatMap((principal) =>
      parts.flatMap((server) => parts.map((name) => ({ principal, server, name }))),
    );
    for (const [n, each] of ids.entries()) await vault.put(each, String(n));
    for (const [n, each] of ids.entries()) expect(await reveal(vault, each)).toBe(String(n));
  });

  it("forgets when told to, key and all", async () => {
    const store = openStore();
    const vault = vaultOn(store);
    expect(await vault.delete(id)).toBe(false);
    await vault.put(id, "one");
    await vault.put(id, "two");
    expect([keysLike(store, "key:").length, keysLike(store, "secret:").length]).toEqual([1, 1]);
    expect(await vault.delete(id)).toBe(true);
    expect(await vault.get(id)).toBeUndefined();
    expect([keysLike(store, "key:").length, keysLike(store, "secret:").length]).toEqual([0, 0]);
    expect(await vault.delete(id)).toBe(false);
  });

  it("forgets when the time is up, and not when it was put anew", async () => {
    let time = 1000;
    const now = (): number => time;
    const vault = vaultOn(createMemoryStore({ now }), { now });
    await vault.put(id, "short", { ttlMs: 100 });
    await vault.put({ ...id, name: "long" }, "long", { ttlMs: 100 });
    await vault.put({ ...id, name: "long" }, "longer");
    expect(await vault.list(id)).toEqual([
      { name: "long", createdAt: 1000 },
      { name: "stripe", createdAt: 1000, expiresAt: 1100 },
    ]);
    time = 1100;
    expect(await vault.get(id)).toBeUndefined();
    expect(await reveal(vault, { ...id, name: "long" })).toBe("longer");
    expect(await vault.list(id)).toEqual([{ name: "long", createdAt: 1000 }]);
  });

  it("is over at its own time, also on a store that keeps it longer", async () => {
    let time = 1000;
    const vault = vaultOn(createMemoryStore({ now: () => 0 }), { now: () => time });
    await vault.put(id, "short", { ttlMs: 100 });
    time = 1100;
    expect(await vault.get(id)).toBeUndefined();
    expect(await vault.list(id)).toEqual([]);
  });

  it("lists names, of one person and one server, and nothing else of a secret", async () => {
    const vault = vaultOn(createMemoryStore());
    const names = Array.from({ length: 40 }, (_, n) => `name ${String(n).padStart(2, "0")}`);
    for (const name of [...names].reverse()) await vault.put({ ...id, name }, CANARY);
    await vault.put({ ...id, principal: "bob" }, CANARY);
    await vault.put({ ...id, server: "other" }, CANARY);
    await vault.delete({ ...id, name: "name 07" });
    const found = await vault.list(id);
    expect(found.map(({ name }) => name)).toEqual(names.filter((name) => name !== "name 07"));
    for (const entry of found) expect(Object.keys(entry).sort()).toEqual(["createdAt", "name"]);
    expect(JSON.stringify(found)).not.toContain(CANARY);
    await vault.put({ ...id, name: "name 07" }, CANARY);
    expect(await vault.list(id)).toHaveLength(40);
    expect(await vault.list({ principal: "carol", server: "invoices" })).toEqual([]);
  });

  it("takes names of broken text for what they are", async () => {
    const vault = vaultOn(createMemoryStore());
    const names = ["\ud800", "\ud801", "\ufffd", "\u0000"];
    for (const name of names) await vault.put({ ...id, name }, `of ${names.indexOf(name)}`);
    for (const name of names)
      expect(await reveal(vault, { ...id, name })).toBe(`of ${names.indexOf(name)}`);
    expect((await vault.list(id)).map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it("is shared by all who have the store and the secret, and apart under another prefix", async () => {
    const store = createMemoryStore();
    await vaultOn(store).put(id, "v");
    expect(await reveal(vaultOn(store))).toBe("v");
    expect(await reveal(vaultOn(store, { prefix: "other:" }))).toBeUndefined();
  });

  it("goes on when its store was emptied under it, and agrees with those who come new", async () => {
    const store = openStore();
    const before = vaultOn(store);
    await before.put(id, "v");
    for (const key of store.records.keys()) await store.delete(key);
    expect(await before.get(id)).toBeUndefined();
    const after = vaultOn(store);
    await after.put({ ...id, name: "new" }, "of the new one");
    await before.put(id, "of the old one");
    expect(await reveal(after)).toBe("of the old one");
    expect(await reveal(before, { ...id, name: "new" })).toBe("of the new one");
    expect(await vaultOn(store).list(id)).toHaveLength(2);
  });

  it("refuses unusable ids, values and options without quoting them", async () => {
    const vault = vaultOn(createMemoryStore());
    for (const bad of ["", "x".repeat(1025), undefined, 1, null])
      for (const part of ["principal", "server", "name"])
        await expect(vault.put({ ...id, [part]: bad }, "v")).rejects.toThrow(
          `${part} must be a string of 1 to 1024 characters.`,
        );
    for (const bad of [
      undefined,
      null,
      1,
      [CANARY],
      { a: 1 },
      { a: { b: CANARY } },
      () => CANARY,
      new Date(),
      new Map([["a", CANARY]]),
    ])
      await expect(vault.put(id, bad as never)).rejects.toThrow(/must be a string, or an object/);
    for (const ttlMs of [0, -1, Number.NaN, Infinity])
      await expect(vault.put(id, "v", { ttlMs })).rejects.toThrow(/ttlMs must be a positive/);
    const long = CANARY.repeat(10_000);
    const error = await vault.put(id, long).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "ERR_MIDCALL_OPTION" });
    expect(inspect(error)).not.toContain(CANARY);
    expect(await vault.get(id)).toBeUndefined();
    const store = createMemoryStore();
    expect(() => createVault({ store: {} as never, secret: SECRET })).toThrow(/store must be/);
    expect(() => createVault({ store, secret: "short" })).toThrow(/at least 32 bytes, not 5/);
    expect(() => createVault({ store, secret: [] })).toThrow(/the list is empty/);
    expect(() => createVault({ store, secret: 7 as never })).toThrow(/secret must be/);
  });
});

/** Every bit at night, and some of each byte otherwise. */
const STEP = scaled(5, 1);

describe("what lies in the store", () => {
  it("shows neither value, person, server nor name", async () => {
    const store = openStore();
    const vault = vaultOn(store);
    await vault.put(id, CANARY);
    await vault.put({ ...id, name: "tokens" }, { access_token: CANARY });
    const bytes = [...store.records].flat().join("\n");
    const texts = [CANARY, id.principal, "alice", id.server, id.name, "tokens", "access_token"];
    const decoded = [...store.records.values()].map((record) =>
      Buffer.from(record.slice(5), "base64url").toString("latin1"),
    );
    for (const text of texts) {
      for (const form of [
        text,
        Buffer.from(text).toString("hex"),
        Buffer.from(text).toString("base64url").slice(0, -2),
      ])
        expect(bytes).not.toContain(form);
      expect(decoded.join("\n")).not.toContain(text);
    }
    // A leak would have been found.
    store.records.set("planted", Buffer.from(`x${CANARY}`).toString("latin1"));
    expect([...store.records].flat().join("\n")).toContain(CANARY);
  });

  it("is different for the same value each time", async () => {
    const store = openStore();
    const vault = vaultOn(store);
    const seen = new Set<string>();
    for (let n = 0; n < 20; n++) {
      await vault.put(id, CANARY);
      for (const place of ["key:", "secret:"])
        seen.add(store.records.get(keysLike(store, place)[0]!)!);
    }
    expect(seen.size).toBe(40);
  });

  it("is refused with any one bit changed", async () => {
    const store = openStore();
    const vault = vaultOn(store);
    await vault.put(id, CANARY);
    const places = ["root", keysLike(store, "key:")[0]!, keysLike(store, "secret:")[0]!].map(
      (place) => (place === "root" ? "midcall:vault:root" : place),
    );
    let tried = 0;
    for (const place of places) {
      const record = store.records.get(place)!;
      const bytes = Buffer.from(record.slice(5), "base64url");
      for (let bit = 0; bit < bytes.length * 8; bit += STEP) {
        const changed = Buffer.from(bytes);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        store.records.set(place, `mcv2.${changed.toString("base64url")}`);
        const error = await vaultOn(store)
          .get(id)
          .catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: "ERR_MIDCALL_VAULT" });
        tried += 1;
      }
      store.records.set(place, record);
    }
    expect(tried).toBeGreaterThan(2000 / STEP);
    expect(await reveal(vault)).toBe(CANARY);
  });

  it("is refused with any one bit of its spelling changed, or cut, or longer", async () => {
    const store = openStore();
    await vaultOn(store).put(id, CANARY);
    for (const part of ["key:", "secret:"]) {
      const place = keysLike(store, part)[0]!;
      const record = store.records.get(place)!;
      const variants = [
        record.slice(0, -1),
        `${record}A`,
        `${record}=`,
        ` ${record}`,
        "",
        "mcv2.",
        "mcv3" + record.slice(4),
      ];
      for (let at = 0; at < record.length * 8; at += STEP)
        variants.push(
          record.slice(0, at >> 3) +
            String.fromCharCode(record.charCodeAt(at >> 3) ^ (1 << (at & 7))) +
            record.slice((at >> 3) + 1),
        );
      for (const variant of variants) {
        store.records.set(place, variant);
        await expect(vaultOn(store).get(id), variant).rejects.toMatchObject({
          code: "ERR_MIDCALL_VAULT",
        });
      }
      store.records.set(place, record);
    }
  });

  it("is refused in the place of another, whosever and whichever", async () => {
    const store = openStore();
    const vault = vaultOn(store);
    const ids = ["alice", "bob"].flatMap((principal) =>
      ["s1", "s2"].flatMap((server) => ["n1", "n2"].map((name) => ({ principal, server, name }))),
    );
    const places: { secret: string; key: string }[] = [];
    for (const each of ids) {
      const before = new Set(store.records.keys());
      await vault.put(each, JSON.stringify(each));
      const added = [...store.records.keys()].filter((key) => !before.has(key));
      places.push({
        secret: added.find((key) => key.includes(":secret:"))!,
        key: added.find((key) => key.includes(":key:"))!,
      });
    }
    const original = new Map(store.records);
    for (const [to, target] of places.entries())
      for (const [from, source] of places.entries()) {
        if (from === to) continue;
        for (const moved of [["secret"], ["key"], ["secret", "key"]] as const) {
          for (const part of moved) store.records.set(target[part], original.get(source[part])!);
          await expect(vaultOn(store).get(ids[to]!)).rejects.toMatchObject({ reason: "tampered" });
          for (const part of moved) store.records.set(target[part], original.get(target[part])!);
        }
      }
    for (const each of ids) expect(await reveal(vault, each)).toBe(JSON.stringify(each));
  });

  it("is not listed in the place of another", async () => {
    const store = openStore();
    const vault = vaultOn(store);
    await vault.put(id, "one", { ttlMs: 1e9 });
    const [first] = keysLike(store, "secret:");
    await vault.put({ ...id, name: "other" }, "two");
    const second = keysLike(store, "secret:").find((key) => key !== first)!;
    store.records.set(second, store.records.get(first!)!);
    await expect(vault.list(id)).rejects.toMatchObject({ reason: "tampered" });
  });

  it("can be replaced or deleted when it is damaged", async () => {
    const store = openStore();
    const vault = vaultOn(store);
    await vault.put(id, "one");
    store.records.set(keysLike(store, "secret:")[0]!, "rubbish");
    await expect(vault.get(id)).rejects.toMatchObject({ reason: "tampered" });
    await expect(vault.list(id)).rejects.toMatchObject({ reason: "tampered" });
    await vault.put(id, "two");
    expect(await reveal(vault)).toBe("two");
    store.records.set(keysLike(store, "secret:")[0]!, "rubbish");
    expect(await vault.delete(id)).toBe(true);
    expect(await vault.get(id)).toBeUndefined();
  });

  it("shows no list of one scope in another", async () => {
    const store = openStore();
    const vault = vaultOn(store);
    await vault.put(id, "one");
    const [aliceName] = keysLike(store, "name:");
    await vault.put({ ...id, principal: "bob", name: "other" }, "two");
    const bobName = keysLike(store, "name:").find((key) => key !== aliceName)!;
    store.records.set(bobName, store.records.get(aliceName!)!);
    await expect(vault.list({ ...id, principal: "bob" })).rejects.toMatchObject({
      reason: "tampered",
    });
  });

  it("is gone, not another's, when the key of a secret is missing", async () => {
    const store = openStore();
    const vault = vaultOn(store);
    await vault.put(id, "one");
    await store.delete(keysLike(store, "key:")[0]!);
    expect(await vault.get(id)).toBeUndefined();
  });

  it("is refused with another secret, with what to do about it and no names", async () => {
    const store = openStore();
    await vaultOn(store).put(id, CANARY);
    const stranger = vaultOn(store, { secret: NEXT });
    for (const attempt of [
      () => stranger.get(id),
      () => stranger.put(id, "mine"),
      () => stranger.delete(id),
      () => stranger.list(id),
      () => stranger.rewrap(),
    ]) {
      const error = await attempt().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "ERR_MIDCALL_VAULT", reason: "unknown-key" });
      expect(String(error)).toContain("secret: [current, earlier]");
      expect(inspect(error)).not.toMatch(/canary|alice|stripe|invoices/);
    }
    expect(await reveal(vaultOn(store))).toBe(CANARY);
  });
});

describe("rotation", () => {
  const fill = async (store: Store, options: Partial<VaultOptions> = {}): Promise<VaultId[]> => {
    const vault = vaultOn(store, options);
    const ids = Array.from({ length: 20 }, (_, n) => ({
      principal: `p${n % 5}`,
      server: "s",
      name: `n${n}`,
    }));
    for (const each of ids) await vault.put(each, `of ${each.name}`);
    return ids;
  };

  it("puts every secret of everybody under the newest key", async () => {
    const store = openStore();
    const ids = await fill(store);
    const ring = vaultOn(store, { secret: [NEXT, SECRET] });
    for (const each of ids) expect(await reveal(ring, each)).toBe(`of ${each.name}`);
    expect(await ring.rewrap()).toEqual({ rewrapped: 20, current: 0, failed: 0 });
    expect(await ring.rewrap()).toEqual({ rewrapped: 0, current: 20, failed: 0 });
    const alone = vaultOn(store, { secret: NEXT });
    for (const each of ids) expect(await reveal(alone, each)).toBe(`of ${each.name}`);
    expect(await alone.list({ principal: "p1", server: "s" })).toHaveLength(4);
    await expect(vaultOn(store).get(ids[0]!)).rejects.toMatchObject({ reason: "unknown-key" });
  });

  it("leaves no wrap under the earlier key behind", async () => {
    const store = openStore();
    await fill(store);
    const before = new Set(store.records.values());
    await vaultOn(store, { secret: [NEXT, SECRET] }).rewrap();
    for (const place of ["midcall:vault:root", ...keysLike(store, "key:")])
      expect(before.has(store.records.get(place)!)).toBe(false);
  });

  it("counts what it cannot open, leaves it, and does the rest", async () => {
    const store = openStore();
    await fill(store);
    const [broken, ...rest] = keysLike(store, "key:");
    store.records.set(broken!, "mcv2.rubbish");
    store.records.set(keysLike(store, "name:")[3]!, "rubbish");
    const found = await vaultOn(store, { secret: [NEXT, SECRET] }).rewrap();
    expect(found.failed).toBeGreaterThanOrEqual(1);
    expect(found.rewrapped + found.failed).toBe(20);
    expect(rest).toHaveLength(19);
    expect(store.records.get(broken!)).toBe("mcv2.rubbish");
  });

  it("keeps the end of a secret's time", async () => {
    let time = 1000;
    const now = (): number => time;
    const store = openStore(now);
    await vaultOn(store, { now }).put(id, "v", { ttlMs: 100 });
    time += 50;
    const ring = vaultOn(store, { now, secret: [NEXT, SECRET] });
    expect((await ring.rewrap()).rewrapped).toBe(1);
    expect(await ring.list(id)).toEqual([{ name: "stripe", createdAt: 1000, expiresAt: 1100 }]);
    time += 50;
    expect(await ring.get(id)).toBeUndefined();
    expect(await store.get(keysLike(store, "key:")[0]!)).toBeUndefined();
    expect(await ring.rewrap()).toEqual({ rewrapped: 0, current: 0, failed: 0 });
  });

  it("knows nothing of what was deleted", async () => {
    const store = openStore();
    const vault = vaultOn(store);
    await vault.put(id, "v");
    await vault.delete(id);
    expect(await vault.rewrap()).toEqual({ rewrapped: 0, current: 0, failed: 0 });
  });
});

/** Lets callers of a store meet in any order: every operation waits for a turn that fast-check gives. */
function scheduled(store: Store, scheduler: fc.Scheduler): Store {
  const later =
    <A extends unknown[], R>(operation: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await scheduler.schedule(Promise.resolve());
      return operation(...args);
    };
  return {
    ...store,
    get: later(store.get),
    put: later(store.put),
    putIfAbsent: later(store.putIfAbsent),
    delete: later(store.delete),
  };
}

describe("many at once", () => {
  it("lose no name, whatever the order of their operations", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = scheduled(createMemoryStore(), scheduler);
        const names = ["a", "b", "c", "a", "d"];
        const work = names.map((name, n) =>
          vaultOn(store)
            .put({ ...id, name }, `${n}`)
            .then(() => name),
        );
        await scheduler.waitFor(Promise.all(work));
        const listing = vaultOn(store).list(id);
        const found = await scheduler.waitFor(listing);
        expect(found.map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
      }),
      { numRuns: scaled(20, 1_000) },
    );
  });

  it("always read a value that was put, while others replace it and keys are renewed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const plain = createMemoryStore();
        await vaultOn(plain).put(id, "first");
        const store = scheduled(plain, scheduler);
        const ring = (): Vault => vaultOn(store, { secret: [NEXT, SECRET] });
        const seen: unknown[] = [];
        const work = [
          ring().put(id, "second"),
          ring().rewrap(),
          ring().put(id, "third"),
          ...[1, 2, 3].map(async () => seen.push(await reveal(ring()))),
        ];
        await scheduler.waitFor(Promise.all(work));
        for (const value of seen) expect(["first", "second", "third"]).toContain(value);
        // What was acknowledged last is there, and under the newest key once more is renewed.
        const after = vaultOn(plain, { secret: [NEXT, SECRET] });
        expect(["second", "third"]).toContain(await reveal(after));
        expect((await after.rewrap()).failed).toBe(0);
        expect(["second", "third"]).toContain(await reveal(vaultOn(plain, { secret: NEXT })));
      }),
      { numRuns: scaled(30, 2_000) },
    );
  });

  it("never bring back what was deleted or replaced by renewing keys", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, deletes) => {
        const plain = createMemoryStore();
        await vaultOn(plain).put(id, "old");
        const store = scheduled(plain, scheduler);
        const ring = (): Vault => vaultOn(store, { secret: [NEXT, SECRET] });
        const change = deletes ? ring().delete(id) : ring().put(id, "new");
        await scheduler.waitFor(Promise.all([ring().rewrap(), change]));
        const after = vaultOn(plain, { secret: [NEXT, SECRET] });
        expect(await reveal(after)).toBe(deletes ? undefined : "new");
      }),
      { numRuns: scaled(30, 2_000) },
    );
  });
});
