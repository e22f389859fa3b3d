import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { isObject } from "../../../internal/is-object.js";
import { createNotes } from "../../../internal/memory/notes.js";
import type { Method } from "../../framework/request-context.js";
import type { LazyTools } from "../../sdk-v2/lazy-tools.js";
import { declaresHeaders } from "./header-params.js";

/** A request handler as the SDK calls it. */
export type RequestHandler = (
  request: { readonly method: string; readonly params: Record<string, unknown> },
  ctx: ServerContext,
) => unknown;

/** What `attach` has seen of a server. */
export interface AttachedServer {
  readonly handlers: Map<string, RequestHandler>;
  /** The `connect` of the server inside, as `attach` has left it. */
  readonly connect: unknown;
  /** Its tools that the SDK does not know yet. */
  readonly lazyTools: LazyTools | undefined;
}

const servers = createNotes<McpServer, AttachedServer>();

/** Begins to note the handlers of a server, whose `connect` is as it will stay. */
export function noteServer(server: McpServer, lazyTools?: LazyTools): AttachedServer {
  const protocol = server.server;
  const attached: AttachedServer = { handlers: new Map(), connect: protocol.connect, lazyTools };
  servers.set(server, attached);
  const removeRequestHandler = protocol.removeRequestHandler.bind(protocol);
  const remove: typeof removeRequestHandler = (method) => {
    attached.handlers.delete(method);
    removeRequestHandler(method);
  };
  protocol.removeRequestHandler = remove;
  return attached;
}

/** What is known of a server that nobody else has changed, or `undefined`. */
export function attachedServer(server: McpServer): AttachedServer | undefined {
  const attached = servers.get(server);
  if (attached === undefined) return undefined;
  // A replaced `connect`, by a class or on the server, is there to see the messages of each connection.
  const isPlain =
    Object.getPrototypeOf(server) === McpServer.prototype &&
    !Object.hasOwn(server, "connect") &&
    !Object.hasOwn(server, "close") &&
    server.server.connect === attached.connect;
  return isPlain ? attached : undefined;
}

/** Gives the SDK everything of a server that it is going to use. */
export function complete(server: McpServer): void {
  servers.get(server)?.lazyTools?.all();
}

/** What the SDK keeps of a server's registrations; not part of its public types. */
interface Registrations {
  readonly _registeredTools?: unknown;
  readonly _registeredPrompts?: unknown;
  readonly _registeredResources?: unknown;
  readonly _registeredResourceTemplates?: unknown;
}

const REGISTRATIONS = [
  "_registeredTools",
  "_registeredPrompts",
  "_registeredResources",
  "_registeredResourceTemplates",
] as const satisfies readonly (keyof Registrations)[];

/**
 * Lets a server have what another one of the same build has by now: what was disabled, removed, renamed or added there is so here,
 * too.
 */
export function shareRegistrations(from: McpServer, to: McpServer): void {
  for (const member of REGISTRATIONS) {
    const there = (from as unknown as Registrations)[member];
    const here = (to as unknown as Registrations)[member];
    if (!isObject(there) || !isObject(here)) continue;
    for (const [name, registered] of Object.entries(here)) {
      const other = own(there, name);
      if (!isObject(other)) delete here[name];
      else if (isObject(registered)) registered["enabled"] = other["enabled"];
    }
    for (const [name, registered] of Object.entries(there))
      if (!Object.hasOwn(here, name)) here[name] = registered;
  }
}

/** The handler of a request that the SDK passes on to it without a check of its own, or `undefined`. */
export function handlerOf(
  server: McpServer,
  { handlers, lazyTools }: AttachedServer,
  method: Method,
  name: string,
): RequestHandler | undefined {
  if (method === "tools/call") lazyTools?.need(name);
  const registered = server as unknown as Registrations;
  const isUnchecked =
    method === "tools/call"
      ? isUncheckedTool(own(registered._registeredTools, name))
      : method === "prompts/get"
        ? isWithoutChallenge(own(registered._registeredPrompts, name))
        : areWithoutChallenge(registered._registeredResources) &&
          areWithoutChallenge(registered._registeredResourceTemplates);
  return isUnchecked ? handlers.get(method) : undefined;
}

function own(registered: unknown, name: string): unknown {
  return isObject(registered) && Object.hasOwn(registered, name) ? registered[name] : undefined;
}

function isUncheckedTool(tool: unknown): boolean {
  if (!isWithoutChallenge(tool)) return false;
  const { inputSchema } = tool as { readonly inputSchema?: unknown };
  return inputSchema === undefined || !declaresHeaders(inputSchema);
}

function isWithoutChallenge(registered: unknown): boolean {
  return isObject(registered) && registered["scopeChallenge"] === undefined;
}

function areWithoutChallenge(registered: unknown): boolean {
  return isObject(registered) && Object.values(registered).every(isWithoutChallenge);
}
