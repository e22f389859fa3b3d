import { Hono } from "hono";
import type { ApiParts } from "./api-parts.js";
import { readBody, stringIn } from "./read-body.js";

/**
 * The routes below `/requests`: sampling and roots, which the user answers by hand.
 *
 * | route | body |
 * | --- | --- |
 * | `POST /:id/answer` | `SamplingAnswer` or `RootsAnswer`; 400 with the reason if the protocol does not allow it |
 * | `POST /:id/refuse` | `{}`: the server receives the error that means that the user refused |
 * | `POST /:id/admit` | `{ decision: "show" \| "always" \| "block" }`, as for questions |
 * | `POST /:id/extend` | `{}`: restarts its time |
 * | `POST /:id/dismiss` | `{}`: removes a request that has ended |
 */
export function createRequestRoutes({ requests }: Pick<ApiParts, "requests">): Hono {
  const routes = new Hono();
  routes.post("/:id/answer", async (context) => {
    requests.answer(context.req.param("id"), await readBody(context));
    return context.json({});
  });
  routes.post("/:id/refuse", (context) => {
    requests.refuse(context.req.param("id"));
    return context.json({});
  });
  routes.post("/:id/admit", async (context) => {
    const decision = stringIn(await readBody(context), "decision", ["show", "always", "block"]);
    requests.admit(context.req.param("id"), decision);
    return context.json({});
  });
  routes.post("/:id/extend", (context) => {
    requests.extend(context.req.param("id"));
    return context.json({});
  });
  routes.post("/:id/dismiss", (context) => {
    requests.dismiss(context.req.param("id"));
    return context.json({});
  });
  return routes;
}
