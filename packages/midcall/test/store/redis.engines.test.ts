import { createRedisStore, type RedisStore } from "midcall/store/redis";
import { storeContract } from "midcall/store/contract";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "../../../../test/night.js";
import { startRedisServer, type RedisServer } from "../../../../test/engines/redis-server.mjs";

/** For what comes by itself. */
const often = { interval: 2 };
/** Its connections are counted and cut, so it is nobody else's. */
let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server?.stop());

type Client = ReturnType<typeof createClient>;
const connect = async (): Promise<Client> => {
  const client = createClient({ url: server.url });
  await client.connect();
  return client as Client;
};

/** A store with a client, and both ended with one call. */
const opened = new Map<unknown, () => Promise<void>>();
async function open(options: { prefix: string; withSubscriber?: boolean }): Promise<RedisStore> {
  const client = await connect();
  const subscriber = options.withSubscriber ? await connect() : undefined;
  const store = createRedisStore({ client, subscriber, prefix: options.prefix });
  opened.set(store, async () => {
    await store.close();
    await client.close();
    await subscriber?.close();
  });
  return store;
}
const close = (store: unknown): Promise<void> => opened.get(store)!();

let space = 0;
const prefixes = new Map<unknown, string>();
const suites = { "with a duplicate": false, "with a subscriber of the caller's": true };

describe.each(Object.entries(suites))("redisStore %s fulfils the contract", (_, withSubscriber) => {
  const cases = storeContract({
    create: async () => {
      const prefix = `test${++space}:`;
      const store = await open({ prefix, withSubscriber });
      prefixes.set(store, prefix);
      return store;
    },
    connect: (store) => open({ prefix: prefixes.get(store)!, withSubscriber }),
    close,
    timeoutMs: 600_000,
  });
  it.concurrent.each(cases.map(({ name, run }) => [name, run] as const))("%s", async (_, run) =>
    run(),
  );
});

describe("redisStore", () => {
  it("keeps stores of different prefixes apart, messages included", async () => {
    const [a, b] = [await open({ prefix: "a:" }), await open({ prefix: "b:" })];
    await a.put("k", "of a");
    expect(await b.get("k")).toBeUndefined();
    const heard: string[] = [];
    await a.subscribe("c", (message) => heard.push(message));
    await b.publish("c", "of b");
    await a.publish("c", "of a");
    await expect.poll(() => heard, often).toEqual(["of a"]);
    await close(a);
    await close(b);
  });

  it("keeps stores apart whose prefix and key make one text together, messages included", async () => {
    // Each pair gave "a:b:c" or the like on the server.
    const cut = [
      ["a:b:", "c"],
      ["a:", "b:c"],
      ["a", ":b:c"],
      ["", "a:b:c"],
      ["", "a:|b:c"],
      ["", "|a:b:c"],
      ["a:b:c", ""],
    ] as const;
    const stores = await Promise.all(cut.map(([prefix]) => open({ prefix })));
    const heard: string[] = [];
    for (const [n, [, key]] of cut.entries()) {
      expect(await stores[n]!.putIfAbsent(key, String(n)), JSON.stringify(cut[n])).toBe(true);
      await stores[n]!.subscribe(key, (message) => heard.push(`${n} heard ${message}`));
    }
    for (const [n, [, key]] of cut.entries()) {
      expect(await stores[n]!.get(key)).toBe(String(n));
      await stores[n]!.publish(key, String(n));
    }
    const own = cut.map((_, n) => `${n} heard ${n}`);
    await expect.poll(() => [...heard].sort(), often).toEqual(own);
    for (const [n, [, key]] of cut.entries()) expect(await stores[n]!.take(key)).toBe(String(n));
    await Promise.all(stores.map(close));
    const client = await connect();
    expect(() => createRedisStore({ client, prefix: "a|b" })).toThrow(
      /prefix must be a string without/,
    );
    await client.close();
  });

  it("leaves the caller's connections open, ends its own, and does nothing afterwards", async () => {
    const [client, subscriber] = [await connect(), await connect()];
    const connections = async (): Promise<number> =>
      (await client.sendCommand<string>(["CLIENT", "LIST"])).trim().split("\n").length;
    const before = await connections();
    const own = createRedisStore({ client });
    const lent = createRedisStore({ client, subscriber });
    const heard: string[] = [];
    const leave = await own.subscribe("c", (message) => heard.push(message));
    await lent.subscribe("c", (message) => heard.push(message));
    expect(await connections()).toBe(before + 1);
    await own.close();
    await lent.close();
    await leave();
    expect(client.isOpen && subscriber.isOpen).toBe(true);
    await expect.poll(connections, often).toBe(before);
    for (const doomed of [
      () => own.get("k"),
      () => own.put("k", "v"),
      () => own.take("k"),
      () => own.publish("c", "m"),
      () => own.subscribe("c", () => {}),
    ])
      await expect(doomed()).rejects.toMatchObject({ code: "ERR_MIDCALL_STORE_CLOSED" });
    await client.publish("c", "to nobody");
    expect(heard).toEqual([]);
    await own.close();
    await client.close();
    await subscriber.close();
  });

  it("does not lose a subscription to another that ends at the same moment", async () => {
    const store = await open({ prefix: "race:" });
    for (let round = 0; round < scaled(15, 50); round++) {
      const heard: number[] = [];
      const leave = await store.subscribe("c", () => {});
      const [stay] = await Promise.all([store.subscribe("c", () => heard.push(round)), leave()]);
      await store.publish("c", "m");
      await expect.poll(() => heard, often).toEqual([round]);
      await stay();
    }
    await close(store);
  });

  it("hears messages again after its connection was cut", async () => {
    const [store, client] = [await open({ prefix: "cut:" }), await connect()];
    const heard: string[] = [];
    await store.subscribe("c", (message) => heard.push(message));
    await client.sendCommand(["CLIENT", "KILL", "TYPE", "pubsub"]);
    await expect
      .poll(async () => {
        await store.publish("c", "m");
        return heard.length;
      }, often)
      .toBeGreaterThan(0);
    await client.close();
    await close(store);
  });

  it("passes the errors of the client on", async () => {
    const client = await connect();
    const store = createRedisStore({ client });
    await client.sendCommand(["LPUSH", "a list", "x"]);
    await expect(store.get("a list")).rejects.toThrow(/WRONGTYPE/);
    await client.close();
    await expect(store.get("k")).rejects.toThrow();
    await expect(store.subscribe("c", () => {})).resolves.toBeTypeOf("function");
    await store.close();
  });

  it("can be closed after the connections it was lent", async () => {
    const [client, subscriber] = [await connect(), await connect()];
    const store = createRedisStore({ client, subscriber });
    const leave = await store.subscribe("c", () => {});
    await store.subscribe("c", () => {});
    await client.close();
    await subscriber.close();
    await leave();
    await expect(store.subscribe("c", () => {})).rejects.toMatchObject({
      code: "ERR_MIDCALL_STORE_CLOSED",
    });
    await store.close();
  });

  it("counts times that are no whole milliseconds, nothing, or longer than the server can", async () => {
    const store = await open({ prefix: "times:" });
    for (const ttlMs of [0.1, 1e18, Number.MAX_VALUE, Infinity])
      await store.put(`for ${ttlMs}`, "v", { ttlMs });
    await store.put("none", "v", { ttlMs: 0 });
    await store.put("negative", "v", { ttlMs: -1 });
    for (const key of ["for 0.1", "none", "negative"])
      await expect.poll(() => store.get(key), often).toBeUndefined();
    for (const ttlMs of [1e18, Number.MAX_VALUE, Infinity])
      expect(await store.get(`for ${ttlMs}`)).toBe("v");
    await close(store);
  });

  it("refuses what is no client, and one client for both purposes", async () => {
    const client = await connect();
    expect(() => createRedisStore({ client: {} as never })).toThrow(
      /client must be a connected client/,
    );
    expect(() => createRedisStore({ client, subscriber: {} as never })).toThrow(
      /subscriber must be/,
    );
    expect(() => createRedisStore({ client, subscriber: client })).toThrow(
      /must not be client itself/,
    );
    expect(() => createRedisStore({ client, prefix: 1 as never })).toThrow(
      /prefix must be a string/,
    );
    await client.close();
  });
});
