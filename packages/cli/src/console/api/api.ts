import { Hono } from "hono";
import type { ApiParts } from "./api-parts.js";
import { createAuditRoutes } from "./audit-routes.js";
import { createCallRoutes } from "./call-routes.js";
import { createDraftRoutes } from "./draft-routes.js";
import { createImportRoutes } from "./import-routes.js";
import { createLinkRoutes } from "./link-routes.js";
import { createQuestionRoutes } from "./question-routes.js";
import { createRequestRoutes } from "./request-routes.js";
import { createScenarioRoutes } from "./scenario-routes.js";
import { createServerRoutes } from "./server-routes.js";
import { createSignInRoutes } from "./sign-in-routes.js";

/**
 * The API of the console, for requests that the guard has opened. The events come from `createApp`.
 *
 * | routes | see |
 * | --- | --- |
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
  const api = new Hono();
  api.route("/servers", createServerRoutes(parts));
  api.route("/servers", createSignInRoutes(parts));
  api.route("/calls", createCallRoutes(parts));
  const { scenarios, calls, inbox } = parts;
  const questions = createQuestionRoutes(parts, (question) => {
    // It is known while the question is open.
    const call = scenarios.callOf(question.id);
    return call === undefined
      ? undefined
      : (result) => scenarios.recorder.add(call, question, result);
  });
  const links = createLinkRoutes(parts, (id) => {
    const call = calls.list().find(({ questions: asked }) => asked.includes(id));
    if (call) calls.cancel(call.id);
    else inbox.stopCall(id);
  });
  api.route("/questions", questions);
  api.route("/links", links);
  api.route("/requests", createRequestRoutes(parts));
  api.route("/drafts", createDraftRoutes(parts));
  api.route("/import", createImportRoutes(parts));
  api.route("/scenarios", createScenarioRoutes(parts));
  api.route("/audit", createAuditRoutes(parts));
  return api;
}
