import type { ServerState } from "../../../../src/console/views/api-types.js";
import { t } from "../../messages/text.js";

const LABELS: Readonly<Record<ServerState, string>> = {
  idle: t("Not connected"),
  connecting: t("Connecting…"),
  ready: t("Connected"),
  failed: t("Connection failed"),
  ended: t("Connection lost"),
  "sign-in": t("Sign-in needed"),
};

/** The state of a server as a coloured label. */
export function ServerStatePill({ state }: { readonly state: ServerState }): React.ReactNode {
  return (
    <span className="pill" data-state={state}>
      {LABELS[state]}
    </span>
  );
}
