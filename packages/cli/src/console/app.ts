import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type ApiParts, createApi } from "./api/api.js";
import { RequestError } from "./errors.js";
import type { Guard } from "./access/guard.js";
import { SECURITY_HEADERS } from "./access/security-headers.js";
import type { PageFile } from "./page-files.js";
import { readBody, stringIn } from "./api/read-body.js";

const LARGEST_BODY = 2 * 1024 * 1024;

/** Everything the console serves: its page, and the API the page uses. */
export function createApp(
  parts: ApiParts,
  guard: Guard,
  files: ReadonlyMap<string, PageFile>,
  onError: (error: unknown) => void,
): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.res.headers.set(name, value);
  });
  app.use(guard.site);

  app.use("/api/*", bodyLimit({ maxSize: LARGEST_BODY, onError: () => tooLarge() }));
  // The one thing that can be asked without a token: to get it, for a ticket.
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
    return context.json({ error: "That did not work. The terminal tells more." }, 500);
  });
  return app;
}

function tooLarge(): Response {
  return Response.json({ error: "That is too large: 2 MiB is the most." }, { status: 413 });
}
