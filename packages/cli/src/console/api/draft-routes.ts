import { Hono } from "hono";
import { RequestError } from "../errors.js";
import type { ApiParts } from "./api-parts.js";
import { readBody } from "./read-body.js";

/**
 * The routes below `/drafts`: half-typed answers and arguments. A key has at most 200 characters of
 * `A-Z a-z 0-9 . : _ -`; a value is JSON of at most 64 KiB. Drafts expire after a day, and the oldest are removed when
 * there are more than 200.
 *
 * | route | body | answer |
 * | --- | --- | --- |
 * | `GET /` | | `{ drafts: { [key]: DraftView } }` |
 * | `GET /:key` | | `DraftView`, or 404 |
 * | `PUT /:key` | `{ value }` | |
 * | `DELETE /:key` | | |
 */
export function createDraftRoutes({ drafts }: Pick<ApiParts, "drafts">): Hono {
  const routes = new Hono();
  routes.get("/", (context) => context.json({ drafts: drafts.list() }));
  routes.get("/:key", (context) => {
    const draft = drafts.get(context.req.param("key"));
    if (!draft) throw new RequestError(404, "There is no such draft.");
    return context.json(draft);
  });
  routes.put("/:key", async (context) => {
    drafts.set(context.req.param("key"), (await readBody(context))["value"]);
    return context.json({});
  });
  routes.delete("/:key", (context) => {
    drafts.delete(context.req.param("key"));
    return context.json({});
  });
  return routes;
}
