import { Hono } from "hono";

/**
 * The routes below `/requests`: sampling and roots, which the user answers by hand.
 *
 * | route | body |
 * | --- | --- |
 * | `POST /:id/answer` | `SamplingAnswer` or `RootsAnswer`; 400 with the reason if the protocol does not allow it |
 * | `POST /:id/refuse` | `{}`: the server receives the error that means that the user refused |
 * | `POST /:id/admit` | `{ decision: "show" \| "always" \| "block" }`, as for questions |
 * | `POST /:id/extend` | `{}`: restarts its time |
 */
export function createRequestRoutes(): Hono {
  return new Hono();
}
