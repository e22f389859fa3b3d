import { Hono } from "hono";
import { RequestError } from "../errors.js";
import type { ServerSignIn } from "../servers/server-sign-in.js";
import type { ApiParts } from "./api-parts.js";
import { readBody, stringIn } from "./read-body.js";

/** The routes below `/servers/:id/sign-in`. */
export function createSignInRoutes({ servers }: Pick<ApiParts, "servers">): Hono {
  const routes = new Hono();
  const find = (id: string): ServerSignIn => {
    const { signIn } = servers.get(id);
    if (!signIn) throw new RequestError(409, "Only servers with a URL have a sign-in.");
    return signIn;
  };
  // The user has clicked "Sign in". The page opens the address.
  routes.post("/:id/sign-in", async (context) => {
    const body = await readBody(context);
    const clientId = body["clientId"] === undefined ? undefined : stringIn(body, "clientId");
    return context.json({ url: await find(context.req.param("id")).start(clientId) });
  });
  routes.post("/:id/sign-in/cancel", (context) => {
    find(context.req.param("id")).cancel();
    return context.json({});
  });
  routes.delete("/:id/sign-in", async (context) => {
    const id = context.req.param("id");
    find(id);
    return context.json({ text: (await servers.get(id).forgetSignIn()) ?? "" });
  });
  return routes;
}
