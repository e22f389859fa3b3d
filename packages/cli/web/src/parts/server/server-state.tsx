import type { ServerState } from "../../../../src/console/views/api-types.js";

const WORDS: Readonly<Record<ServerState, string>> = {
  idle: "Not connected",
  connecting: "Connecting…",
  ready: "Connected",
  failed: "Could not connect",
  ended: "Ended",
};

/** How a server is, in words and colour. */
export function ServerStatePill({ state }: { readonly state: ServerState }): React.ReactNode {
  return (
    <span className="pill" data-state={state}>
      {WORDS[state]}
    </span>
  );
}
