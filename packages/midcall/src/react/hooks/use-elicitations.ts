import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { InboxSnapshot } from "../../client/index.js";
import { useInboxContext } from "../context.js";
import type { ElicitationStore } from "./store.js";

const ACTIONS = [
  "setPermission",
  "extend",
  "rule",
  "setRule",
  "showHeld",
  "refuseHeld",
  "openAgain",
  "closeLink",
  "stopCall",
] as const;

type Actions = Pick<ElicitationStore, (typeof ACTIONS)[number]>;

/** The open questions, and the actions on them. */
export type Elicitations = InboxSnapshot & Actions & Pick<ElicitationStore, "respond">;

/** They can be called without `this`. */
const actionsOf = (store: ElicitationStore): Actions =>
  Object.fromEntries(
    ACTIONS.map((name) => [name, (store[name] as () => unknown).bind(store)]),
  ) as unknown as Actions;

/** The snapshot without questions. */
export const NO_QUESTIONS: InboxSnapshot = { showing: [], waiting: [], held: [], links: [] };

/** The current snapshot of a store. */
export function useInboxSnapshot(store: ElicitationStore): InboxSnapshot {
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(listener), [store]),
    () => store.getSnapshot(),
    // During server-side rendering.
    () => NO_QUESTIONS,
  );
}

/**
 * The open questions of the nearest {@link ElicitationProvider}, for your own UI.
 *
 * @returns `showing` (the questions whose turn it is), `waiting`, `held`, `links`, and the actions of the inbox:
 *   `respond(id, result)`, `setPermission(id, decision)`, `extend(id)`, `rule(server)`, `setRule(server, rule)`,
 *   `showHeld(server)`, `refuseHeld(server)`, `openAgain(id)`, `closeLink(id)`, `stopCall(id)`
 * @throws ProviderMissingError outside of a provider
 *
 * @example
 * ```tsx
 * const { showing, waiting } = useElicitations();
 * return <button>{showing.length + waiting.length} questions</button>;
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function useElicitations(): Elicitations {
  const { store, respond } = useInboxContext();
  const snapshot = useInboxSnapshot(store);
  return useMemo(() => ({ ...snapshot, ...actionsOf(store), respond }), [snapshot, store, respond]);
}
