import { createMemoryStore, type Store } from "midcall/store";
import { storeContract } from "midcall/store/contract";
import { expect, it } from "vitest";

/** A contract is worth what it catches: each of these stores has one fault, and fails. */

let time = 0;
const now = (): number => time;
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Fault = (store: Store) => Partial<Store>;

const faults: Readonly<Record<string, Fault>> = {
  "looks before it puts": (store) => ({
    putIfAbsent: async (key, value, options) => {
      if ((await store.get(key)) !== undefined) return false;
      await pause();
      await store.put(key, value, options);
      return true;
    },
  }),
  "reads before it takes": (store) => ({
    take: async (key) => {
      const value = await store.get(key);
      await pause();
      await store.delete(key);
      return value;
    },
  }),
  "replaces when it should not": (store) => ({
    putIfAbsent: async (key, value, options) => {
      const had = (await store.get(key)) !== undefined;
      await store.put(key, value, options);
      return !had;
    },
  }),
  "leaves what was taken": (store) => ({ take: (key) => store.get(key) }),
  "never forgets": (store) => ({ put: (key, value) => store.put(key, value) }),
  "never forgets what was put where there was nothing": (store) => ({
    putIfAbsent: (key, value) => store.putIfAbsent(key, value),
  }),
  "fires long timers at once": (store) => ({
    put: (key, value, { ttlMs } = {}) =>
      store.put(key, value, ttlMs === undefined ? {} : { ttlMs: ttlMs > 2 ** 31 ? 0 : ttlMs }),
  }),
  "refuses broken times": (store) => ({
    put: async (key, value, options) => {
      if (options?.ttlMs !== undefined && !Number.isInteger(options.ttlMs))
        throw new Error("value is not an integer");
      await store.put(key, value, options);
    },
  }),
  "takes an empty value for none": (store) => ({
    get: async (key) => (await store.get(key)) || undefined,
    take: async (key) => (await store.take(key)) || undefined,
  }),
  "trims keys": (store) => ({
    put: (key, value, options) => store.put(key.trim(), value, options),
    putIfAbsent: (key, value, options) => store.putIfAbsent(key.trim(), value, options),
    get: (key) => store.get(key.trim()),
  }),
  "folds case": (store) => ({
    putIfAbsent: (key, value, options) => store.putIfAbsent(key.toLowerCase(), value, options),
    get: (key) => store.get(key.toLowerCase()),
  }),
  "keeps values in a plain object": (store) => {
    const held: Record<string, string> = {};
    return {
      get: async (key) => held[key] ?? store.get(key),
      putIfAbsent: async (key, value, options) =>
        held[key] === undefined ? store.putIfAbsent(key, value, options) : false,
    };
  },
  "cuts long values": (store) => ({
    put: (key, value, options) => store.put(key, value.slice(0, 65_536), options),
  }),
  "ends text at NUL": (store) => ({
    put: (key, value, options) => store.put(key, value.split("\u0000")[0]!, options),
  }),
  "tells nobody": () => ({ publish: async () => {} }),
  "tells everybody": (store) => ({
    publish: (_, message) => store.publish("all", message),
    subscribe: (_, listener) => store.subscribe("all", listener),
  }),
  "cannot be left": (store) => ({
    subscribe: async (channel, listener) => {
      await store.subscribe(channel, listener);
      return async () => {};
    },
  }),
  "counts a listener once": (store) => {
    const known = new Set<unknown>();
    return {
      subscribe: async (channel, listener) => {
        if (known.has(listener)) return async () => {};
        known.add(listener);
        return store.subscribe(channel, listener);
      },
    };
  },
  "says that everything was deleted": (store) => ({
    delete: async (key) => {
      await store.delete(key);
      return true;
    },
  }),
};

it.each(Object.entries(faults))("catches a store that %s", async (_, fault) => {
  const create = (): Store => {
    const store = createMemoryStore({ now });
    return { ...store, ...fault(store) };
  };
  const cases = storeContract({
    create,
    elapse: (ms) => void (time += ms),
    // Nothing arrives later than this without a network.
    timeoutMs: 20,
  });
  const failed = (await Promise.allSettled(cases.map(({ run }) => run()))).filter(
    ({ status }) => status === "rejected",
  );
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThan(cases.length / 2);
});

it("closes what it opened, also when a case fails", async () => {
  let open = 0;
  const made = (store: Store): Store => (open++, store);
  const cases = storeContract({
    create: () => made({ ...createMemoryStore({ now }), get: async () => "wrong" }),
    connect: (store) => made({ ...store }),
    close: () => void open--,
    elapse: (ms) => void (time += ms),
    timeoutMs: 1,
  });
  await Promise.allSettled(cases.map(({ run }) => run()));
  expect(open).toBe(0);
});
