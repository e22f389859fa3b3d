import { createMemoryStore, type Store } from "midcall/store";

/** A store that its writer can look into and write to, past everybody who uses it. */
export interface OpenStore extends Store {
  /** What lies in it now, by key. */
  records(): Promise<Map<string, string>>;
  /** The one key that matches, or the last of several. */
  keyLike(pattern: RegExp): Promise<string>;
  /** Puts a value to the first key of this form, right before something is written there. */
  plant(pattern: RegExp, value: string): void;
}

export function openStore(store: Store = createMemoryStore()): OpenStore {
  const keys = new Set<string>();
  const records = async (): Promise<Map<string, string>> => {
    const found = new Map<string, string>();
    for (const key of keys) {
      const value = await store.get(key);
      if (value !== undefined) found.set(key, value);
    }
    return found;
  };
  let planted: { readonly pattern: RegExp; readonly value: string } | undefined;
  return {
    ...store,
    put: (key, value, options) => (keys.add(key), store.put(key, value, options)),
    async putIfAbsent(key, value, options) {
      keys.add(key);
      if (planted?.pattern.test(key) === true) {
        await store.put(key, planted.value);
        planted = undefined;
      }
      return store.putIfAbsent(key, value, options);
    },
    plant: (pattern, value) => void (planted = { pattern, value }),
    records,
    async keyLike(pattern) {
      const found = [...(await records()).keys()].filter((key) => pattern.test(key)).at(-1);
      if (found === undefined) throw new Error(`nothing in the store matches ${String(pattern)}`);
      return found;
    },
  };
}
