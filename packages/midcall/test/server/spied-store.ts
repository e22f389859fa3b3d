import { createMemoryStore, type Store } from "midcall/store";

/** A store in memory that tells what is in it: how many characters lie at which key. */
export function createSpiedStore(): { readonly store: Store; readonly sizes: Map<string, number> } {
  const inner = createMemoryStore();
  const sizes = new Map<string, number>();
  const store: Store = {
    ...inner,
    async put(key, value, options) {
      await inner.put(key, value, options);
      sizes.set(key, value.length);
    },
    async putIfAbsent(key, value, options) {
      const isNew = await inner.putIfAbsent(key, value, options);
      if (isNew) sizes.set(key, value.length);
      return isNew;
    },
    take(key) {
      sizes.delete(key);
      return inner.take(key);
    },
    delete(key) {
      sizes.delete(key);
      return inner.delete(key);
    },
  };
  return { store, sizes };
}
