import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { InboxSnapshot } from "../../client/index.js";
import { useInboxContext } from "../context.js";
import type { ElicitationStore } from "./store.js";

/** The open questions, and the actions on them. */
export type Elicitations = InboxSnapshot &
  Pick<
    ElicitationStore,
    | "respond"
    | "setPermission"
    | "extend"
    | "rule"
    | "setRule"
    | "showHeld"
    | "refuseHeld"
    | "openAgain"
    | "closeLink"
    | "stopCall"
  >;

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
  return useMemo(
    () => ({
      ...snapshot,
      respond,
      setPermission: (id, decision) => store.setPermission(id, decision),
      extend: (id) => store.extend(id),
      rule: (server) => store.rule(server),
      setRule: (server, rule) => store.setRule(server, rule),
      showHeld: (server) => store.showHeld(server),
      refuseHeld: (server) => store.refuseHeld(server),
      openAgain: (...given) => store.openAgain(...given),
      closeLink: (id) => store.closeLink(id),
      stopCall: (id) => store.stopCall(id),
    }),
    [snapshot, store, respond],
  );
}
