export { StoreFullError } from "./errors.js";
export { createMemoryStore, type MemoryStoreOptions } from "./memory.js";
export type { Store } from "./store.js";
