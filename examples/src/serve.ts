import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serve as listen } from "@hono/node-server";
import {
  type CallToolResult,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  McpServer,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createElicitation, type ServerElicitation } from "midcall/server";

/** What the examples of one process share. */
export interface Kit {
  readonly elicitation: ServerElicitation;
  /** The directory the examples work in; nothing outside it is touched. */
  readonly root: string;
}

/**
 * One example: called once a process with what it needs, it returns what registers its tools on a
 * server, of which there may be one a connection or one a request.
 */
export type Example = (kit: Kit) => (server: McpServer) => void;

export function text(words: string): CallToolResult {
  return { content: [{ type: "text", text: words }] };
}

/** Whether a module is the program that was started, and not imported by another. */
export function isMain(url: string): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}

/** Serves examples over stdio, or over HTTP on this machine with `--http`. */
export function serve(name: string, about: string, examples: readonly Example[]): void {
  const options = readOptions(name, about);
  const elicitation = makeElicitation(options.timeoutMs);
  const register = examples.map((example) => example({ elicitation, root: options.root }));
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name, version: "1.0.0" }));
    for (const tools of register) tools(server);
    return server;
  };
  if (options.http) {
    serveHttp(name, elicitation, build, options.port);
  } else {
    const connection = serveStdio(build);
    closeOnSignal(() => connection.close());
  }
}

function makeElicitation(timeoutMs: number | undefined): ServerElicitation {
  try {
    return createElicitation({ secret: process.env["MIDCALL_SECRET"], timeoutMs: timeoutMs });
  } catch (error) {
    return fail(`MIDCALL_SECRET or --deadline: ${(error as Error).message}`);
  }
}

function serveHttp(
  name: string,
  elicitation: ServerElicitation,
  build: () => McpServer,
  port: number,
): void {
  const handler = elicitation.createHandler(build);
  const fetch = (request: Request): Response | Promise<Response> => {
    if (new URL(request.url).pathname !== "/mcp") return new Response("Not found", { status: 404 });
    // A web page must not be able to talk to a server on the same machine.
    return (
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins()) ??
      handler.fetch(request)
    );
  };
  const server = listen({ fetch, hostname: "127.0.0.1", port }, (address) => {
    console.error(`${name} listens on http://127.0.0.1:${address.port}/mcp (Ctrl-C ends it)`);
  });
  server.once("error", (error: Error) =>
    fail(`${name} cannot listen on port ${port}: ${error.message}`),
  );
  closeOnSignal(async () => {
    await handler.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
}

/** Ends cleanly on Ctrl-C, and when the program that started this one is gone. */
function closeOnSignal(close: () => Promise<void>): void {
  const stop = (): void => {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  process.once("disconnect", stop);
  // Gone before this line: there is no event for that any more.
  if (process.connected === false) stop();
}

interface Options {
  readonly http: boolean;
  readonly port: number;
  readonly root: string;
  readonly timeoutMs: number | undefined;
}

function readOptions(name: string, about: string): Options {
  const help = `${about}

Usage: node examples/dist/${name}.js [options]

  --root DIR          work in this directory (default: the current one)
  --http              serve HTTP on 127.0.0.1 instead of stdio
  --port N            port for --http (default: any free one)
  --deadline SECONDS  how long a person has to answer
  --help              show this

MIDCALL_SECRET, at least 32 bytes, protects open calls; without it a random one is made.`;
  try {
    const { values } = parseArgs({
      options: {
        http: { type: "boolean", default: false },
        port: { type: "string", default: "0" },
        root: { type: "string", default: "." },
        deadline: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new RangeError(`--port must be a number from 0 to 65535, not ${values.port}.`);
    }
    const timeoutMs = values.deadline === undefined ? undefined : Number(values.deadline) * 1000;
    if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs < 2 ** 31)) {
      throw new RangeError(`--deadline must be a number of seconds, not ${values.deadline}.`);
    }
    const root = resolve(values.root);
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
      throw new RangeError(`--root must be a directory, and there is none at ${root}.`);
    }
    return { http: values.http, port, root: realpathSync(root), timeoutMs };
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${help}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
