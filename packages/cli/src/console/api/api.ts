import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { ApiParts } from "./api-parts.js";
import { createCallRoutes } from "./call-routes.js";
import { createDraftRoutes } from "./draft-routes.js";
import { createImportRoutes } from "./import-routes.js";
import { createLinkRoutes } from "./link-routes.js";
import { createQuestionRoutes } from "./question-routes.js";
import { createRequestRoutes } from "./request-routes.js";
import { createScenarioRoutes } from "./scenario-routes.js";
import { createServerRoutes } from "./server-routes.js";

/**
 * The API below `/api`. The guard must run before it.
 *
 * | routes | see |
 * | --- | --- |
 * | `GET /events` | `Hello`, then `ConsoleState` in parts |
 * | `/servers` | {@link createServerRoutes} |
 * | `/calls` | {@link createCallRoutes} |
 * | `/questions` | {@link createQuestionRoutes} |
 * | `/links` | {@link createLinkRoutes}: pages that the user has opened |
 * | `/requests` | {@link createRequestRoutes}: sampling and roots |
 * | `/drafts` | {@link createDraftRoutes}: half-typed answers and arguments |
 * | `/scenarios` | {@link createScenarioRoutes}: calls with the answers to their questions |
 * | `/import` | {@link createImportRoutes}: servers from the configuration of a host |
 * | `GET /audit` | `{ entries: AuditEntry[] }` |
 */
export function createApi(parts: ApiParts): Hono {
  const { audit, feed } = parts;
  const api = new Hono();
  api.get("/events", (context) => {
    return streamSSE(context, async (stream) => {
      const closed = new AbortController();
      stream.onAbort(() => closed.abort());
      const write = async (event: string, data: unknown): Promise<void> => {
        await stream.writeSSE({ event, data: JSON.stringify(data) });
      };
      await feed.stream(write, closed.signal);
    });
  });
  api.route("/servers", createServerRoutes(parts));
  api.route("/calls", createCallRoutes(parts));
  api.route("/questions", createQuestionRoutes(parts));
  api.route("/links", createLinkRoutes(parts));
  api.route("/requests", createRequestRoutes(parts));
  api.route("/drafts", createDraftRoutes(parts));
  api.route("/import", createImportRoutes(parts));
  api.route("/scenarios", createScenarioRoutes(parts));
  api.get("/audit", (context) => context.json({ entries: audit.entries().slice(-500) }));
  return api;
}
