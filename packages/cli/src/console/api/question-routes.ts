import { Hono } from "hono";
import { accept, cancel, decline, type ElicitResult, type OpenQuestion } from "midcall/client";
import type { ElicitContent } from "midcall/schema";
import { RequestError } from "../errors.js";
import type { ApiParts } from "./api-parts.js";
import { readBody, stringIn } from "./read-body.js";

/**
 * The routes below `/questions`.
 *
 * | route | body | answer |
 * | --- | --- | --- |
 * | `POST /:id/respond` | `{ action, content?, reason? }` | `RespondOutcome` |
 * | `POST /:id/admit` | `{ decision: "show" \| "always" \| "block" }` | |
 * | `POST /:id/extend` | `{}` | |
 * | `POST /:id/shown` | `{ stream, shown }` | |
 *
 * @param onAnswer - called before a question is answered; what it returns is called with an answer that was taken
 */
export function createQuestionRoutes(
  { inbox, feed }: Pick<ApiParts, "inbox" | "feed">,
  onAnswer: (question: OpenQuestion) => ((result: ElicitResult) => void) | undefined = () =>
    undefined,
): Hono {
  const routes = new Hono();
  routes.post("/:id/respond", async (context) => {
    const body = await readBody(context);
    const action = stringIn(body, "action", ["accept", "decline", "cancel"]);
    const { content, reason } = body;
    const result =
      action === "accept"
        ? // The inbox validates the content.
          accept(content as ElicitContent | undefined)
        : action === "decline"
          ? decline(typeof reason === "string" ? reason.slice(0, 1_000) : undefined)
          : cancel();
    const id = context.req.param("id");
    const question = inbox.getSnapshot().showing.find((one) => one.id === id);
    const record = question && onAnswer(question);
    const outcome = inbox.respond(id, result, "console");
    if (outcome.ok) record?.(result);
    return context.json(outcome);
  });
  routes.post("/:id/admit", async (context) => {
    const decision = stringIn(await readBody(context), "decision", ["show", "always", "block"]);
    inbox.setPermission(context.req.param("id"), decision);
    return context.json({});
  });
  routes.post("/:id/extend", (context) => {
    inbox.extend(context.req.param("id"));
    return context.json({});
  });
  routes.post("/:id/shown", async (context) => {
    const body = await readBody(context);
    const isKnown = feed.setShown(
      stringIn(body, "stream"),
      context.req.param("id"),
      body["shown"] === true,
    );
    if (!isKnown) throw new RequestError(409, "This page is no longer connected to the console.");
    return context.json({});
  });
  return routes;
}
