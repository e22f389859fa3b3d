import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ApiParts } from "./api/api-parts.js";
import { createApi } from "./api/api.js";
import { RequestError } from "./errors.js";
import type { Guard } from "./access/guard.js";
import { SECURITY_HEADERS } from "./access/security-headers.js";
import type { PageFile } from "./page-files.js";
import { readBody, stringIn } from "./api/read-body.js";

const LARGEST_BODY = 2 * 1024 * 1024;

/** The HTTP application of the console: its page and its API. */
export function createApp(
  parts: ApiParts,
  guard: Guard,
  files: ReadonlyMap<string, PageFile>,
  onError: (error: unknown) => void,
): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      context.res.headers.set(name, value);
  });
  app.use(guard.site);

  app.use("/api/*", bodyLimit({ maxSize: LARGEST_BODY, onError: () => tooLarge() }));
  // The only route that needs no token: it exchanges a ticket for the token.
  app.post("/api/ticket", async (context) => {
    const token = guard.redeem(stringIn(await readBody(context), "ticket"));
    return token === undefined
      ? new Response("Forbidden", { status: 403 })
      : context.json({ token });
  });
  app.use("/api/*", guard.token);
  app.route("/api", createApi(parts));

  app.get("*", ({ req }) => {
    const file = files.get(req.path);
    if (!file) return new Response("Not found", { status: 404 });
    return new Response(file.body, { headers: { "content-type": file.type } });
  });
  app.notFound(() => new Response("Not found", { status: 404 }));
  app.onError((error, context) => {
    if (error instanceof RequestError) return context.json({ error: error.message }, error.status);
    onError(error);
    return context.json(
      { error: "An internal error occurred. The terminal shows the details." },
      500,
    );
  });
  return app;
}

function tooLarge(): Response {
  return Response.json({ error: "The request is larger than 2 MiB." }, { status: 413 });
}
