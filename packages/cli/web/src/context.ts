import { createContext, use, useSyncExternalStore } from "react";
import type { Api } from "./data/api-client.js";
import type { Drafts } from "./data/drafts.js";
import type { ConsoleStore, Snapshot } from "./data/console-store.js";

export interface Console {
  readonly api: Api;
  readonly store: ConsoleStore;
  readonly drafts: Drafts;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** The client of the console's API. */
export function useApi(): Api {
  return use(ConsoleContext)!.api;
}

/** What the user has typed and not sent yet. */
export function useDrafts(): Drafts {
  return use(ConsoleContext)!.drafts;
}

/** The store itself, for use outside of rendering. */
export function useStore(): ConsoleStore {
  return use(ConsoleContext)!.store;
}

/** The state of the console, or a part of it. */
export function useConsole<T>(select: (snapshot: Snapshot) => T): T {
  const { store } = use(ConsoleContext)!;
  return useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()));
}
