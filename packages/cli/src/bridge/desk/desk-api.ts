import { Hono } from "hono";
import { createAuditRoutes } from "../../console/api/audit-routes.js";
import { createDraftRoutes } from "../../console/api/draft-routes.js";
import { createLinkRoutes } from "../../console/api/link-routes.js";
import { createQuestionRoutes } from "../../console/api/question-routes.js";
import type { DeskParts } from "./desk-parts.js";

/**
 * All that the page of bridges can do: show and answer questions. Nothing here starts a program, reaches a server or
 * changes what a bridge is in front of.
 *
 * | routes | see |
 * | --- | --- |
 * | `/questions` | {@link createQuestionRoutes} |
 * | `/links` | {@link createLinkRoutes}: pages that the user has opened |
 * | `/drafts` | {@link createDraftRoutes}: half-typed answers |
 * | `GET /audit` | `{ entries: AuditEntry[] }` |
 * | `DELETE /kept/:id` | withdraws a kept answer: `{ withdrawn: boolean }`; false if it was used or has expired |
 */
export function createDeskApi(parts: Omit<DeskParts, "close">): Hono {
  const api = new Hono();
  api.route("/questions", createQuestionRoutes(parts));
  api.route("/links", createLinkRoutes(parts));
  api.route("/drafts", createDraftRoutes(parts));
  api.route("/audit", createAuditRoutes(parts));
  api.delete("/kept/:id", async (context) =>
    context.json({ withdrawn: await parts.kept.withdraw(context.req.param("id")) }),
  );
  return api;
}
