import { Hono } from "hono";
import { defaultStateDir } from "../../default-state-dir.js";
import { startCall } from "../calls/start-call.js";
import { toCommandLine } from "../calls/call-command.js";
import { CALL_KINDS } from "../calls/call-kind.js";
import { RequestError } from "../errors.js";
import { readRoots } from "../requests/roots.js";
import { toResourceUri } from "../servers/calling/resource-uri.js";
import { LOG_LEVELS } from "../servers/logs/server-log.js";
import type { ApiParts } from "./api-parts.js";
import { addRawRoutes } from "./raw-routes.js";
import {
  booleanIn,
  metaIn,
  objectIn,
  readBody,
  sequenceIn,
  stringIn,
  stringsIn,
} from "./read-body.js";
import { addEditRoutes, PROTOCOL_VERSION_CHOICES, readEdit } from "./server-edit-routes.js";
import { readMoreHeaders } from "../servers/editing/entered-values.js";
import { addTaskRoutes } from "./task-routes.js";

type Parts = Pick<
  ApiParts,
  "stateDir" | "servers" | "calls" | "scenarios" | "inbox" | "requests" | "openPages"
>;

/**
 * The routes below `/servers`.
 *
 * | route | body | answer |
 * | --- | --- | --- |
 * | `POST /` | `AddServer` | `{ id }` |
 * | `DELETE /:id` | | |
 * | `POST /:id/connect` | `{ protocolVersion?, headers? }`: the headers replace those with the same name | |
 * | `GET /:id/settings` | | `EditableServer` |
 * | `PUT /:id` | `EditServer` | |
 * | `POST /:id/clone` | `{}`: the copy is not connected | `{ id }` |
 * | `GET /export` | | `ExportedConfiguration` |
 * | `POST /:id/disconnect` | `{}` | |
 * | `POST /:id/rule` | `{ rule: "allow" \| "ask" \| "block" }` | |
 * | `POST /:id/held` | `{ decision: "show" \| "refuse" }`, about the questions that a limit holds back | |
 * | `POST /:id/show-all` | `{ on: boolean }`: saved; held questions are shown without being asked for | |
 * | `PUT /:id/roots` | `RootsAnswer`: saved; a connected server is told | |
 * | `PUT /:id/log-level` | `{ level: LogLevel \| null }`: saved; `null` for the server's default | |
 * | `GET /:id/tools` | | `{ tools: ToolView[] }` |
 * | `GET /:id/prompts` | | `PromptsView` |
 * | `GET /:id/resources` | | `ResourcesView` |
 * | `POST /:id/complete` | `CompleteArgument` | `CompletionView` |
 * | `PUT /:id/subscriptions` | `{ uri, on: boolean }` | |
 * | `POST /:id/calls` | `StartCall` | `{ id }` |
 * | `POST /:id/command` | `{ tool, arguments, meta? }` | `{ command }` |
 * | `GET /:id/output` | | `{ lines: string[], earlier: string[] }`: of the current process, and of those before |
 * | `GET /:id/log?after=SEQ` | | `{ lines: LogLine[] }` |
 * | `DELETE /:id/log` | | |
 * | `GET /:id/wire?after=SEQ` | | `{ entries: WireEntry[] }` |
 * | `DELETE /:id/wire` | | |
 * | `GET /:id/http` | | `{ entries: HttpEntry[] }`: all of them, because they change |
 * | `DELETE /:id/http` | | |
 */
export function createServerRoutes(parts: Parts): Hono {
  const { servers, inbox, requests } = parts;
  const routes = new Hono();
  addConnectionRoutes(routes, parts);
  addContentRoutes(routes, parts);
  addCallRoutes(routes, parts);
  addEditRoutes(routes, parts);
  addTaskRoutes(routes, parts);
  addRawRoutes(routes, parts);
  routes.delete("/:id", (context) => {
    const { saved } = servers.get(context.req.param("id"));
    void servers.remove(saved.id);
    return context.json({});
  });
  routes.post("/:id/rule", async (context) => {
    const { saved } = servers.get(context.req.param("id"));
    const body = await readBody(context);
    inbox.setRule(saved.name, stringIn(body, "rule", ["allow", "ask", "block"]));
    requests.applyRules();
    return context.json({});
  });
  routes.post("/:id/held", async (context) => {
    const { saved } = servers.get(context.req.param("id"));
    const decision = stringIn(await readBody(context), "decision", ["show", "refuse"]);
    if (decision === "show") inbox.showHeld(saved.name);
    else inbox.refuseHeld(saved.name);
    return context.json({});
  });
  routes.post("/:id/show-all", async (context) => {
    const server = servers.get(context.req.param("id"));
    server.setShowAll(booleanIn(await readBody(context), "on"));
    if (server.saved.showAll) inbox.showHeld(server.saved.name);
    return context.json({});
  });
  addLogRoutes(routes, parts);
  return routes;
}

/** What was sent and written by a server. */
function addLogRoutes(routes: Hono, { servers }: Parts): void {
  routes.get("/:id/output", (context) => {
    const { output } = servers.get(context.req.param("id"));
    return context.json({ lines: output.lines(), earlier: output.earlier() });
  });
  routes.get("/:id/log", (context) => {
    const { log } = servers.get(context.req.param("id"));
    return context.json({ lines: log.after(sequenceIn(context)) });
  });
  routes.delete("/:id/log", (context) => {
    servers.get(context.req.param("id")).log.clear();
    return context.json({});
  });
  routes.get("/:id/wire", (context) => {
    const { wire } = servers.get(context.req.param("id"));
    return context.json({ entries: wire.after(sequenceIn(context)) });
  });
  routes.delete("/:id/wire", (context) => {
    servers.get(context.req.param("id")).wire.clear();
    return context.json({});
  });
  routes.get("/:id/http", (context) => {
    return context.json({ entries: servers.get(context.req.param("id")).http.list() });
  });
  routes.delete("/:id/http", (context) => {
    servers.get(context.req.param("id")).http.clear();
    return context.json({});
  });
}

function addConnectionRoutes(routes: Hono, { servers, openPages }: Parts): void {
  // A server learns when it is connected whether questions can be answered.
  const requirePage = (): void => {
    if (!openPages.isAnyOpen) throw new RequestError(409, "Open the console's page first.");
  };
  routes.post("/", async (context) => {
    requirePage();
    const body = await readBody(context);
    const server = servers.addFrom({ ...readEdit(body), target: stringIn(body, "target") });
    return context.json({ id: server.saved.id });
  });
  routes.post("/:id/connect", async (context) => {
    requirePage();
    const body = await readBody(context);
    const server = servers.get(context.req.param("id"));
    const headers = readMoreHeaders(body["headers"], server);
    if (body["protocolVersion"] === undefined) void server.connect(undefined, headers);
    else {
      void servers.setProtocolVersion(
        server.saved.id,
        stringIn(body, "protocolVersion", PROTOCOL_VERSION_CHOICES),
      );
    }
    return context.json({});
  });
  routes.post("/:id/disconnect", (context) => {
    void servers.get(context.req.param("id")).disconnect();
    return context.json({});
  });
}

/** What a server offers, and what the user sets for it. */
function addContentRoutes(routes: Hono, { servers }: Parts): void {
  routes.get("/:id/tools", (context) => {
    return context.json({ tools: servers.get(context.req.param("id")).lists.tools });
  });
  routes.get("/:id/prompts", (context) => {
    return context.json(servers.get(context.req.param("id")).lists.prompts);
  });
  routes.get("/:id/resources", (context) => {
    return context.json(servers.get(context.req.param("id")).lists.resources);
  });
  routes.post("/:id/complete", async (context) => {
    const server = servers.get(context.req.param("id"));
    const body = await readBody(context);
    const of = objectIn(body, "of");
    const completion = await server.complete({
      of: { kind: stringIn(of, "kind", ["prompt", "resource"]), name: stringIn(of, "name") },
      argument: stringIn(body, "argument"),
      value: stringIn(body, "value"),
      others: stringsIn(body, "others"),
    });
    return context.json(completion);
  });
  routes.put("/:id/subscriptions", async (context) => {
    const server = servers.get(context.req.param("id"));
    const body = await readBody(context);
    await server.setSubscription(stringIn(body, "uri"), booleanIn(body, "on"));
    return context.json({});
  });
  routes.put("/:id/roots", async (context) => {
    const server = servers.get(context.req.param("id"));
    await server.setRoots(readRoots((await readBody(context))["roots"]));
    return context.json({});
  });
  routes.put("/:id/log-level", async (context) => {
    const server = servers.get(context.req.param("id"));
    const body = await readBody(context);
    const level = body["level"] === null ? undefined : stringIn(body, "level", LOG_LEVELS);
    await server.setLogLevel(level);
    return context.json({});
  });
}

function addCallRoutes(routes: Hono, { servers, calls, scenarios, stateDir }: Parts): void {
  routes.post("/:id/command", async (context) => {
    const id = context.req.param("id");
    const { saved, headers, environment } = servers.settings(id);
    const body = await readBody(context);
    const tool = stringIn(body, "tool");
    const { tools } = servers.get(id).lists;
    const command = toCommandLine(saved, tool, objectIn(body, "arguments"), {
      headers: Object.keys(headers),
      environment: Object.keys(environment),
      stateDir: stateDir === defaultStateDir() ? undefined : stateDir,
      meta: metaIn(body),
      inputSchema: tools.find(({ name }) => name === tool)?.inputSchema,
    });
    return context.json({ command });
  });
  routes.post("/:id/calls", async (context) => {
    const server = servers.get(context.req.param("id"));
    const body = await readBody(context);
    const kind = stringIn(body, "kind", CALL_KINDS);
    const given = stringIn(body, "name");
    const args = kind === "prompt" ? stringsIn(body, "arguments") : objectIn(body, "arguments");
    const wanted = {
      kind,
      name: kind === "resource" ? toResourceUri(given, args) : given,
      arguments: args,
      scenario: body["scenario"] === undefined ? undefined : stringIn(body, "scenario"),
      asTask: body["asTask"] === true || undefined,
      meta: metaIn(body),
    };
    const call = startCall(server, wanted, { calls, recorder: scenarios.recorder });
    return context.json({ id: call });
  });
}
