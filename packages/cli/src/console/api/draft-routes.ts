import { Hono } from "hono";

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
export function createDraftRoutes(): Hono {
  return new Hono();
}
