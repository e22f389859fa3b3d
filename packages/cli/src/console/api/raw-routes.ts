import type { Hono } from "hono";
import { sendRaw } from "../servers/calling/raw-request.js";
import type { ApiParts } from "./api-parts.js";
import { objectIn, readBody, stringIn } from "./read-body.js";

/**
 * Adds the route for a request that the user has written.
 *
 * | route | body | answer |
 * | --- | --- | --- |
 * | `POST /:id/request` | `{ method, params? }`; it is cancelled when the page closes the connection | `RawResponseView` |
 */
export function addRawRoutes(routes: Hono, { servers }: Pick<ApiParts, "servers">): void {
  routes.post("/:id/request", async (context) => {
    const { client } = servers.get(context.req.param("id"));
    const body = await readBody(context);
    const params = body["params"] === undefined ? undefined : objectIn(body, "params");
    const { signal } = context.req.raw;
    return context.json(await sendRaw(client, stringIn(body, "method"), params, signal));
  });
}
