export { StoreFullError } from "./errors.js";
export { memoryStore, type MemoryStoreOptions } from "./memory.js";
export type { Store, StoreWriteOptions } from "./store.js";
