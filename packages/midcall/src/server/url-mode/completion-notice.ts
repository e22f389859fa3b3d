import type { McpServer, ServerContext } from "@modelcontextprotocol/server";

/**
 * Sends the completion notice of 2025-11-25: with the call while it runs, and on the session's own stream later. Does
 * nothing on other protocol versions.
 *
 * @param isOver Whether the call is over.
 */
export function completionNotice(
  { server }: McpServer,
  sdk: ServerContext,
  isOver: () => boolean,
): (elicitationId: string) => Promise<void> {
  return async (elicitationId) => {
    if (server.getNegotiatedProtocolVersion() !== "2025-11-25") return;
    const notice = {
      method: "notifications/elicitation/complete",
      params: { elicitationId },
    } as const;
    await (isOver() ? server.notification(notice) : sdk.mcpReq.notify(notice));
  };
}
