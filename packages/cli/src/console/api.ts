import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { MemorySink } from "midcall/audit";
import { accept, cancel, decline, type Inbox } from "midcall/client";
import type { ElicitContent } from "midcall/schema";
import { PROTOCOL_VERSIONS, type ProtocolVersionChoice } from "../connect/protocol-version.js";
import { callCommand } from "./calls/call-command.js";
import type { Calls } from "./calls/calls.js";
import { RequestError } from "./errors.js";
import type { Feed } from "./views/feed.js";
import { readHeaders } from "./access/headers.js";
import type { Presence } from "./access/presence.js";
import { objectIn, readBody, textIn } from "./access/read-body.js";
import type { Servers } from "./servers/servers.js";

/** What the page can see and do. */
export interface ApiParts {
  readonly servers: Servers;
  readonly calls: Calls;
  readonly inbox: Inbox;
  readonly audit: MemorySink;
  readonly feed: Feed;
  readonly presence: Presence;
}

const PROTOCOL_VERSION_CHOICES: readonly ProtocolVersionChoice[] = ["auto", ...PROTOCOL_VERSIONS];

/** The API below `/api`, behind the guard. */
export function createApi({ servers, calls, inbox, audit, feed, presence }: ApiParts): Hono {
  const api = new Hono();
  const needPage = (): void => {
    // A server is told at its connection whether it can ask.
    if (!presence.present) throw new RequestError(409, "Open the console's page first.");
  };

  api.get("/events", (context) => {
    return streamSSE(context, async (stream) => {
      const gone = new AbortController();
      stream.onAbort(() => gone.abort());
      const write = async (event: string, data: unknown): Promise<void> => {
        await stream.writeSSE({ event, data: JSON.stringify(data) });
      };
      await feed.stream(write, gone.signal);
    });
  });

  api.post("/servers", async (context) => {
    needPage();
    const body = await readBody(context);
    const server = servers.addFrom({
      target: textIn(body, "target"),
      name: body["name"] === undefined ? undefined : textIn(body, "name"),
      protocolVersion:
        body["protocolVersion"] === undefined
          ? undefined
          : textIn(body, "protocolVersion", PROTOCOL_VERSION_CHOICES),
      headers: body["headers"],
    });
    return context.json({ id: server.saved.id });
  });
  api.post("/servers/:id/connect", async (context) => {
    needPage();
    const body = await readBody(context);
    const server = servers.get(context.req.param("id"));
    const headers = readHeaders(body["headers"], server.saved.target);
    if (body["protocolVersion"] === undefined) void server.connect(undefined, headers);
    else
      void servers.setProtocolVersion(
        server.saved.id,
        textIn(body, "protocolVersion", PROTOCOL_VERSION_CHOICES),
      );
    return context.json({});
  });
  api.post("/servers/:id/disconnect", (context) => {
    void servers.get(context.req.param("id")).disconnect();
    return context.json({});
  });
  api.delete("/servers/:id", (context) => {
    const { saved } = servers.get(context.req.param("id"));
    void servers.remove(saved.id);
    return context.json({});
  });
  api.post("/servers/:id/rule", async (context) => {
    const { saved } = servers.get(context.req.param("id"));
    const body = await readBody(context);
    inbox.setRule(saved.name, textIn(body, "rule", ["allow", "ask", "block"]));
    return context.json({});
  });
  api.get("/servers/:id/tools", (context) => {
    return context.json({ tools: servers.get(context.req.param("id")).tools() });
  });
  api.get("/servers/:id/output", (context) => {
    return context.json({ lines: servers.get(context.req.param("id")).output.lines() });
  });
  api.get("/servers/:id/wire", (context) => {
    const after = Number(context.req.query("after") ?? 0);
    const { wire } = servers.get(context.req.param("id"));
    return context.json({ entries: wire.after(Number.isFinite(after) ? after : 0) });
  });
  api.delete("/servers/:id/wire", (context) => {
    servers.get(context.req.param("id")).wire.clear();
    return context.json({});
  });

  api.post("/servers/:id/command", async (context) => {
    const { saved } = servers.get(context.req.param("id"));
    const body = await readBody(context);
    const command = callCommand(saved, textIn(body, "tool"), objectIn(body, "arguments"));
    return context.json({ command });
  });
  api.post("/servers/:id/calls", async (context) => {
    const server = servers.get(context.req.param("id"));
    const body = await readBody(context);
    const tool = textIn(body, "tool");
    const args = objectIn(body, "arguments");
    const { id, name, state, negotiated } = server.view();
    if (state !== "ready") throw new RequestError(409, `${name} is not connected.`);
    const about = {
      serverId: id,
      server: name,
      tool,
      arguments: args,
      protocolVersion: negotiated ?? "",
    };
    const call = calls.start(about, (running) => server.call(tool, args, running));
    return context.json({ id: call });
  });
  api.get("/calls/:id", (context) => context.json(calls.result(context.req.param("id"))));
  api.post("/calls/:id/cancel", (context) => {
    calls.cancel(context.req.param("id"));
    return context.json({});
  });
  api.delete("/calls/:id", (context) => {
    calls.dismiss(context.req.param("id"));
    return context.json({});
  });

  api.post("/questions/:id/respond", async (context) => {
    const body = await readBody(context);
    const action = textIn(body, "action", ["accept", "decline", "cancel"]);
    const { content, reason } = body;
    const result =
      action === "accept"
        ? // Checked by the inbox, field by field.
          accept(content as ElicitContent | undefined)
        : action === "decline"
          ? decline(typeof reason === "string" ? reason.slice(0, 1_000) : undefined)
          : cancel();
    return context.json(inbox.respond(context.req.param("id"), result, "console"));
  });
  api.post("/questions/:id/admit", async (context) => {
    const decision = textIn(await readBody(context), "decision", ["show", "always", "block"]);
    inbox.setPermission(context.req.param("id"), decision);
    return context.json({});
  });
  api.post("/questions/:id/extend", (context) => {
    inbox.extend(context.req.param("id"));
    return context.json({});
  });
  api.post("/questions/:id/shown", async (context) => {
    const body = await readBody(context);
    const known = feed.look(
      textIn(body, "stream"),
      context.req.param("id"),
      body["shown"] === true,
    );
    if (!known) throw new RequestError(409, "This page is not connected any more.");
    return context.json({});
  });

  api.get("/audit", (context) => context.json({ entries: audit.entries().slice(-500) }));
  return api;
}
