import type { Hono } from "hono";
import { PROTOCOL_VERSIONS, type ProtocolVersionChoice } from "../../connect/protocol-version.js";
import { RequestError } from "../errors.js";
import { toEditable } from "../servers/editing/changes.js";
import { toConfiguration } from "../servers/editing/placeholders.js";
import type { EditServer, EnteredValues } from "../views/api-types.js";
import type { ApiParts } from "./api-parts.js";
import { booleanIn, objectIn, readBody, stringIn } from "./read-body.js";

export const PROTOCOL_VERSION_CHOICES: readonly ProtocolVersionChoice[] = [
  "auto",
  ...PROTOCOL_VERSIONS,
];

type Body = Awaited<ReturnType<typeof readBody>>;

const optional = <T>(body: Body, name: string, read: () => T): T | undefined =>
  body[name] === undefined ? undefined : read();

/** The settings in a body; their values are checked where they are used. @throws RequestError */
export function readEdit(body: Body): EditServer {
  const text = (name: string): string | undefined =>
    optional(body, name, () => stringIn(body, name));
  const values = (name: string): EnteredValues | undefined =>
    optional(body, name, () => objectIn(body, name) as EnteredValues);
  return {
    target: text("target"),
    name: text("name"),
    protocolVersion: optional(body, "protocolVersion", () =>
      stringIn(body, "protocolVersion", PROTOCOL_VERSION_CHOICES),
    ),
    headers: values("headers"),
    environment: values("environment"),
    cwd: text("cwd"),
    timeout: body["timeout"] as number | null | undefined,
    connect: optional(body, "connect", () => booleanIn(body, "connect")),
  };
}

/** Adds the routes that change, copy and export servers; `createServerRoutes` lists them. */
export function addEditRoutes(
  routes: Hono,
  { servers, openPages }: Pick<ApiParts, "servers" | "openPages">,
): void {
  routes.get("/export", (context) => {
    const all = servers.list().map(({ saved }) => servers.settings(saved.id));
    return context.json(toConfiguration(all));
  });
  routes.get("/:id/settings", (context) =>
    context.json(toEditable(servers.settings(context.req.param("id")))),
  );
  routes.put("/:id", async (context) => {
    const change = readEdit(await readBody(context));
    // A server learns when it is connected whether questions can be answered.
    if (!openPages.isAnyOpen) throw new RequestError(409, "Open the console's page first.");
    await servers.edit(context.req.param("id"), change);
    return context.json({});
  });
  routes.post("/:id/clone", async (context) => {
    await readBody(context);
    return context.json({ id: servers.clone(context.req.param("id")).saved.id });
  });
}
