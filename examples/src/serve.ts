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

/** What the examples of a process share. */
export interface Kit {
  readonly elicitation: ServerElicitation;
  /** The directory of the examples; they access nothing outside of it. */
  readonly root: string;
}

/**
 * An example. It is called once per process and returns a function that registers its tools on a server. There may
 * be one server per connection or per request.
 */
export type Example = (kit: Kit) => (server: McpServer) => void;

export function text(words: string): CallToolResult {
  return { content: [{ type: "text", text: words }] };
}

/** Whether a module is the main program. */
export function isMain(url: string): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}

/** Serves examples over stdio, or over HTTP on this machine with `--http`. */
export function serve(name: string, about: string, examples: readonly Example[]): void {
  const options = readOptions(name, about);
  const elicitation = makeElicitation(options);
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

function makeElicitation({ timeoutMs, printPages }: Options): ServerElicitation {
  // Anyone who has the URL can answer: it is for the user who started the server alone.
  const openBrowser = async (url: string): Promise<void> => console.error(`Open ${url}`);
  try {
    return createElicitation({
      secret: process.env["MIDCALL_SECRET"],
      timeoutMs,
      ...(printPages && { openBrowser }),
    });
  } catch (error) {
    return fail(`MIDCALL_SECRET or --timeout: ${(error as Error).message}`);
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
    // Web pages must not be able to send requests to a local server.
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

/** Ends cleanly on Ctrl-C, and when the parent process has ended. */
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
  // The parent process may have ended before the listener was added.
  if (process.connected === false) stop();
}

interface Options {
  readonly http: boolean;
  readonly port: number;
  readonly root: string;
  readonly timeoutMs: number | undefined;
  readonly printPages: boolean;
}

function readOptions(name: string, about: string): Options {
  const help = `${about}

Usage: node examples/dist/${name}.js [options]

  --root DIR          use this directory (default: the current directory)
  --http              serve HTTP on 127.0.0.1 instead of stdio
  --port N            port for --http (default: any free port)
  --timeout SECONDS   how long the user has to answer
  --print-pages       print the URL of a page that asks, instead of opening it in a browser
  --help              show this help

MIDCALL_SECRET, at least 32 bytes, protects unfinished calls. Default: a random secret.`;
  try {
    const { values } = parseArgs({
      options: {
        http: { type: "boolean", default: false },
        port: { type: "string", default: "0" },
        root: { type: "string", default: "." },
        timeout: { type: "string" },
        "print-pages": { type: "boolean", default: false },
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
    const timeoutMs = values.timeout === undefined ? undefined : Number(values.timeout) * 1000;
    if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs < 2 ** 31)) {
      throw new RangeError(`--timeout must be a number of seconds, not ${values.timeout}.`);
    }
    const root = resolve(values.root);
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
      throw new RangeError(`--root must be an existing directory, not ${root}.`);
    }
    const printPages = values["print-pages"];
    return { http: values.http, port, root: realpathSync(root), timeoutMs, printPages };
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${help}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
