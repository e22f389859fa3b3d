import type { ServerState } from "../../../../src/console/views/api-types.js";

const LABELS: Readonly<Record<ServerState, string>> = {
  idle: "Not connected",
  connecting: "Connecting…",
  ready: "Connected",
  failed: "Connection failed",
  ended: "Connection lost",
  "sign-in": "Sign-in needed",
};

/** The state of a server as a coloured label. */
export function ServerStatePill({ state }: { readonly state: ServerState }): React.ReactNode {
  return (
    <span className="pill" data-state={state}>
      {LABELS[state]}
    </span>
  );
}
