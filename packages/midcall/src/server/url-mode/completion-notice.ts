import type { RequestChannel } from "../framework/request-channel.js";
import type { HostCapabilities } from "../host/capabilities.js";

/**
 * Sends the completion notice of 2025-11-25: with the call while it runs, and on the session's own stream later. Does
 * nothing on other protocol versions.
 *
 * @param isOver Whether the call is over.
 */
export function completionNotice(
  channel: RequestChannel,
  { protocolVersion }: Pick<HostCapabilities, "protocolVersion">,
  isOver: () => boolean,
): (elicitationId: string) => Promise<void> {
  return async (elicitationId) => {
    if (protocolVersion !== "2025-11-25") return;
    const notice = {
      method: "notifications/elicitation/complete",
      params: { elicitationId },
    } as const;
    await (isOver() ? channel.notifySession(notice) : channel.notify(notice));
  };
}
