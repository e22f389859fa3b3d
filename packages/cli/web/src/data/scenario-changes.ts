import { useSyncExternalStore } from "react";

let changes = 0;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Must be called after a scenario was saved, changed or deleted from this page. */
export function scenariosChanged(): void {
  changes += 1;
  for (const listener of [...listeners]) listener();
}

/** A number that grows with every such change. */
export function useScenarioChanges(): number {
  return useSyncExternalStore(subscribe, () => changes);
}
