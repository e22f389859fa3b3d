import { Hono } from "hono";
import type { ApiParts } from "./api-parts.js";
import { sequenceIn } from "./read-body.js";

/**
 * The routes below `/calls`.
 *
 * | route | answer |
 * | --- | --- |
 * | `GET /:id` | `CallResultView` |
 * | `GET /:id/lines?after=SEQ` | `{ lines: CallLine[] }`: log messages and progress |
 * | `GET /:id/answers` | `{ answers: AnsweredQuestionView[] }` |
 * | `POST /:id/cancel` | also cancels its task |
 * | `DELETE /:id` | removes a call that has ended |
 */
export function createCallRoutes({
  calls,
  scenarios,
}: Pick<ApiParts, "calls" | "scenarios">): Hono {
  const routes = new Hono();
  routes.get("/:id", (context) => context.json(calls.result(context.req.param("id"))));
  routes.get("/:id/lines", (context) => {
    const lines = calls.lines(context.req.param("id"), sequenceIn(context));
    return context.json({ lines });
  });
  routes.get("/:id/answers", (context) => {
    return context.json({ answers: scenarios.recorder.answered(context.req.param("id")) });
  });
  routes.post("/:id/cancel", (context) => {
    calls.cancel(context.req.param("id"));
    return context.json({});
  });
  routes.delete("/:id", (context) => {
    calls.dismiss(context.req.param("id"));
    return context.json({});
  });
  return routes;
}
