import { Hono } from "hono";
import type { ApiParts } from "./api-parts.js";
import { readBody, stringIn } from "./read-body.js";

/**
 * The routes below `/links`: pages that the user has opened, by the `id` of an item of `questions.links`.
 *
 * | route | body | answer |
 * | --- | --- | --- |
 * | `POST /:id/open` | `{ via: "ui" \| "link" }`; `link` if the click itself has opened the page | `RespondOutcome` |
 * | `POST /:id/stop` | `{}`: stops the call that the page was opened for | |
 * | `DELETE /:id` | removes it from the list; the call goes on | |
 *
 * @param stopCall - stops the call of a question
 */
export function createLinkRoutes(
  { inbox }: Pick<ApiParts, "inbox">,
  stopCall: (id: string) => void = (id) => inbox.stopCall(id),
): Hono {
  const routes = new Hono();
  routes.post("/:id/open", async (context) => {
    const via = stringIn(await readBody(context), "via", ["ui", "link"]);
    return context.json(await inbox.openAgain(context.req.param("id"), via));
  });
  routes.post("/:id/stop", (context) => {
    stopCall(context.req.param("id"));
    return context.json({});
  });
  routes.delete("/:id", (context) => {
    inbox.closeLink(context.req.param("id"));
    return context.json({});
  });
  return routes;
}
