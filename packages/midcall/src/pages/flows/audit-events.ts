import type { AuditTrailEvent } from "../../audit/index.js";
import type { VisitEnd } from "../../contracts/pages.js";
import type { Flow } from "./flow.js";

const ACTIONS = { done: "accept", declined: "decline", cancelled: "cancel" } as const;

const describe = (id: string, flow: Flow, time: number): AuditTrailEvent => ({
  id,
  principal: flow.principal,
  server: { name: flow.server },
  mode: "url",
  via: `page-${flow.kind}`,
  askedAt: flow.askedAt,
  answeredAt: time,
});

/** The audit event of a visit that ended. */
export function visitEndEvent(
  id: string,
  flow: Flow,
  outcome: VisitEnd,
  time: number,
): AuditTrailEvent {
  const { status } = outcome;
  const event = { ...describe(id, flow, time), message: flow.message };
  if (status === "done" || status === "declined" || status === "cancelled") {
    return { ...event, action: ACTIONS[status] };
  }
  const detail =
    status === "provider-error"
      ? `: ${outcome.error}`
      : status === "failed"
        ? `: ${outcome.reason}`
        : "";
  return { ...event, action: "unanswered", reason: `${status}${detail}` };
}

/** The audit event for a user's link that was opened by another user. */
export const wrongUserEvent = (id: string, flow: Flow, time: number): AuditTrailEvent => ({
  ...describe(id, flow, time),
  reason: "opened by another user",
  policy: ["wrong-user"],
});
