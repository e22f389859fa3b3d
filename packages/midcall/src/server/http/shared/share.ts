import { OptionError } from "../../../contracts/errors.js";
import type { Settings } from "../../options.js";
import { SharedSessions, type SharedSessionsParts } from "./shared-sessions.js";

/**
 * Makes the sessions that all replicas share; `undefined` where each replica has its own.
 *
 * @param sharing - the option; by default they are shared where replicas can have the same store and secret
 * @throws OptionError when they are to be shared and there is nothing to share them by
 */
export function shareSessions(
  settings: Settings,
  sharing: unknown,
  times: Pick<SharedSessionsParts, "idleMs" | "leaseMs">,
): ((onEnded: (id: string) => void) => SharedSessions) | undefined {
  if (sharing !== undefined && sharing !== "shared" && sharing !== "local") {
    throw new OptionError(`sessions must be "shared" or "local", not ${JSON.stringify(sharing)}.`);
  }
  const isPossible = settings.store !== undefined && !settings.ephemeral;
  if (sharing === "shared" && !isPossible) {
    throw new OptionError(
      'sessions: "shared" needs `store` and `secret` of createElicitation, the same for every replica.',
    );
  }
  const isShared = sharing === "shared" || (sharing === undefined && settings.sharesStore);
  if (!isShared || !isPossible) return undefined;
  return (onEnded) => new SharedSessions({ settings, ...times, onEnded });
}
