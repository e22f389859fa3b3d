import { Hono } from "hono";
import { RequestError } from "../errors.js";
import { readScopes } from "../../connect/oauth/authorizing/discover.js";
import type { EnteredSignIn, ServerSignIn } from "../servers/server-sign-in.js";
import type { ApiParts } from "./api-parts.js";
import { readBody, stringIn } from "./read-body.js";

/** What the user has entered for a sign-in. The secret is never sent back. @throws RequestError */
function readEntered(body: Awaited<ReturnType<typeof readBody>>): EnteredSignIn {
  const text = (name: string): string | undefined =>
    body[name] === undefined ? undefined : stringIn(body, name);
  const [clientId, clientSecret, scopes] = ["clientId", "clientSecret", "scopes"].map(text);
  if (clientSecret !== undefined && clientId === undefined)
    throw new RequestError(400, "Enter the client ID that the secret belongs to.");
  const wanted = scopes === undefined ? undefined : readScopes(scopes);
  if (scopes !== undefined && !wanted)
    throw new RequestError(
      400,
      "A scope is invalid, or there are too many. Separate them by spaces.",
    );
  return {
    client: clientId === undefined ? undefined : { clientId, clientSecret },
    scopes: wanted,
  };
}

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
    const url = await find(context.req.param("id")).start(readEntered(body));
    return context.json({ url });
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
