import { createContext, use, useSyncExternalStore } from "react";
import type { Api } from "./data/api-client.js";
import type { ConsoleStore, Snapshot } from "./data/console-store.js";

export interface Console {
  readonly api: Api;
  readonly store: ConsoleStore;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** How to ask the console. */
export function useApi(): Api {
  return use(ConsoleContext)!.api;
}

/** The store itself, for what happens outside of drawing. */
export function useStore(): ConsoleStore {
  return use(ConsoleContext)!.store;
}

/** What the console says, or a part of it. */
export function useConsole<T>(select: (snapshot: Snapshot) => T): T {
  const { store } = use(ConsoleContext)!;
  return useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()));
}
